/// A walk over the scalars of JSON text, with the names of each.
package struct JSONWalker {
  package enum Kind: UInt8 { case key, string, number }

  /// A scalar and its place; a string without its quotation marks.
  private struct Scalar {
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
    var name: ValueName?
    /// The number of strings taken from a list.
    var count = 0
  }

  private let text: JSONText
  private var token = 0
  private var container = Container()
  /// The containers around the current one.
  private var outer: [Container] = []
  /// Whether a name above the next value is, or may be, a secret's.
  private var mayBeSecret = false
  /// Whether the next value is a name: `{ "name": "Authorization", "value": "…" }` is a name and its value.
  private var isAtName = false

  private init(_ text: JSONText) { self.text = text }

  /// Returns the edits of the values that may be secrets: by a name, by their form, or by what is known.
  ///
  /// - Parameters:
  ///   - json: Valid JSON, or its start.
  ///   - bytes: The same as bytes.
  ///   - places: The places where something known begins.
  ///   - readsAll: Whether plain values are asked for as well.
  ///   - name: Returns the properties of a name.
  ///   - decide: Returns the edits of a key, a string or a number, for its names, the nearest first.
  package static func edits(
    in json: JSONText, _ bytes: [UInt8], known places: [Int], readsAll: Bool, name: (String) -> ValueName,
    decide: (Kind, ArraySlice<UInt8>, [ValueName]) -> [Edit]
  ) -> [Edit] {
    var edits = [Edit]()
    var walker = Self(json)
    let buffer = UnsafeBufferPointer(start: json.bytes, count: json.length)
    var nextPlace = 0
    while let scalar = walker.next() {
      while nextPlace < places.count, places[nextPlace] < scalar.start { nextPlace += 1 }
      let range = scalar.start..<scalar.end
      if scalar.kind == .number {
        if range.count >= 3 || walker.mayBeSecret {
          edits.add(decide(.number, bytes[range], walker.mayBeSecret ? walker.names : []))
        }
        continue
      }
      // Most values are plain: titles, ids, keys. They are skipped without being copied.
      let hasKnown = nextPlace < places.count && places[nextPlace] < scalar.end
      let isPlain = !hasKnown && !readsAll && TextProfile(scalar.bytes(of: buffer)).isPlain
      var isAsked = !isPlain
      if scalar.kind == .key {
        var key =
          scalar.hasEscapes
          ? String(decoding: JSONText.unescaped(bytes[range]), as: UTF8.self)
          : String(decoding: scalar.bytes(of: buffer), as: UTF8.self)
        // The code of an authorization is exchanged for a token.
        if key == "code", bytes[...].firstRange(of: NamedPlaces.grant[...]) != nil { key = "authorization_code" }
        walker.begin(name(key))
      } else {
        isAsked = walker.mayBeSecret || !isPlain && range.count >= 4
      }
      if isAsked {
        // A key has no name of its own, and is often an id.
        let names = scalar.kind == .key ? [] : walker.names
        let text = bytes[range]
        if scalar.hasEscapes, let view = DecodedView(text, undoing: .backslashes) {
          edits.add(decide(scalar.kind, view.bytes[...], names).map(view.original))
        } else {
          edits.add(decide(scalar.kind, text, names))
        }
      }
      if scalar.kind == .string, walker.isAtName || walker.isFirstOfPair, range.count <= 64 {
        walker.remember(name(String(decoding: scalar.bytes(of: buffer), as: UTF8.self)))
      }
    }
    return edits
  }

  /// Returns the lines of JSON, one value each, as in logs and event streams; nil for another text.
  package static func lines(of text: ArraySlice<UInt8>) -> [ArraySlice<UInt8>]? {
    let lines = text.split(separator: 0x0A).map { line in
      line.starts(with: "data:".utf8) ? line.dropFirst(5).drop { $0 == 0x20 } : line
    }
    let isJSON = lines.contains { line in
      line.first == UInt8(ascii: "{") && (line.last == 0x0D ? line.dropLast() : line).last == UInt8(ascii: "}")
    }
    return isJSON ? lines : nil
  }

  /// Takes the next scalar; after a key, ``begin(_:)`` must be called with its name.
  private mutating func next() -> Scalar? {
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

  private mutating func begin(_ key: ValueName) {
    container.key = key
    noteKey()
  }

  /// Whether the last scalar is the first of an inner list: `[["Authorization", "…"]]` is a name and its value.
  private var isFirstOfPair: Bool {
    container.count == 1 && !container.isObject && outer.last?.isObject == false && outer.count > 1
  }

  /// Keeps the name of the next member `value`.
  private mutating func remember(_ name: ValueName) {
    container.name = name
    if !container.isObject, name.mayBeSecret { mayBeSecret = true }
  }

  /// The names of the next value, the nearest first.
  private var names: [ValueName] {
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
