import Foundation
import NetworkEndpoints

/// A `multipart/form-data` body taken apart ([RFC 7578](https://www.rfc-editor.org/rfc/rfc7578),
/// [RFC 2046, section 5.1](https://www.rfc-editor.org/rfc/rfc2046#section-5.1)), or the reason why it is none.
struct MultipartBody {
  struct Part {
    var headers = HTTPHeaders()
    var data = Data()

    var name: String? { disposition["name"] }
    var filename: String? { disposition["filename"] }
    var text: String { data.text }

    private var disposition: HeaderParameters { HeaderParameters(headers["Content-Disposition"] ?? "") }
  }

  private(set) var parts: [Part] = []
  private(set) var problem: String?

  init(contentType: String?, data: Data) {
    guard let contentType, contentType.lowercased().hasPrefix("multipart/") else {
      problem = "got \(contentType ?? "no content type")"
      return
    }
    guard let boundary = HeaderParameters(contentType)["boundary"], !boundary.isEmpty else {
      problem = "the content type names no boundary"
      return
    }
    guard !data.isEmpty else {
      problem = "the body is empty"
      return
    }
    read(Data(data), boundary)
  }

  private mutating func read(_ data: Data, _ boundary: String) {
    var sections = MultipartSections(data, boundary: boundary)
    while let section = sections.next() { parts.append(Part(section)) }
    let delimiter = "--\(boundary)"
    if sections.isCut {
      problem = "the body ends before the closing boundary \((delimiter + "--").quoted)"
      parts = []
    } else if parts.isEmpty {
      problem = "the body has no part that starts with the boundary \(delimiter.quoted)"
    }
  }
}

extension MultipartBody.Part {
  /// Reads header fields, an empty line, and the content.
  fileprivate init(_ section: Data) {
    var rest = section
    while !rest.isEmpty {
      let end = rest.firstIndex(of: 0x0A) ?? rest.endIndex
      let line = rest[..<end].text
      rest = rest[end...].dropFirst()
      let text = line.trimmingCharacters(in: .whitespacesAndNewlines)
      if text.isEmpty { break }
      add(line: text, isContinued: line.first == " " || line.first == "\t")
    }
    data = Data(rest)
  }

  /// Adds a field; a line that starts with a space goes on with the one before.
  private mutating func add(line: String, isContinued: Bool) {
    if isContinued, let last = headers.last {
      headers = HTTPHeaders(headers.dropLast())
      headers.append("\(last.value) \(line)", for: last.name)
    } else if let colon = line.firstIndex(of: ":") {
      headers.append(
        line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces),
        for: line[..<colon].trimmingCharacters(in: .whitespaces))
    }
  }
}

/// What stands between the boundary lines of a multipart body; what is before the first and after the last does not count.
struct MultipartSections {
  private let data: Data
  private let delimiter: Data
  /// Where the next section starts; nil before the first boundary and after the last.
  private var start: Data.Index?
  private var position: Data.Index
  private var isClosed = false

  init(_ data: Data, boundary: String) {
    self.data = data
    delimiter = Data("--\(boundary)".utf8)
    position = data.startIndex
    findStart()
  }

  /// Whether the body ended inside a section.
  private(set) var isCut = false

  /// The next section, without the line break that belongs to the boundary after it.
  mutating func next() -> Data? {
    guard let start, !isClosed else { return nil }
    guard let line = nextBoundary() else {
      isCut = true
      return nil
    }
    self.start = line.upperBound
    return data[start..<max(start, endWithoutLineBreak(line.lowerBound))]
  }

  private mutating func findStart() {
    guard let line = nextBoundary() else { return }
    start = line.upperBound
  }

  /// The next line that is a boundary, its line break included.
  private mutating func nextBoundary() -> Range<Data.Index>? {
    while let found = data.range(of: delimiter, in: position..<data.endIndex) {
      position = found.upperBound
      guard found.lowerBound == data.startIndex || data[found.lowerBound - 1] == 0x0A else { continue }
      let rest = data[found.upperBound...]
      if rest.starts(with: Data("--".utf8)) {
        isClosed = true
        return found
      }
      // Spaces may follow the boundary; anything else, and the line only starts like one.
      let end = rest.firstIndex { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D } ?? data.endIndex
      guard end == data.endIndex || data[end] == 0x0A else { continue }
      position = min(end + 1, data.endIndex)
      return found.lowerBound..<position
    }
    return nil
  }

  private func endWithoutLineBreak(_ end: Data.Index) -> Data.Index {
    var end = end
    if end > data.startIndex, data[end - 1] == 0x0A { end -= 1 }
    if end > data.startIndex, data[end - 1] == 0x0D { end -= 1 }
    return end
  }
}

/// The parameters of a field value such as `form-data; name="a"`, their names without case.
///
/// See [RFC 9110, section 5.6.6](https://www.rfc-editor.org/rfc/rfc9110#section-5.6.6). An extended parameter
/// (`filename*=UTF-8''caf%C3%A9`, [RFC 8187](https://www.rfc-editor.org/rfc/rfc8187)) comes before a plain one.
struct HeaderParameters {
  private var values: [String: String] = [:]

  init(_ text: String) {
    var rest = text.drop { $0 != ";" }
    while rest.first == ";" {
      rest = rest.dropFirst().drop(while: \.isWhitespace)
      let name = rest.prefix { $0 != "=" && $0 != ";" }
      rest = rest[name.endIndex...]
      guard rest.first == "=" else { continue }
      rest = rest.dropFirst().drop(while: \.isWhitespace)
      let key = name.trimmingCharacters(in: .whitespaces).lowercased()
      let value = rest.first == "\"" ? Self.quoted(&rest) : Self.token(&rest)
      // Of a repeated parameter the first one counts.
      if values[key] == nil { values[key] = value }
      rest = rest.drop { $0 != ";" }
    }
  }

  subscript(name: String) -> String? { values["\(name)*"].flatMap(Self.extended) ?? values[name] }

  private static func token(_ rest: inout Substring) -> String {
    let token = rest.prefix { $0 != ";" }
    rest = rest[token.endIndex...]
    return token.trimmingCharacters(in: .whitespaces)
  }

  private static func quoted(_ rest: inout Substring) -> String {
    rest.removeFirst()
    var value = ""
    while let character = rest.popFirst(), character != "\"" {
      // Browsers leave a lone backslash as it is; only an escaped quotation mark or backslash is an escape.
      if character == "\\", let next = rest.first, next == "\"" || next == "\\" {
        value.append(rest.removeFirst())
      } else {
        value.append(character)
      }
    }
    // All that browsers escape: https://html.spec.whatwg.org/#multipart-form-data
    return value.replacing("%22", with: "\"").replacing("%0D", with: "\r").replacing("%0A", with: "\n")
  }

  /// Character set, language and escaped text, with an apostrophe after each of the first two.
  private static func extended(_ value: String) -> String? {
    let parts = value.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
    return parts.count == 3 ? String(parts[2]).percentDecoded : nil
  }
}
