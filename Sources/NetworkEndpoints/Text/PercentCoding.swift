/// Percent-encoding and decoding of the parts of a URL
/// ([RFC 3986, section 2.1](https://www.rfc-editor.org/rfc/rfc3986#section-2.1)).
package enum PercentCoding {
  /// Returns a path as in source: escapes stay, and characters that a path cannot have are encoded.
  static func path(_ text: String) -> String { encode(text, keeping: .path, isEscapeKept: true) }

  /// Returns the path and query of a request with only those bytes escaped that no URL has; escapes stay as they were sent.
  package static func target(_ text: String) -> String { encode(text, keeping: .target, isEscapeKept: true) }

  /// Query items in order; an item without a value has no equals sign.
  static func query(_ items: [URLQueryItem]) -> String? {
    guard !items.isEmpty else { return nil }
    return join(items) { encode($0, keeping: .queryComponent) }
  }

  /// `application/x-www-form-urlencoded`: <https://url.spec.whatwg.org/#urlencoded-serializing>.
  package static func form(_ items: [URLQueryItem]) -> String {
    join(items, valueForNil: "") { component in
      let encoded = encode(component, keeping: .formComponent)
      guard encoded.utf8.contains(UInt8(ascii: " ")) else { return encoded }
      return String(decoding: encoded.utf8.map { $0 == UInt8(ascii: " ") ? plus : $0 }, as: UTF8.self)
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
        encoded += [percent, hexDigits[Int(byte >> 4)], hexDigits[Int(byte & 15)]]
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }

  private static let hexDigits = Array("0123456789ABCDEF".utf8)
  private static let percent = UInt8(ascii: "%")
  private static let plus = UInt8(ascii: "+")
}

// An invalid escape stays unchanged, and so does a text whose escapes are not UTF-8.
extension PercentCoding {
  /// Decodes a segment of a path, in which `+` is itself.
  package static func segment(_ bytes: ByteSlice) -> String {
    let text = component(bytes)
    // Else `%25FF`, which is text, would be the same as `%FF`, which is a byte and stays as it is.
    guard text.leadsToBytes, text.utf8.count < bytes.count else { return text }
    return text.replacing("%", with: "%25")
  }

  fileprivate static func component(_ bytes: ByteSlice) -> String {
    bytes.place(of: percent) != nil ? decoded(bytes) : String(decoding: bytes, as: UTF8.self)
  }

  /// Decodes a name or value of a query or form, in which `+` is a space.
  package static func queryComponent(_ bytes: ByteSlice) -> String {
    guard bytes.place(of: plus) != nil else { return component(bytes) }
    let spaced = bytes.map { $0 == plus ? UInt8(ascii: " ") : $0 }
    return spaced.withUnsafeBufferPointer { component($0[...]) }
  }

  private static func decoded(_ bytes: ByteSlice) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = bytes.startIndex
    while index < bytes.endIndex {
      if bytes[index] == percent, index + 2 < bytes.endIndex,
        let high = bytes[index + 1].hexadecimalValue, let low = bytes[index + 2].hexadecimalValue
      {
        result.append(high << 4 | low)
        index += 3
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    // Foundation's UTF-8 decoding would drop a byte-order mark.
    return result.firstOffsetThatIsNotUTF8 == nil
      ? String(decoding: result, as: UTF8.self) : String(decoding: bytes, as: UTF8.self)
  }
}

extension String {
  /// The path as a pattern that takes only this path, with `*`, `{` and `}` encoded so that they are literal.
  package var verbatimPattern: String {
    replacing("*", with: "%2A").replacing("{", with: "%7B").replacing("}", with: "%7D")
  }

  /// The text with its escapes decoded, `+` unchanged; an escape that is invalid, or not UTF-8, stays.
  package var percentDecoded: String {
    var text = self
    return text.withUTF8 { PercentCoding.segment($0[...]) }
  }

  /// Whether it has escapes that are not UTF-8, or decodes to such a text in the end.
  fileprivate var leadsToBytes: Bool {
    guard utf8.contains(UInt8(ascii: "%")), utf8.indices.contains(where: utf8.isEscape) else { return false }
    var text = self
    let next = text.withUTF8 { PercentCoding.component($0[...]) }
    return next == self || next.leadsToBytes
  }

  /// The decoded name or value of a query or form; `+` is a space.
  package var queryDecoded: String {
    var text = self
    return text.withUTF8 { PercentCoding.queryComponent($0[...]) }
  }
}

extension Collection<UInt8> {
  /// Returns whether there is a percent sign with two hexadecimal digits at an index.
  func isEscape(at index: Index) -> Bool {
    self[index] == UInt8(ascii: "%") && self[index...].dropFirst().prefix(2).count == 2
      && self[index...].dropFirst().prefix(2).allSatisfy(ASCIISet.hexDigits.contains)
  }
}
