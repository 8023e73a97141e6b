extension HAR.Response {
  /// Returns the body; one that a tool has written as encoded pieces is joined and decompressed.
  ///
  /// - Parameter readingFile: Reads a body beside the recording, by the name in the field `_file`.
  /// - Throws: A ``HARError`` if the body cannot be decoded; any error of `readingFile`.
  package func body(readingFile: (String) throws -> Data = HAR.refuseFile) throws -> Data {
    let body = try content.body(readingFile: readingFile)
    return HAR.joined(body, coding: contentCoding)?.body ?? body
  }

  /// The value of `Content-Encoding`; empty if there is none, or none that changes the body.
  var contentCoding: String {
    let value = headers.first { $0.name.lowercased() == "content-encoding" }?.value ?? ""
    return value.trimmingCharacters(in: .whitespaces).lowercased() == "identity" ? "" : value
  }
}

extension HAR {
  /// Joins the pieces of a body: a JSON array of base64 or hexadecimal texts, as Polly.JS writes a compressed body.
  ///
  /// - Returns: The body, and the coding that it still has; nil unless the pieces have the coding that the response says.
  static func joined(_ body: Data, coding: String) -> (body: Data, coding: String)? {
    guard !coding.isEmpty, body.starts(with: Data("[".utf8)), case .array(let pieces)? = try? JSONValue(parsing: body)
    else { return nil }
    let texts = pieces.compactMap { $0.text.map { Array($0.utf8)[...] } }
    guard texts.count == pieces.count, !texts.isEmpty else { return nil }
    for bytes in [texts.map(HexText.bytes), texts.map { Data(base64Encoded: Data($0)).map(Array.init) }] {
      guard !bytes.contains(nil) else { continue }
      let whole = Data(bytes.compactMap(\.self).joined())
      if let plain = plain(whole, coding: coding) { return (plain, "") }
      // Zstandard is not undone here, but its first bytes show it. Those of Brotli do not: its pieces may be any texts.
      if ForeignCoding(saidAs: coding) == .zstandard, whole.starts(with: ForeignCoding.zstandardMark) {
        return (whole, coding)
      }
    }
    return nil
  }

  /// Returns a body without its content coding; nil if it does not have the one that the response says.
  static func plain(_ body: Data, coding: String) -> Data? { coding.isEmpty ? nil : body.decompressed(coding) }
}
