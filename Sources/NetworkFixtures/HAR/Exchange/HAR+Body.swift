public import Foundation
import NetworkEndpoints

extension HAR.Content {
  /// Creates the record of a body: as text where it is UTF-8, else as base64.
  ///
  /// - Parameters:
  ///   - body: The body, content codings undone.
  ///   - mimeType: The media type.
  public init(_ body: Data, mimeType: String) {
    let bytes = [UInt8](body)
    let isText = bytes.firstOffsetThatIsNotUTF8 == nil
    self.init(
      size: body.count,
      mimeType: mimeType,
      text: isText ? String(decoding: bytes, as: UTF8.self) : body.base64EncodedString()
    )
    encoding = isText ? nil : "base64"
  }

  /// Makes the body that was recorded; empty where it was not kept.
  ///
  /// - Parameter readingFile: Reads the body that lies beside the recording, by the name in the field `_file`.
  /// - Returns: The body.
  /// - Throws: A ``HARError`` where the text cannot be decoded; what reading a file throws.
  public func body(readingFile: (String) throws -> Data = HAR.refuseFile) throws -> Data {
    if let file = try HAR.bodyFile(in: extras, text: text) { return try readingFile(file) }
    return try HAR.decoded(text, as: encoding)
  }
}

extension HAR.PostData {
  /// Creates the record of a body: as text where it is UTF-8, else as base64 with the field `_encoding`.
  ///
  /// - Parameters:
  ///   - mimeType: The media type.
  ///   - body: The body.
  public init(mimeType: String, body: Data) {
    let content = HAR.Content(body, mimeType: mimeType)
    self.init(mimeType: mimeType, text: content.text)
    // The specification has no encoding here; a field of one's own begins with an underscore.
    if let encoding = content.encoding { extras["_encoding"] = .string(encoding) }
  }

  /// Makes the body that was recorded, from the fields of a form if there is no text.
  ///
  /// - Parameter readingFile: Reads the body that lies beside the recording, by the name in the field `_file`.
  /// - Returns: The body.
  /// - Throws: A ``HARError`` where the text cannot be decoded; what reading a file throws.
  public func body(readingFile: (String) throws -> Data = HAR.refuseFile) throws -> Data {
    if let file = try HAR.bodyFile(in: extras, text: text) { return try readingFile(file) }
    if text ?? "" == "", let params, mimeType.lowercased().hasPrefix("application/x-www-form-urlencoded") {
      return Data(QueryText.form(params.map { ($0.name, $0.value ?? "") }).utf8)
    }
    // Some tools write the field of the later draft, without an underscore.
    return try HAR.decoded(text, as: extras.string("_encoding") ?? extras.string("encoding"))
  }
}

extension HAR {
  fileprivate static func decoded(_ text: String?, as encoding: String?) throws -> Data {
    guard let text else { return Data() }
    guard let encoding, !encoding.isEmpty else { return Data(text.utf8) }
    guard encoding.lowercased() == "base64" else {
      throw HARError(unusable: "the body's encoding is \(encoding.quoted), and only base64 is known", in: text)
    }
    guard let data = Data(base64Encoded: text, options: .ignoreUnknownCharacters) else {
      throw HARError(unusable: "the body is not base64", in: text)
    }
    return data
  }
}

extension HARError {
  /// An error about a value that was read already, so that its place is the value itself.
  init(unusable reason: String, in value: String) {
    self.init(
      JSONReader.Failure(code: .unusable, offset: 0, reason: reason + "."), in: Array(value.utf8), file: nil)
  }
}
