import Foundation

/// A `multipart/form-data` body taken apart (RFC 7578, RFC 2046), or the reason why it is none.
struct MultipartBody {
  struct Part {
    var headers = HTTPHeaders()
    var data = Data()

    var name: String? { HeaderParameters(headers["Content-Disposition"] ?? "")["name"] }
    var filename: String? { HeaderParameters(headers["Content-Disposition"] ?? "")["filename"] }
    var text: String { String(decoding: data, as: UTF8.self) }
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
    parts = Self.split(data, at: boundary).compactMap(Self.part)
    if parts.isEmpty { problem = "there is no part between boundaries \(boundary.quoted())" }
  }

  /// What stands between the delimiter lines.
  private static func split(_ data: Data, at boundary: String) -> [Data] {
    let delimiter = Data("--\(boundary)".utf8)
    var sections: [Data] = []
    var start: Data.Index?
    var position = data.startIndex
    while let found = data.range(of: delimiter, in: position..<data.endIndex) {
      position = found.upperBound
      // A delimiter starts a line; the same text inside a part does not count.
      guard found.lowerBound == data.startIndex || data[found.lowerBound - 1] == 0x0A else { continue }
      if let start { sections.append(data[start..<found.lowerBound].droppingLineBreak()) }
      if data[position...].starts(with: Data("--".utf8)) { return sections }
      // Spaces may follow the boundary, then comes the end of the line.
      guard let lineEnd = data[position...].firstIndex(of: 0x0A) else { return sections }
      start = lineEnd + 1
    }
    return sections
  }

  private static func part(_ section: Data) -> Part? {
    var part = Part()
    var rest = section[...]
    while let lineEnd = rest.firstIndex(of: 0x0A) {
      let line = String(decoding: rest[..<lineEnd], as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
      rest = rest[(lineEnd + 1)...]
      if line.isEmpty {
        part.data = Data(rest)
        return part
      }
      guard let colon = line.firstIndex(of: ":") else { continue }
      part.headers.append(
        line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces),
        for: line[..<colon].trimmingCharacters(in: .whitespaces))
    }
    return nil
  }
}

/// The parameters of a field value such as `form-data; name="a"` (RFC 9110, section 5.6.6), their names without case.
struct HeaderParameters {
  private var values: [String: String] = [:]

  init(_ text: String) {
    var rest = text.drop { $0 != ";" }
    while rest.first == ";" {
      rest = rest.dropFirst().drop(while: \.isWhitespace)
      guard let equals = rest.firstIndex(where: { $0 == "=" || $0 == ";" }) else { return }
      guard rest[equals] == "=" else {
        rest = rest[equals...]
        continue
      }
      let name = rest[..<equals].trimmingCharacters(in: .whitespaces).lowercased()
      rest = rest[rest.index(after: equals)...].drop(while: \.isWhitespace)
      let value = rest.first == "\"" ? Self.quoted(&rest) : Self.token(&rest)
      values[name] = values[name] ?? value
      rest = rest.drop { $0 != ";" }
    }
  }

  subscript(name: String) -> String? { values[name] }

  private static func token(_ rest: inout Substring) -> String {
    let token = rest.prefix { $0 != ";" }
    rest = rest[token.endIndex...]
    return token.trimmingCharacters(in: .whitespaces)
  }

  private static func quoted(_ rest: inout Substring) -> String {
    rest.removeFirst()
    var value = ""
    while let character = rest.popFirst(), character != "\"" {
      // Browsers write `%22` and a lone backslash in file names; only an escaped quote or backslash is an escape.
      if character == "\\", let next = rest.first, next == "\"" || next == "\\" {
        value.append(rest.removeFirst())
      } else {
        value.append(character)
      }
    }
    return value.replacingOccurrences(of: "%22", with: "\"")
  }
}

extension Data {
  fileprivate func droppingLineBreak() -> Data {
    var end = endIndex
    if end > startIndex, self[end - 1] == 0x0A { end -= 1 }
    if end > startIndex, self[end - 1] == 0x0D { end -= 1 }
    return Data(self[startIndex..<end])
  }
}
