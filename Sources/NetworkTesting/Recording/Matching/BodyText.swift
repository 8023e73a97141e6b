import Foundation
import NetworkEndpoints

/// A body as a text that is the same for bodies that say the same.
struct BodyText {
  let text: String

  init(_ body: Data, contentType: String?) {
    guard !body.isEmpty else {
      text = ""
      return
    }
    let type = contentType?.lowercased() ?? ""
    if type.hasPrefix("multipart/"), let boundary = HeaderParameters(contentType ?? "")["boundary"], !boundary.isEmpty {
      // Each request has a boundary of its own.
      text = Self.plain(body.replacing(Data("--\(boundary)".utf8), with: Data("--boundary".utf8)))
    } else if Self.looksLikeJSON(body), let json = try? JSONValue(parsing: body) {
      text = json.withPlainNumbers.description
    } else if type.hasPrefix("application/x-www-form-urlencoded"), let form = String(data: body, encoding: .utf8) {
      text = QueryPair.parse(form).map { "\($0.name)=\($0.value ?? "")" }.sorted().joined(separator: "&")
    } else {
      text = Self.plain(body)
    }
  }

  private static func plain(_ body: Data) -> String {
    // What is no text must not become the same text.
    String(data: body, encoding: .utf8) ?? "base64:" + body.base64EncodedString()
  }

  private static func looksLikeJSON(_ body: Data) -> Bool {
    let first = body.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
  }
}

extension JSONValue {
  /// The value with its whole numbers as integers, as `1.0` is `1`.
  fileprivate var withPlainNumbers: JSONValue {
    switch self {
    case .number(let number): Int(exactly: number).map(JSONValue.integer) ?? self
    case .array(let elements): .array(elements.map(\.withPlainNumbers))
    case .object(let members): .object(members.mapValues(\.withPlainNumbers))
    default: self
    }
  }
}

extension Data {
  fileprivate func replacing(_ old: Data, with new: Data) -> Data {
    var result = Data()
    var rest = self[...]
    while let range = rest.range(of: old) {
      result += rest[..<range.lowerBound] + new
      rest = rest[range.upperBound...]
    }
    return result + rest
  }
}
