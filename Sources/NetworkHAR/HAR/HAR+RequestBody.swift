// A recording keeps the body of a request as text, beside it, or as the fields of a form; or it does not keep it.
extension HAR.Request {
  /// Creates the recorded body. If the recording has no text, it is made from the fields of the form.
  ///
  /// - Parameters:
  ///   - readingFile: Reads a body beside the recording, by the name in the field `_file`.
  ///   - unrecorded: The content of a file of which the recording has only the name.
  /// - Returns: The body. It is empty if the request had none, or if the body was not recorded.
  /// - Throws: A ``HARError`` if the text cannot be decoded; any error of `readingFile`.
  package func body(
    readingFile: (String) throws -> Data = HAR.refuseFile, unrecorded: Data = Data()
  ) throws -> Data {
    guard let postData else { return Data() }
    if postData.isMultipart {
      let boundary = contentType.flatMap(MultipartBody.boundary) ?? ""
      return try MultipartPart.encode(postData.parts(unrecorded: unrecorded), boundary: boundary)
    }
    return try postData.body(readingFile: readingFile)
  }

  /// The media type of the body, with the boundary of its parts; nil if the recording has none.
  package var contentType: String? {
    let field = headers.first { $0.name.lowercased() == "content-type" }?.value
    guard let postData else { return field }
    let known = [field, postData.mimeType].compactMap { $0 }.filter { !$0.isEmpty }
    guard postData.isMultipart else { return known.first }
    return known.first { MultipartBody.boundary(of: $0) != nil }
      ?? "multipart/form-data; boundary=\(MultipartPart.boundary(for: postData.parts()))"
  }

  /// Whether there was a body, or may have been one, that the recording does not keep.
  package var isBodyUnrecorded: Bool {
    if let postData, postData.isKept { return false }
    if bodySize == 0 { return false }
    if bodySize > 0 { return true }
    // Tools that do not know a size write -1, also where there was no body. An empty text says that there was none.
    return ["POST", "PUT", "PATCH", "QUERY", "REPORT", "SEARCH", "PROPPATCH"].contains(method.uppercased())
      && postData?.text == nil
  }
}

extension HAR.PostData {
  /// Whether it has the parts of a form in place of a text.
  var isMultipart: Bool { hasOnlyFields && mimeType.lowercased().hasPrefix("multipart/") }

  /// Whether it has the fields of a form in place of a text.
  private var hasOnlyFields: Bool { text ?? "" == "" && json[HAR.bodyFileField] == nil && params?.isEmpty == false }

  /// Whether it has a body in some form.
  fileprivate var isKept: Bool { hasOnlyFields || text ?? "" != "" || json[HAR.bodyFileField] != nil }

  /// Returns the parts of a form.
  ///
  /// - Parameter unrecorded: The content of a file of which only the name is known.
  func parts(unrecorded: Data = Data()) -> [MultipartPart] {
    (params ?? []).map { field in
      let isUnknown = field.fileName != nil && field.value ?? "" == ""
      // Its line ends in the part's head.
      let type = field.contentType?.split(whereSeparator: \.isNewline).first.map(String.init)
      return MultipartPart(
        name: field.name,
        data: isUnknown ? unrecorded : Data((field.value ?? "").utf8),
        filename: field.fileName,
        contentType: type ?? (isUnknown && !unrecorded.isEmpty ? String(decoding: unrecorded, as: UTF8.self) : nil))
    }
  }

  /// Creates the recorded body. If the recording has no text, it is made from the fields of the form.
  ///
  /// - Parameter readingFile: Reads a body beside the recording, by the name in the field `_file`.
  /// - Returns: The body.
  /// - Throws: A ``HARError`` if the text cannot be decoded; any error of `readingFile`.
  func body(readingFile: (String) throws -> Data = HAR.refuseFile) throws -> Data {
    if let body = try HAR.bodyBeside(json, text: text, readingFile) { return body }
    if let params, hasOnlyFields {
      return Data(PercentCoding.form(params.map { URLQueryItem(name: $0.name, value: $0.value) }).utf8)
    }
    // Some tools write the field of the later draft, without an underscore.
    return try HAR.decoded(text, as: json["_encoding"]?.text ?? json["encoding"]?.text)
  }
}

/// A body, or the content of a file in it, that was sent and that a recording does not keep.
enum UnrecordedBody {
  /// Stands for it where requests are compared; no text has this character.
  static let mark = "\u{1A}"
}
