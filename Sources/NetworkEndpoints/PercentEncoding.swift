import Foundation

/// Percent-encoding of the parts of a URL (RFC 3986, section 2.1).
enum PercentEncoding {
  /// A path as written by a person: what is encoded already stays, what cannot stand in a path is encoded.
  static func path(_ text: String) -> String {
    let bytes = Array(text.utf8)
    return String(
      decoding: bytes.indices.flatMap { index -> [UInt8] in
        let byte = bytes[index]
        if byte == UInt8(ascii: "%") {
          let isEncoded = index + 2 < bytes.count && bytes[index + 1].isHexDigit && bytes[index + 2].isHexDigit
          return isEncoded ? [byte] : encoded(byte)
        }
        return byte.isASCIIAlphanumeric || pathPunctuation.contains(byte) ? [byte] : encoded(byte)
      }, as: UTF8.self)
  }

  /// A name or value of a query. `+` is encoded, since servers read it as a space.
  static func queryComponent(_ text: String) -> String {
    encode(text) { $0.isASCIIAlphanumeric || queryPunctuation.contains($0) }
  }

  /// Query items in their order; an item without a value has no equals sign.
  static func query(_ items: [URLQueryItem]) -> String? {
    guard !items.isEmpty else { return nil }
    return items.map { item in
      queryComponent(item.name) + (item.value.map { "=" + queryComponent($0) } ?? "")
    }.joined(separator: "&")
  }

  /// A name or value of `application/x-www-form-urlencoded`: <https://url.spec.whatwg.org/#urlencoded-serializing>.
  static func formComponent(_ text: String) -> String {
    encode(text) { $0.isASCIIAlphanumeric || formPunctuation.contains($0) || $0 == UInt8(ascii: " ") }
      .replacingOccurrences(of: " ", with: "+")
  }

  private static func encode(_ text: String, keeping isKept: (UInt8) -> Bool) -> String {
    if text.utf8.allSatisfy(isKept) { return text }
    return String(decoding: text.utf8.flatMap { isKept($0) ? [$0] : encoded($0) }, as: UTF8.self)
  }

  private static func encoded(_ byte: UInt8) -> [UInt8] {
    [UInt8(ascii: "%"), hexDigits[Int(byte >> 4)], hexDigits[Int(byte & 15)]]
  }

  private static let hexDigits = Array("0123456789ABCDEF".utf8)
  private static let pathPunctuation = Set("-._~!$&'()*+,;=:@/".utf8)
  private static let queryPunctuation = Set("-._~!$'()*,:@/?".utf8)
  private static let formPunctuation = Set("*-._".utf8)
}

extension UInt8 {
  fileprivate var isHexDigit: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
      UInt8(ascii: "A")...UInt8(ascii: "F"):
      true
    default:
      false
    }
  }
}
