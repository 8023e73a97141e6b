extension HTTPMessage {
  /// Parses a message, as leniently as is harmless, because people write these files.
  ///
  /// Lines end in LF or CRLF. Empty lines before the start line, the version of a request and the phrase of a response
  /// are optional; a folded field is one line; without an empty line after the fields there is no body.
  ///
  /// The body is every byte after the empty line, with two exceptions. With a `Content-Length`, it has that length: an extra line
  /// break, as added by editors, is not part of it; any other difference is an error, except for a response without a body, which
  /// may answer a `HEAD`. With `Transfer-Encoding: chunked`, it is decoded, and the field is replaced by `Content-Length`; a body
  /// that does not begin with a chunk, such as one printed by a tool, is used unchanged.
  ///
  /// - Parameters:
  ///   - data: The content of a `.http` file.
  ///   - file: The file's name for errors.
  /// - Throws: An ``HTTPMessageError`` that names the line and the column of the problem.
  public init(_ data: Data, file: String? = nil) throws {
    let bytes = [UInt8](data)
    do {
      var reader = MessageReader(bytes)
      self = try reader.message()
    } catch let failure as MessageReader.Failure {
      throw HTTPMessageError(failure.code, failure.reason, at: failure.offset, in: bytes, file: file)
    }
  }
}

extension MessageReader {
  mutating func message() throws -> HTTPMessage {
    var message = try startLine()
    message.headers = try fields()
    let start = index
    let rest = bytes[start...]
    if message.headers.isChunked {
      guard let chunked = try chunkedBody() else {
        message.take(Data(rest))
        return message
      }
      message.take(chunked.body)
      // RFC 9110, section 6.5.1: fields that frame the body cannot come after it.
      for field in chunked.trailer where !["transfer-encoding", "content-length"].contains(field.name.lowercased()) {
        message.headers.append(field.value, for: field.name)
      }
      return message
    }
    message.body = Data(rest)
    if !message.isResponse, message.headers["Content-Length"] == nil { try checkForMore(in: message.body) }
    if message.cannotHaveBody, rest.allSatisfy({ $0 == 0x0A || $0 == 0x0D }) { message.body = Data() }
    guard let length = try contentLength(of: message.headers) else { return message }
    let isAnswerWithoutBody = rest.isEmpty && message.isResponse
    if rest.count < length, !isAnswerWithoutBody {
      throw failure(
        .wrongLength, "expected \(length) bytes of body as Content-Length says, found \(rest.count).", at: start)
    }
    let surplus = rest.dropFirst(length)
    guard surplus.isEmpty || surplus.elementsEqual([0x0A]) || surplus.elementsEqual([0x0D, 0x0A]) else {
      throw failure(
        .wrongLength, "expected the end after \(length) bytes of body as Content-Length says, found \(rest.count).",
        at: start + length)
    }
    message.body = Data(rest.prefix(length))
    return message
  }

  private func contentLength(of headers: HTTPHeaders) throws -> Int? {
    let values = headers.lengths
    guard let first = values.first else { return nil }
    // RFC 9110, section 8.6: repeated ones must be equal.
    guard let length = first, values.allSatisfy({ $0 == length }) else {
      let value = headers["Content-Length"] ?? ""
      throw failure(
        .invalidField, "expected one number of bytes as Content-Length, found \(value.quoted).", at: lengthField)
    }
    return length
  }
}

extension HTTPMessage {
  var isResponse: Bool { if case .response = startLine { true } else { false } }

  /// Whether the status excludes a body (RFC 9112, section 6.3).
  fileprivate var cannotHaveBody: Bool {
    if case .response(let status, _) = startLine { status < 200 || status == 204 || status == 304 } else { false }
  }

  /// Takes a body that is no longer chunked (RFC 9112, section 7.1.3).
  fileprivate mutating func take(_ body: Data) {
    self.body = body
    headers = headers.withoutChunked
    if !body.isEmpty { headers["Content-Length"] = String(body.count) }
  }
}

extension HTTPHeaders {
  fileprivate var isChunked: Bool { codings.last?.lowercased() == "chunked" }

  private var codings: [String] {
    values(for: "Transfer-Encoding").flatMap { $0.split(separator: ",") }.map {
      $0.trimmingCharacters(in: .whitespaces)
    }
  }

  /// The fields without `chunked` at the end of `Transfer-Encoding`.
  var withoutChunked: HTTPHeaders {
    guard isChunked else { return self }
    var codings = codings
    while codings.last?.lowercased() == "chunked" { codings.removeLast() }
    var copy = self
    copy["Transfer-Encoding"] = codings.isEmpty ? nil : codings.joined(separator: ", ")
    return copy
  }

  /// Each number of `Content-Length`; nil in place of anything else.
  var lengths: [Int?] {
    let numbers: [Substring] = values(for: "Content-Length").flatMap { field in
      field.split(separator: ",", omittingEmptySubsequences: false)
    }
    return numbers.map { value in
      let digits = value.trimmingCharacters(in: CharacterSet(charactersIn: " \t"))
      return digits.allSatisfy { ("0"..."9").contains($0) } ? Int(digits) : nil
    }
  }
}
