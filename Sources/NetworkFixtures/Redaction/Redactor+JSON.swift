import NetworkEndpoints

extension Redactor {
  /// What to replace in a JSON object or list; nil where the text is none.
  mutating func jsonEdits(in text: ArraySlice<UInt8>, depth: Int) -> [Edit]? {
    let start = text.first { $0 > 0x20 }
    guard start == UInt8(ascii: "{") || start == UInt8(ascii: "[") else { return nil }
    let bytes = Array(text)
    guard JSONText(bytes, isUTF8: false).problem == nil else { return nil }
    var walker = JSONWalker(bytes)
    var edits: [Edit] = []
    while let scalar = walker.next({ name($0) }) {
      edits += self.edits(of: scalar, in: bytes, depth: depth)
    }
    return edits.map { $0.moved(by: text.startIndex) }
  }

  private mutating func edits(of scalar: JSONWalker.Scalar, in bytes: [UInt8], depth: Int) -> [Edit] {
    let text = bytes[scalar.range]
    switch scalar.kind {
    case .key:
      // A key has no name of its own, and is often an id.
      guard let view = view(of: text) else { return edits(in: text, depth: depth + 1, isIdentifier: true) }
      return edits(in: view.bytes[...], depth: depth + 1, isIdentifier: true).map(view.original)
    case .number:
      let name = scalar.names.first { $0.traits.isNumeric && $0.traits.verdict == .secret }
      return numberEdit(text, named: name?.text).map { [$0] } ?? []
    case .string:
      guard let view = view(of: text) else { return valueEdits(text, names: scalar.names, depth: depth) }
      return valueEdits(view.bytes[...], names: scalar.names, depth: depth).map(view.original)
    }
  }

  private func view(of string: ArraySlice<UInt8>) -> DecodedView? {
    string.contains(UInt8(ascii: "\\")) ? DecodedView(string, undoing: .backslashes) : nil
  }

  /// What to replace in a value that stands under names, the nearest first.
  mutating func valueEdits(_ value: ArraySlice<UInt8>, names: [ValueName], depth: Int = 0) -> [Edit] {
    for (position, name) in names.enumerated() where isSecret(value, named: name) {
      // In `credentials`, the `type` is no secret, and nor is a word of two letters.
      let isAbout = position > 0 && (value.count < 4 || names[0].traits.isAbout)
      if !isAbout || KeyLikeness(value).isKeyLike { return credentialEdits(value, named: name.text, depth: depth) }
    }
    let isIdentifier = names.first?.traits.isIdentifier ?? false
    return edits(in: value, depth: depth + 1, isIdentifier: isIdentifier)
  }

  func isSecret(_ value: ArraySlice<UInt8>, named name: ValueName) -> Bool {
    switch name.traits.verdict {
    case .secret: !OrdinaryText.isOrdinary(value)
    case .doubtful: value.count <= 4_096 && KeyLikeness(value).isKeyLike && !OrdinaryText.isOrdinary(value)
    case .harmless: false
    }
  }

  /// What to replace in a number: it stays one, as a recording has to decode as before.
  private mutating func numberEdit(_ digits: ArraySlice<UInt8>, named name: String?) -> Edit? {
    guard digits.count >= 3, digits.allSatisfy(\.isDigit) else { return nil }
    if NumericPlaceholder.isPlaceholder(digits) {
      ledger.noteNumber(digits)
      guard !ledger.isNumbered else { return nil }
      return Edit(range: digits.indices, replacement: Array("\(NumericPlaceholder.bare)".utf8))
    }
    let secret = Array(digits)
    if let name, phase == .learning {
      ledger.add(secret, slug: Placeholder.slug(name), .named, spreads: digits.count >= 6)
    }
    guard phase == .replacing, name != nil || ledger.isSpread(secret) else { return nil }
    return Edit(range: digits.indices, replacement: Array("\(ledger.number(for: secret))".utf8))
  }
}

/// A walk over the scalars of JSON text that is known to be whole, with the names that each stands under.
struct JSONWalker {
  enum Kind {
    case key, string, number
  }

  struct Scalar {
    let kind: Kind
    /// Where it stands; a string without its quotation marks.
    let range: Range<Int>
    /// The names that count for it, the nearest first.
    let names: [ValueName]
  }

  private struct Container {
    let isObject: Bool
    /// The names that a value in here stands under in any case.
    let inherited: [ValueName]
    /// The names that the next value stands under.
    var names: [ValueName]
    var key = ""
    /// The text of the member `name`, which is the name of the member `value`.
    var name: ValueName?

    init(isObject: Bool, inherited: [ValueName]) {
      self.isObject = isObject
      self.inherited = inherited
      names = inherited
    }

    mutating func begin(_ key: ValueName) {
      self.key = key.text
      let isNamed = key.text == "value" || key.text == "Value"
      names = (isNamed ? [name, key].compactMap { $0 } : [key]) + inherited
    }
  }

  private let bytes: [UInt8]
  private var index = 0
  private var containers: [Container] = []
  private var expectsKey = false

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Takes the next scalar.
  ///
  /// - Parameter named: Looks a name up.
  mutating func next(_ named: (String) -> ValueName) -> Scalar? {
    while index < bytes.count {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        containers.append(Container(isObject: byte == UInt8(ascii: "{"), inherited: Array(names.prefix(4))))
        expectsKey = byte == UInt8(ascii: "{")
        index += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        _ = containers.popLast()
        index += 1
      case UInt8(ascii: ","):
        expectsKey = containers.last?.isObject ?? false
        index += 1
      case UInt8(ascii: "\""): return string(named)
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return number()
      default: index += 1
      }
    }
    return nil
  }

  private mutating func string(_ named: (String) -> ValueName) -> Scalar {
    let start = index + 1
    index = start
    while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
      index = min(index + (bytes[index] == UInt8(ascii: "\\") ? 2 : 1), bytes.count)
    }
    let range = start..<index
    index = min(index + 1, bytes.count)
    guard expectsKey, let last = containers.indices.last else {
      let scalar = Scalar(kind: .string, range: range, names: names)
      rememberName(range, named)
      return scalar
    }
    expectsKey = false
    containers[last].begin(named(String(decoding: JSONText.unescaped(bytes[range]), as: UTF8.self)))
    return Scalar(kind: .key, range: range, names: [])
  }

  private mutating func number() -> Scalar {
    let start = index
    while index < bytes.count, bytes[index].isLetterOrDigit || "+-.".utf8.contains(bytes[index]) { index += 1 }
    return Scalar(kind: .number, range: start..<index, names: names)
  }

  private var names: [ValueName] { containers.last?.names ?? [] }

  // `{ "name": "Authorization", "value": "…" }` is as much a name and its value as a member of its own.
  private mutating func rememberName(_ range: Range<Int>, _ named: (String) -> ValueName) {
    guard let last = containers.indices.last, ["name", "key", "Name", "Key"].contains(containers[last].key),
      range.count <= 64
    else { return }
    containers[last].name = named(String(decoding: bytes[range], as: UTF8.self))
  }
}
