/// The values with names in a text: `a=1&b=2`, `"a": "b"`, `A: b`, attributes of markup, and then its elements.
struct NamedPlaces {
  private struct Place {
    let name: ValueName
    let range: Range<Int>
    let looseness: SecretDecision.Looseness?
    let encoding: DecodedView.Encoding
  }

  static let grant = Array("grant_type".utf8)

  private let text: ArraySlice<UInt8>
  /// The equals signs and colons that are left, each found by the C library.
  private var marks: ArraySlice<Int>
  /// The place to go on from.
  private var next: Int
  private var tag: Int?
  /// The last key of a property list: `<key>password</key><string>…</string>`.
  private var key = (name: "", end: 0)

  /// Returns the edits of the values whose names matter.
  ///
  /// - Parameters:
  ///   - text: Text of any kind.
  ///   - isMarkup: Whether it may have elements.
  ///   - name: Returns the properties of a name.
  ///   - decide: Returns the edits of a value, with its encoding undone.
  static func edits(
    in text: ArraySlice<UInt8>, isMarkup: Bool, name: (String) -> ValueName,
    decide: (ArraySlice<UInt8>, ValueName, SecretDecision.Looseness?) -> [Edit]
  ) -> [Edit] {
    var edits: [Edit] = []
    var places = Self(in: text, isMarkup: isMarkup)
    while let place = places.nextPair(name) ?? places.nextElement(name) {
      let view = DecodedView(text[place.range], undoing: place.encoding)
      let found = decide(view?.bytes[...] ?? text[place.range], place.name, place.looseness)
      if found.isEmpty { continue }
      edits += view.map { found.map($0.original) } ?? found
      // A value that is replaced whole is not searched again from each sign in it, which would take too long.
      places.next = max(places.next, place.range.upperBound)
    }
    return edits
  }

  private init(in text: ArraySlice<UInt8>, isMarkup: Bool) {
    self.text = text
    marks = (text.places(of: UInt8(ascii: "=")) + text.places(of: UInt8(ascii: ":"))).sorted()[...]
    next = text.startIndex
    tag = isMarkup ? text.place(of: UInt8(ascii: ">")) : nil
    key.end = text.startIndex
  }

  private mutating func nextPair(_ properties: (String) -> ValueName) -> Place? {
    while let index = marks.popFirst() {
      guard index >= next, let pair = NamedValue(in: text, at: index) else { continue }
      var name = pair.name
      if name == "value" || name == "content", let sibling = nameBeside(index) { name = sibling }
      guard properties(name).mayBeSecret, let value = pair.value(in: text) else { continue }
      // The code of an authorization is exchanged for a token.
      if name == "code", text.firstRange(of: Self.grant[...]) != nil { name = "authorization_code" }
      let looseness = value.isQuoted ? nil : pair.looseness(upTo: value.range.upperBound, in: text)
      return Place(name: properties(name), range: value.range, looseness: looseness, encoding: .percent)
    }
    return nil
  }

  /// Returns the name that an element gives to the value in it, on either side: `<input name="csrf_token" value="…">`.
  private func nameBeside(_ mark: Int) -> String? {
    let around = text[max(text.startIndex, mark - 120)..<min(text.endIndex, mark + 240)]
    let start = around[..<mark].lastIndex { "<>{}".utf8.contains($0) } ?? around.startIndex
    let element = around[start...].dropFirst().prefix { !"<>{}".utf8.contains($0) }
    var name: String?
    for place in element.indices where text[place] == 0x3D || text[place] == 0x3A {
      // The nearest before it, or else the first after it.
      if place > mark, name != nil { break }
      guard let pair = NamedValue(in: element, at: place), pair.name == "name" || pair.name == "key",
        let value = pair.value(in: element), value.isQuoted
      else { continue }
      name = String(decoding: text[value.range], as: UTF8.self)
    }
    return name
  }

  private mutating func nextElement(_ properties: (String) -> ValueName) -> Place? {
    while let end = tag {
      tag = text.place(of: UInt8(ascii: ">"), from: end + 1)
      guard let content = Self.content(of: text, from: end + 1), var name = Self.tag(in: text, endingAt: end) else {
        continue
      }
      if name == "key" {
        key = (String(decoding: text[content], as: UTF8.self), content.upperBound)
        continue
      }
      if ["string", "data", "integer"].contains(name) {
        // Between them are the end of the key, line breaks and the start of the value.
        guard content.lowerBound - key.end <= 80, !key.name.isEmpty else { continue }
        name = key.name
        key.name = ""
      }
      guard properties(name).mayBeSecret else { continue }
      return Place(name: properties(name), range: content, looseness: nil, encoding: .entities)
    }
    return nil
  }

  /// Returns the text between an element's tags, from a place on; nil if it does not end in a closing tag.
  private static func content(of text: ArraySlice<UInt8>, from start: Int) -> Range<Int>? {
    if text.has(dataStart, at: start) {
      let start = start + dataStart.count
      return text.firstRange(of: dataEnd[...], from: start).map { start..<$0.lowerBound }
    }
    guard let end = text.place(of: UInt8(ascii: "<"), from: start), text.has([0x3C, 0x2F], at: end) else { return nil }
    var content = text[start..<end]
    while let last = content.last, last <= 0x20 { content = content.dropLast() }
    content = content.drop { $0 <= 0x20 }
    return content.isEmpty ? nil : content.indices
  }

  private static let dataStart = Array("<![CDATA[".utf8)
  private static let dataEnd = Array("]]>".utf8)

  /// Returns the name in a tag, without its prefix.
  private static func tag(in text: ArraySlice<UInt8>, endingAt end: Int) -> String? {
    var start = end
    while start > text.startIndex, text[start - 1] != UInt8(ascii: "<") {
      start -= 1
      if end - start > 512 || text[start] == UInt8(ascii: ">") { return nil }
    }
    guard start > text.startIndex, start < end else { return nil }
    let name = text[start..<text.end(of: .name, from: start)]
    var local = name
    if name.endIndex < end, text[name.endIndex] == UInt8(ascii: ":") {
      local = text[(name.endIndex + 1)..<text.end(of: .name, from: name.endIndex + 1)]
    }
    return local.isEmpty || local.count > 64 ? nil : String(decoding: local, as: UTF8.self)
  }
}
