extension Redactor {
  package mutating func jsonEdits(in text: ArraySlice<UInt8>, depth: Int) -> [Edit]? {
    guard let first = text.first(where: { $0 > 0x20 }), first | 0x20 == UInt8(ascii: "{") else { return nil }
    if depth == 0 { unpackedCount = 0 }
    let bytes = Array(text)
    let json = JSONText(bytes, isUTF8: false)
    // A text for readers may contain only the start of a body.
    if let problem = json.problem, ledger.style != .masked || problem.offset < bytes.count { return nil }
    let edits = scalarEdits(in: json, bytes, depth: depth)
    return text.startIndex == 0 ? edits : edits.map { $0.moved(by: text.startIndex) }
  }

  private mutating func scalarEdits(in json: JSONText, _ bytes: [UInt8], depth: Int) -> [Edit] {
    var edits = [Edit]()
    var walker = JSONWalker(json)
    let buffer = UnsafeBufferPointer(start: json.bytes, count: json.length)
    let places = phase == .replacing ? known.places(in: buffer) : []
    var nextPlace = 0
    let hasExpressions = !expressions.isEmpty
    while let scalar = walker.next() {
      while nextPlace < places.count, places[nextPlace] < scalar.start { nextPlace += 1 }
      if scalar.kind == .number {
        if scalar.end - scalar.start >= 3 || walker.mayBeSecret { edits.add(numberEdits(bytes, scalar, walker)) }
        continue
      }
      // Most values are plain: titles, ids, keys. They are skipped without being copied.
      let hasKnown = nextPlace < places.count && places[nextPlace] < scalar.end
      let profile = TextProfile(scalar.bytes(of: buffer))
      let isPlain = !hasKnown && !hasExpressions && profile.isPlain
      if scalar.kind == .key {
        var text =
          scalar.hasEscapes
          ? String(decoding: JSONText.unescaped(bytes[scalar.start..<scalar.end]), as: UTF8.self)
          : String(decoding: scalar.bytes(of: buffer), as: UTF8.self)
        // The code of an authorization is exchanged for a token.
        if text == "code", bytes[...].firstRange(of: Self.grant[...]) != nil { text = "authorization_code" }
        walker.begin(name(text))
        if !isPlain { edits.add(keyEdits(bytes[scalar.start..<scalar.end], depth: depth)) }
      } else {
        if walker.mayBeSecret || !isPlain && scalar.end - scalar.start >= 4 {
          let text = bytes[scalar.start..<scalar.end]
          let view = scalar.hasEscapes ? DecodedView(text, undoing: .backslashes) : nil
          edits.add(
            view.map { view in
              valueEdits(view.bytes[...], names: walker.names, depth: depth).map(view.original)
            } ?? valueEdits(text, names: walker.names, depth: depth))
        }
        if walker.isAtName || walker.isFirstOfPair, scalar.end - scalar.start <= 64 {
          walker.remember(name(String(decoding: bytes[scalar.start..<scalar.end], as: UTF8.self)))
        }
      }
    }
    return edits
  }

  /// Returns the edits of a key, which has no name of its own, and is often an id.
  private mutating func keyEdits(_ text: ArraySlice<UInt8>, depth: Int) -> [Edit] {
    guard let view = DecodedView(text, undoing: .backslashes) else { return edits(in: text, depth: depth + 1) }
    return edits(in: view.bytes[...], depth: depth + 1).map(view.original)
  }

  private mutating func numberEdits(_ bytes: [UInt8], _ scalar: JSONWalker.Scalar, _ walker: JSONWalker) -> [Edit] {
    let name =
      walker.mayBeSecret && walker.names.first?.isAbout != true
      ? walker.names.first { name in
        let isMeant = origin != .answered || !name.isAmbiguous
        return name.verdict == .secret && (name.isNumeric && isMeant || ledger.style == .masked)
      } : nil
    return numberEdit(bytes[scalar.start..<scalar.end], named: name?.text).map { [$0] } ?? []
  }

  /// Returns the edits of a value with names, the nearest first.
  mutating func valueEdits(_ value: ArraySlice<UInt8>, names: [ValueName], depth: Int = 0) -> [Edit] {
    // What an answer says about the fields of a form has their names.
    let isAboutFields = origin != .sent && ledger.style != .masked && names.contains(where: \.isAboutFields)
    for position in names.indices where isSecret(value, named: names[position]) {
      let name = names[position]
      if isAboutFields, !name.isDeclared { break }
      if position > 0, !isSecret(value, named: names[0], inside: name) { continue }
      return credentialEdits(value, named: name.text, depth: depth)
    }
    return edits(in: value, depth: depth + 1)
  }

  /// Returns whether a member of an object with a secret's name is itself one.
  private func isSecret(_ value: ArraySlice<UInt8>, named name: ValueName, inside outer: ValueName) -> Bool {
    // The public part of a key: RFC 7517.
    if StandardNames.webKeys.contains(outer.plain), StandardNames.publicMembers.contains(name.text) {
      return false
    }
    // The name of a schema, or of an object with such a name.
    if name.text == "$ref" || value.elementsEqual(outer.text.utf8) || StandardNames.isUser(name.plain) {
      return false
    }
    // In `credentials`, neither the `type` is a secret nor a word of two letters; in an answer, only what may be a key.
    // The same goes for several, as in `domain_secrets`, each of which says more than its secret.
    if origin != .sent || outer.isPlural, ledger.style != .masked, !outer.isDeclared {
      let isIdentity = name.isIdentity && StandardNames.isIdentity(outer.plain + name.plain)
      if isIdentity || !KeyLikeness(value).mayBeKey { return false }
    }
    return value.count >= 4 && !name.isAbout || KeyLikeness(value).isKeyLike
  }

