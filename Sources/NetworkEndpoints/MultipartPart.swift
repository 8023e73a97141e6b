public import Foundation

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
  public init(name: String, text: String) {
    self.init(name: name, data: Data(text.utf8))
  }
}

extension MultipartPart {
  /// A boundary that is in none of the parts, and always the same for the same parts: requests can be compared.
  static func boundary(for parts: [MultipartPart]) -> String {
    var number = 0
    while true {
      let boundary = "----part-boundary-\(number)"
      if !parts.contains(where: { $0.data.range(of: Data(boundary.utf8)) != nil }) { return boundary }
      number += 1
    }
  }

  static func encode(_ parts: [MultipartPart], boundary: String) -> Data {
    var body = Data()
    for part in parts {
      body.append(Data("--\(boundary)\r\n\(part.head)\r\n".utf8))
      body.append(part.data)
      body.append(Data("\r\n".utf8))
    }
    body.append(Data("--\(boundary)--\r\n".utf8))
    return body
  }

  private var head: String {
    let file = filename.map { "; filename=\"\(Self.escape($0))\"" } ?? ""
    let type = contentType.map { "Content-Type: \(Self.escape($0))\r\n" } ?? ""
    return "Content-Disposition: form-data; name=\"\(Self.escape(name))\"\(file)\r\n\(type)"
  }

  /// As browsers do: <https://html.spec.whatwg.org/#multipart-form-data>.
  private static func escape(_ text: String) -> String {
    text.replacingOccurrences(of: "\r", with: "%0D")
      .replacingOccurrences(of: "\n", with: "%0A")
      .replacingOccurrences(of: "\"", with: "%22")
  }
}
