import Foundation

/// Percent-encoding of the parts of a URL (RFC 3986, section 2.1).
enum PercentEncoding {
  /// A path as written by a person: what is encoded already stays, what cannot stand in a path is encoded.
  static func path(_ text: String) -> String {
    encode(text, keeping: .path, isEscapeKept: true)
  }

  /// Query items in their order; an item without a value has no equals sign.
  static func query(_ items: [URLQueryItem]) -> String? {
    guard !items.isEmpty else { return nil }
    return join(items) { encode($0, keeping: .queryComponent) }
  }

  /// `application/x-www-form-urlencoded`: <https://url.spec.whatwg.org/#urlencoded-serializing>.
  static func form(_ items: [URLQueryItem]) -> String {
    join(items, valueForNil: "") { component in
      let encoded = encode(component, keeping: .formComponent)
      guard encoded.utf8.contains(UInt8(ascii: " ")) else { return encoded }
      return String(decoding: encoded.utf8.map { $0 == UInt8(ascii: " ") ? UInt8(ascii: "+") : $0 }, as: UTF8.self)
    }
  }

  private static func join(
    _ items: [URLQueryItem], valueForNil: String? = nil, encoding encode: (String) -> String
  ) -> String {
    var text = ""
    for (index, item) in items.enumerated() {
      if index > 0 { text += "&" }
      text += encode(item.name)
      if let value = item.value ?? valueForNil {
        text += "="
        text += encode(value)
      }
    }
    return text
  }

  private static func encode(_ text: String, keeping kept: ASCIISet, isEscapeKept: Bool = false) -> String {
    if text.utf8.allSatisfy(kept.contains) { return text }
    var encoded: [UInt8] = []
    encoded.reserveCapacity(text.utf8.count * 2)
    for index in text.utf8.indices {
      let byte = text.utf8[index]
      if kept.contains(byte) || (isEscapeKept && text.utf8.isEscape(at: index)) {
        encoded.append(byte)
      } else {
        encoded += [UInt8(ascii: "%"), hexDigits[Int(byte >> 4)], hexDigits[Int(byte & 15)]]
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }

  private static let hexDigits = Array("0123456789ABCDEF".utf8)
}

extension Collection<UInt8> {
  /// Whether a percent sign and two hexadecimal digits stand at an index.
  func isEscape(at index: Index) -> Bool {
    self[index] == UInt8(ascii: "%") && self[index...].dropFirst().prefix(2).count == 2
      && self[index...].dropFirst().prefix(2).allSatisfy(ASCIISet.hexDigits.contains)
  }
}