  /// Returns the edit of a number, which stays one, since a recording must decode as before.
  private mutating func numberEdit(_ digits: ArraySlice<UInt8>, named name: String?) -> Edit? {
    if ledger.style == .masked {
      guard name != nil || ledger.isSpread(Array(digits)) else { return nil }
      noteFinding()
      if digits.count >= 6 { _ = conceal(Array(digits), called: name ?? "") }
      return Edit(range: digits.indices, replacement: [0x22] + Placeholder.mask + [0x22])
    }
    guard digits.count >= 3, digits.end(of: .digit, from: digits.startIndex) == digits.endIndex else { return nil }
    if NumericPlaceholder.isPlaceholder(digits) {
      ledger.noteNumber(digits)
      return nil
    }
    let secret = Array(digits)
    if let name, phase == .learning {
      ledger.add(secret, slug: Placeholder.slug(name), .named, spreads: digits.count >= 6)
    }
    guard phase == .replacing, name != nil || ledger.isSpread(secret) else { return nil }
    return Edit(range: digits.indices, replacement: Array("\(ledger.number(for: secret))".utf8))
  }
}

/// A walk over the scalars of JSON text, with the names of each.
struct JSONWalker {
  enum Kind: UInt8 { case key, string, number }

  /// A scalar and its place; a string without its quotation marks.
  struct Scalar {
    let kind: Kind
    let start: Int
    let end: Int
    let hasEscapes: Bool

    func bytes(of text: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
      UnsafeBufferPointer(start: text.baseAddress.map { $0 + start }, count: end - start)
    }
  }

  private struct Container {
    var isObject = false
    /// The token after its content.
    var end = Int.max
    var expectsKey = false
    var inherited: [ValueName] = []
    var inheritsSecrecy = false
    var key: ValueName?
    /// The text of the member `name`, which is the name of the member `value`; or the first element of an inner list, which is
    /// the name of the second.
    package var name: ValueName?
    /// The number of strings taken from a list.
    var count = 0
  }

  private let text: JSONText
  private var token = 0
  private var container = Container()
  /// The containers around the current one.
  private var outer: [Container] = []
  /// Whether a name above the next value is, or may be, a secret's.
  private(set) var mayBeSecret = false
  /// Whether the next value is a name: `{ "name": "Authorization", "value": "…" }` is a name and its value.
  private(set) var isAtName = false

  init(_ text: JSONText) { self.text = text }

  /// Takes the next scalar; after a key, ``begin(_:)`` must be called with its name.
  mutating func next() -> Scalar? {
    while token < text.count {
      while token == container.end, let last = outer.popLast() {
        container = last
        noteKey()
      }
      let isKey = container.expectsKey
      container.expectsKey = container.isObject && !isKey
      let (start, end) = (text.start(of: token), text.end(of: token))
      token += 1
      switch text.bytes[start] {
      case UInt8(ascii: "{"), UInt8(ascii: "["): open(isObject: text.bytes[start] == UInt8(ascii: "{"))
      case UInt8(ascii: "\""):
        if !container.isObject { countString() }
        return Scalar(
          kind: isKey ? .key : .string, start: start + 1, end: end - 1, hasEscapes: text.tokens[token - 1].hasEscapes)
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        return Scalar(kind: .number, start: start, end: end, hasEscapes: false)
      default: continue
      }
    }
    return nil
  }

  mutating func begin(_ key: ValueName) {
    container.key = key
    noteKey()
  }

  /// Whether the last scalar is the first of an inner list: `[["Authorization", "…"]]` is a name and its value.
  var isFirstOfPair: Bool {
    container.count == 1 && !container.isObject && outer.last?.isObject == false && outer.count > 1
  }

  /// Keeps the name of the next member `value`.
  mutating func remember(_ name: ValueName) {
    container.name = name
    if !container.isObject, name.mayBeSecret { mayBeSecret = true }
  }

  /// The names of the next value, the nearest first.
  package var names: [ValueName] {
    var names: [ValueName] = []
    if container.count == 2, !container.isObject, let name = container.name { names.append(name) }
    if let key = container.key {
      if key.isValue, let name = container.name { names.append(name) }
      names.append(key)
    }
    return names + container.inherited
  }

  private mutating func noteKey() {
    mayBeSecret = container.inheritsSecrecy
    guard let key = container.key else {
      isAtName = false
      return
    }
    isAtName = key.isName
    if key.mayBeSecret || key.isValue && container.name?.mayBeSecret ?? false { mayBeSecret = true }
  }

  private mutating func open(isObject: Bool) {
    let inherited = Array(names.prefix(4))
    outer.append(container)
    container = Container(
      isObject: isObject, end: text.next(after: token - 1), expectsKey: isObject, inherited: inherited,
      inheritsSecrecy: inherited.contains(where: \.mayBeSecret))
    noteKey()
  }

  private mutating func countString() {
    container.count += 1
    if container.count == 3 { noteKey() }
  }
}
