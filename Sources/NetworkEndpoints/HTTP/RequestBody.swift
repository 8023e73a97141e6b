/// The body of a request, encoded when the request is created.
public struct RequestBody: Sendable {
  let contentType: String?
  let encode: @Sendable () throws -> Data

  /// A value as JSON, with sorted keys, so equal values always give equal bytes.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - encoder: The encoder to use in place of the standard one, such as one with its own date strategy.
  public static func json(_ value: some Encodable & Sendable, encoder: JSONEncoder = .stable) -> Self {
    Self(contentType: "application/json") { try encoder.encode(value) }
  }

  /// Names and values as `application/x-www-form-urlencoded`, in order.
  ///
  /// Follows the [URL Standard](https://url.spec.whatwg.org/#urlencoded-serializing); an item without a value has an empty one.
  ///
  /// - Parameter items: The names and values.
  public static func form(_ items: [URLQueryItem]) -> Self {
    Self(contentType: "application/x-www-form-urlencoded") { Data(PercentCoding.form(items).utf8) }
  }

  /// Parts as `multipart/form-data`.
  ///
  /// - Parameter parts: The parts, in order.
  public static func multipart(_ parts: [MultipartPart]) -> Self {
    let boundary = MultipartPart.boundary(for: parts)
    return Self(contentType: "multipart/form-data; boundary=\(boundary)") {
      try MultipartPart.encode(parts, boundary: boundary)
    }
  }

  /// Text in UTF-8.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - contentType: Its media type.
  public static func text(_ text: String, contentType: String = "text/plain; charset=utf-8") -> Self {
    Self(contentType: contentType) { Data(text.utf8) }
  }

  /// Raw bytes.
  ///
  /// - Parameters:
  ///   - data: The bytes.
  ///   - contentType: Their media type.
  public static func data(_ data: Data, contentType: String = "application/octet-stream") -> Self {
    Self(contentType: contentType) { data }
  }
}

extension JSONEncoder {
  /// The standard encoder with sorted keys and plain slashes: equal values always give equal bytes.
  public static var stable: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }
}
