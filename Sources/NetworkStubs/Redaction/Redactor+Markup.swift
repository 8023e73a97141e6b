extension Redactor {
  /// Returns the edits of elements with secret names, `<Password>…</Password>`, and of values after such keys in property lists.
  mutating func elementEdits(in text: ArraySlice<UInt8>, depth: Int) -> [Edit] {
    var edits = [Edit]()
    var key = (name: "", end: text.startIndex)
    var next = text.place(of: UInt8(ascii: ">"))
    while let end = next {
      next = text.place(of: UInt8(ascii: ">"), from: end + 1)
      guard let content = Self.content(of: text, from: end + 1), let tag = Self.tag(in: text, endingAt: end) else {
        continue
      }
      var name = tag
      if tag == "key" {
        key = (String(decoding: text[content], as: UTF8.self), content.upperBound)
        continue
      }
      if ["string", "data", "integer"].contains(tag) {
        // Between them are the end of the key, line breaks and the start of the value.
        guard content.lowerBound - key.end <= 80, !key.name.isEmpty else { continue }
        name = key.name
        key.name = ""
      }
      guard verdict(on: name) != .harmless else { continue }
      let value = text[content]
      if let view = DecodedView(value, undoing: .entities) {
        guard isSecret(view.bytes[...], named: self.name(name)) else { continue }
        edits.add(credentialEdits(view.bytes[...], named: name, depth: depth).map(view.original))
      } else if isSecret(value, named: self.name(name)) {
        edits.add(credentialEdits(value, named: name, depth: depth))
      }
    }
    return edits
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
