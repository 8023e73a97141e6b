extension Redactor {
  package mutating func jsonEdits(in text: ArraySlice<UInt8>, depth: Int) -> [Edit]? {
    var start = text.startIndex
    while start < text.endIndex, text[start] <= 0x20 { start += 1 }
    guard start < text.endIndex, text[start] == UInt8(ascii: "{") || text[start] == UInt8(ascii: "[") else {
      return nil
    }
    let bytes = Array(text)
    guard isJSON(bytes) else { return nil }
    let edits = scalarEdits(in: bytes, depth: depth)
    return text.startIndex == 0 ? edits : edits.map { $0.moved(by: text.startIndex) }
  }

  private func isJSON(_ bytes: [UInt8]) -> Bool {
    guard let problem = JSONText(bytes, isUTF8: false).problem else { return true }
    // A text for readers may contain only the start of a body.
    return ledger.style == .masked && isCut(bytes, at: problem.offset)
  }

  /// Returns whether a text ends at a place, or in a string that begins there.
  private func isCut(_ bytes: [UInt8], at offset: Int) -> Bool {
    guard offset < bytes.count else { return true }
    return bytes[offset] == 0x22 && bytes[...].place(of: 0x22, from: offset + 1) == nil
  }

  private mutating func scalarEdits(in bytes: [UInt8], depth: Int) -> [Edit] {
    bytes.withUnsafeBufferPointer { buffer in
      TextProfile.kinds.withUnsafeBufferPointer { kinds in scalarEdits(in: buffer, kinds, of: bytes, depth: depth) }
    }
  }

  private mutating func scalarEdits(
    in buffer: UnsafeBufferPointer<UInt8>, _ kinds: UnsafeBufferPointer<UInt16>, of bytes: [UInt8], depth: Int
  ) -> [Edit] {
    var edits = [Edit]()
    var walker = JSONWalker(buffer)
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
      let profile = TextProfile(scalar.bytes(of: buffer), kinds)
      let isPlain = !hasKnown && !hasExpressions && profile.isPlain
      if scalar.kind == .key {
        var text =
          profile.has(.backslash)
          ? String(decoding: JSONText.unescaped(bytes[scalar.start..<scalar.end]), as: UTF8.self)
          : String(decoding: scalar.bytes(of: buffer), as: UTF8.self)
        // The code of an authorization is exchanged for a token.
        if text == "code", bytes[...].firstRange(of: Self.grant[...]) != nil { text = "authorization_code" }
        walker.begin(name(text))
        if !isPlain { edits.add(keyEdits(bytes[scalar.start..<scalar.end], depth: depth)) }
      } else {
        if walker.mayBeSecret || !isPlain && scalar.end - scalar.start >= 4 {
          let text = bytes[scalar.start..<scalar.end]
          let view = profile.has(.backslash) ? DecodedView(text, undoing: .backslashes) : nil
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
      walker.mayBeSecret && walker.names.first?.traits.isAbout != true
      ? walker.names.first { name in
        let isMeant = origin != .answered || !name.traits.isAmbiguous
        return name.traits.verdict == .secret && (name.traits.isNumeric && isMeant || ledger.style == .masked)
      } : nil
    return numberEdit(bytes[scalar.start..<scalar.end], named: name?.text).map { [$0] } ?? []
  }

  /// Returns the edits of a value with names, the nearest first.
  mutating func valueEdits(_ value: ArraySlice<UInt8>, names: [ValueName], depth: Int = 0) -> [Edit] {
    // What an answer says about the fields of a form has their names.
    let isAboutFields = origin != .sent && ledger.style != .masked && names.contains(where: \.traits.isAboutFields)
    for position in names.indices where isSecret(value, named: names[position]) {
      let name = names[position]
      if isAboutFields, !name.traits.isDeclared { break }
      if position > 0, !isSecret(value, named: names[0], inside: name) { continue }
      return credentialEdits(value, named: name.text, depth: depth)
    }
    return edits(in: value, depth: depth + 1)
  }

  /// Returns whether a member of an object with a secret's name is itself one.
  private func isSecret(_ value: ArraySlice<UInt8>, named name: ValueName, inside outer: ValueName) -> Bool {
    // The public part of a key: RFC 7517.
    if StandardNames.webKeys.contains(outer.traits.plain), StandardNames.publicMembers.contains(name.text) {
      return false
    }
    // The name of a schema, or of an object with such a name.
    if name.text == "$ref" || value.elementsEqual(outer.text.utf8) || StandardNames.isUser(name.traits.plain) {
      return false
    }
    // In `credentials`, neither the `type` is a secret nor a word of two letters; in an answer, only what may be a key.
    // The same goes for several, as in `domain_secrets`, each of which says more than its secret.
    if origin != .sent || outer.traits.isPlural, ledger.style != .masked, !outer.traits.isDeclared {
      let isIdentity = name.traits.isIdentity && StandardNames.isIdentity(outer.traits.plain + name.traits.plain)
      if isIdentity || !KeyLikeness(value).mayBeKey { return false }
    }
    return value.count >= 4 && !name.traits.isAbout || KeyLikeness(value).isKeyLike
  }

  /// Returns the edit of a number, which stays one, since a recording must decode as before.
  private mutating func numberEdit(_ digits: ArraySlice<UInt8>, named name: String?) -> Edit? {
    if ledger.style == .masked {
      guard name != nil || ledger.isSpread(Array(digits)) else { return nil }
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

/// A walk over the scalars of valid JSON text, with the names of each.
struct JSONWalker {
  enum Kind: UInt8 { case key, string, number }

  /// A scalar and its place; a string without its quotation marks.
  struct Scalar {
    let kind: Kind
    let start: Int
    package let end: Int

    func bytes(of text: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
      UnsafeBufferPointer(start: text.baseAddress.map { $0 + start }, count: end - start)
    }
  }

  private struct Container {
    var isObject = false
    var inherited: [ValueName] = []
    var inheritsSecrecy = false
    var key: ValueName?
    /// The text of the member `name`, which is the name of the member `value`; or the first element of an inner list, which is
    /// the name of the second.
    package var name: ValueName?
    /// The number of strings taken from a list.
    var count = 0
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  private var index = 0
  private var container = Container()
  /// The containers around the current one.
  private var outer: [Container] = []
  private var expectsKey = false
  /// Whether a name above the next value is, or may be, a secret's.
  private(set) var mayBeSecret = false
  /// Whether the next value is a name: `{ "name": "Authorization", "value": "…" }` is a name and its value.
  private(set) var isAtName = false

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// Takes the next scalar; after a key, ``begin(_:)`` must be called with its name.
  mutating func next() -> Scalar? {
    while index < bytes.count {
      let byte = bytes[index]
      switch byte {
      case 0x7B, 0x5B: open(isObject: byte == 0x7B)
      case 0x7D, 0x5D:
        if let last = outer.popLast() { container = last }
        noteKey()
        index += 1
      case 0x2C:
        expectsKey = container.isObject
        index += 1
      case 0x22: return string()
      case 0x2D, 0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39: return number()
      default: index += 1
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
      isObject: isObject, inherited: inherited, inheritsSecrecy: inherited.contains(where: \.mayBeSecret))
    noteKey()
    expectsKey = isObject
    self.index += 1
  }

  private mutating func string() -> Scalar {
    let start = index + 1
    index = start
    while index < bytes.count {
      let byte = bytes[index]
      if byte == 0x22 { break }
      index += byte == 0x5C ? 2 : 1
    }
    let end = index < bytes.count ? index : bytes.count
    index = end + 1
    guard expectsKey else {
      if !container.isObject {
        container.count += 1
        if container.count == 3 { noteKey() }
      }
      return Scalar(kind: .string, start: start, end: max(start, end))
    }
    expectsKey = false
    return Scalar(kind: .key, start: start, end: max(start, end))
  }

  private mutating func number() -> Scalar {
    let start = index
    while index < bytes.count {
      let byte = bytes[index]
      guard byte >= 0x30 && byte <= 0x39 || byte | 0x20 == 0x65 || byte == 0x2B || byte == 0x2D || byte == 0x2E else {
        break
      }
      index += 1
    }
    return Scalar(kind: .number, start: start, end: index)
  }
}
