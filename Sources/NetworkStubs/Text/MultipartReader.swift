/// The parts of a `multipart` body and their places
/// ([RFC 2046, section 5.1](https://www.rfc-editor.org/rfc/rfc2046#section-5.1)).
package struct MultipartReader {
  package struct Part {
    package let headers: HTTPHeaders
    /// The header fields and the empty line after them.
    package let head: Range<Int>
    /// The content, without the line break that belongs to the next boundary.
    package let content: Range<Int>
  }

  package private(set) var parts: [Part] = []
  /// The text before the first boundary and after the last.
  package private(set) var outside: [Range<Int>] = []
  /// Whether the body ends without a closing boundary, so that its last part is incomplete.
  package private(set) var isCut = false

  package static func boundary(of contentType: String) -> String? {
    guard contentType.lowercased().hasPrefix("multipart/") else { return nil }
    return HeaderParameters(contentType)["boundary"].flatMap { $0.isEmpty ? nil : $0 }
  }

  package init(_ body: ArraySlice<UInt8>, boundary: String) {
    let delimiter = Array("--\(boundary)".utf8)
    var start: Int?
    var place = body.startIndex
    while let found = body.firstRange(of: delimiter[...], from: place) {
      place = found.upperBound
      // A boundary begins a line; the same text elsewhere is content.
      guard found.lowerBound == body.startIndex || body[found.lowerBound - 1] == 0x0A else { continue }
      let isLast = body.has([0x2D, 0x2D], at: place)
      guard isLast || Self.isLineEnd(body, at: &place) else { continue }
      if let start {
        add(body[start..<max(start, Self.endWithoutLineBreak(body[..<found.lowerBound]))])
      } else {
        outside.append(body.startIndex..<found.lowerBound)
      }
      if isLast {
        outside.append((place + 2)..<body.endIndex)
        return
      }
      start = place
    }
    isCut = start != nil
    if let start {
      if start < body.endIndex { add(body[start..<max(start, Self.endWithoutLineBreak(body[start...]))]) }
    } else {
      outside.append(body.indices)
    }
  }

  /// Returns whether nothing but spaces follows on the line; if so, the place moves to the next line.
  private static func isLineEnd(_ body: ArraySlice<UInt8>, at place: inout Int) -> Bool {
    var end = place
    while end < body.endIndex, body[end] == 0x20 || body[end] == 0x09 || body[end] == 0x0D { end += 1 }
    guard end == body.endIndex || body[end] == 0x0A else { return false }
    place = min(end + 1, body.endIndex)
    return true
  }

  private static func endWithoutLineBreak(_ bytes: ArraySlice<UInt8>) -> Int {
    var end = bytes.endIndex
    if end > bytes.startIndex, bytes[end - 1] == 0x0A { end -= 1 }
    if end > bytes.startIndex, bytes[end - 1] == 0x0D { end -= 1 }
    return end
  }

  /// Reads header fields, an empty line, and the content.
  private mutating func add(_ section: ArraySlice<UInt8>) {
    var headers = HTTPHeaders()
    var place = section.startIndex
    while place < section.endIndex {
      let end = section.place(of: 0x0A, from: place) ?? section.endIndex
      let line = String(decoding: section[place..<end], as: UTF8.self)
      place = min(end + 1, section.endIndex)
      let text = line.trimmingCharacters(in: .whitespacesAndNewlines)
      if text.isEmpty { break }
      headers.append(line: text, isContinued: line.first == " " || line.first == "\t")
    }
    parts.append(Part(headers: headers, head: section.startIndex..<place, content: place..<section.endIndex))
  }
}

extension HTTPHeaders {
  /// Adds a field; a line that starts with a space continues the one before it.
  fileprivate mutating func append(line: String, isContinued: Bool) {
    if isContinued, let last {
      self = HTTPHeaders(dropLast())
      append("\(last.value) \(line)", for: last.name)
    } else if let colon = line.firstIndex(of: ":") {
      append(
        line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces),
        for: line[..<colon].trimmingCharacters(in: .whitespaces))
    }
  }
}

/// The parameters of a field value such as `form-data; name="a"`, with case-insensitive names.
///
/// See [RFC 9110, section 5.6.6](https://www.rfc-editor.org/rfc/rfc9110#section-5.6.6). An extended parameter
/// (`filename*=UTF-8''caf%C3%A9`, [RFC 8187](https://www.rfc-editor.org/rfc/rfc8187)) comes before a plain one.
package struct HeaderParameters {
  private var values: [String: String] = [:]

  package init(_ text: String) {
    var rest = text.drop { $0 != ";" }
    while rest.first == ";" {
      rest = rest.dropFirst().drop(while: \.isWhitespace)
      let name = rest.prefix { $0 != "=" && $0 != ";" }
      rest = rest[name.endIndex...]
      guard rest.first == "=" else { continue }
      rest = rest.dropFirst().drop(while: \.isWhitespace)
      let key = name.trimmingCharacters(in: .whitespaces).lowercased()
      let value = rest.first == "\"" ? Self.quoted(&rest) : Self.token(&rest)
      // The first of several equal parameters counts.
      if values[key] == nil { values[key] = value }
      rest = rest.drop { $0 != ";" }
    }
  }

  package subscript(name: String) -> String? { values["\(name)*"].flatMap(Self.extended) ?? values[name] }

  private static func token(_ rest: inout Substring) -> String {
    let token = rest.prefix { $0 != ";" }
    rest = rest[token.endIndex...]
    return token.trimmingCharacters(in: .whitespaces)
  }

  private static func quoted(_ rest: inout Substring) -> String {
    rest.removeFirst()
    var value = ""
    while let character = rest.popFirst(), character != "\"" {
      // Browsers leave a lone backslash unchanged; only an escaped quotation mark or backslash is an escape.
      if character == "\\", let next = rest.first, next == "\"" || next == "\\" {
        value.append(rest.removeFirst())
      } else {
        value.append(character)
      }
    }
    // All escapes of browsers: https://html.spec.whatwg.org/#multipart-form-data
    return value.replacing("%22", with: "\"").replacing("%0D", with: "\r").replacing("%0A", with: "\n")
  }

  /// Character set, language and escaped text, with an apostrophe after each of the first two.
  private static func extended(_ value: String) -> String? {
    let parts = value.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
    return parts.count == 3 ? String(parts[2]).percentDecoded : nil
  }
}
