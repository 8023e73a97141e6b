/// One part of a `multipart/form-data` body.
///
/// See [RFC 7578](https://www.rfc-editor.org/rfc/rfc7578).
public struct MultipartPart: Hashable, Sendable {
  /// The form field's name.
  public var name: String
  /// The part's content.
  public var data: Data
  /// The file's name, for a part that is a file.
  public var filename: String?
  /// The content's media type.
  public var contentType: String?

  /// Creates a part.
  ///
  /// - Parameters:
  ///   - name: The form field's name.
  ///   - data: The content.
  ///   - filename: The file's name, for a part that is a file.
  ///   - contentType: The content's media type.
  public init(name: String, data: Data, filename: String? = nil, contentType: String? = nil) {
    self.name = name
    self.data = data
    self.filename = filename
    self.contentType = contentType
  }

  /// Creates a part whose content is text.
  ///
  /// - Parameters:
  ///   - name: The form field's name.
  ///   - text: The content.
  public init(name: String, text: String) { self.init(name: name, data: Data(text.utf8)) }

  /// Explains the word for the content.
  @available(*, unavailable, renamed: "data")
  public var body: Data { data }

  /// A boundary that occurs in none of the parts, and is always the same for the same parts so that requests can be compared.
  package static func boundary(for parts: [MultipartPart]) -> String {
    var number = 0
    while true {
      let boundary = "----part-boundary-\(number)"
      if !parts.contains(where: { $0.data.range(of: Data(boundary.utf8)) != nil }) { return boundary }
      number += 1
    }
  }

  package static func encode(_ parts: [MultipartPart], boundary: String) throws(InvalidEndpointError) -> Data {
    var body = Data()
    for part in parts {
      body += Data("--\(boundary)\r\n\(try part.head)\r\n".utf8)
      body += part.data
      body += Data("\r\n".utf8)
    }
    body += Data("--\(boundary)--\r\n".utf8)
    return body
  }

  private var head: String {
    get throws(InvalidEndpointError) {
      let file = filename.map { "; filename=\"\(Self.escape($0))\"" } ?? ""
      var head = "Content-Disposition: form-data; name=\"\(Self.escape(name))\"\(file)\r\n"
      if let contentType {
        guard HTTPHeaders.Field.canSend(value: contentType) else {
          throw InvalidEndpointError(
            .invalidBody,
            reason: "the content type of the part \(name.quoted) contains a line break or a NUL; remove it")
        }
        head += "Content-Type: \(contentType)\r\n"
      }
      return head
    }
  }

  /// Escapes like browsers: <https://html.spec.whatwg.org/#multipart-form-data>.
  private static func escape(_ text: String) -> String {
    // By bytes: in a string, a quotation mark with an accent after it is another character.
    var escaped: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\r"): escaped += "%0D".utf8
      case UInt8(ascii: "\n"): escaped += "%0A".utf8
      case UInt8(ascii: "\""): escaped += "%22".utf8
      default: escaped.append(byte)
      }
    }
    return String(decoding: escaped, as: UTF8.self)
  }
}
