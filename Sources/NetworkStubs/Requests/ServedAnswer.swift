// What a server does by itself with an answer, and a client after it, whatever the stub says. It is one list for all depths: an
// injected transport and a mocked session do both halves, a server on a socket does the first, and writes the length and the date
// with the head; its client does the rest.
//
// 1. `served`: a coding that the body does not have is not said; a range is cut out; no body where none may be.
// 2. `received`: the length and the date are there; a coding that is said is undone.

extension HTTPResponse {
  /// Returns the answer as a server sends it.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - isFile: Whether the answer is a file, which supports ranges.
  package func served(to request: URLRequest, isFile: Bool = false) -> HTTPResponse {
    var answer = withoutUndoneCoding
    if isFile || answer.headers["Accept-Ranges"] == "bytes" { answer = answer.range(for: request) }
    return answer.body.isEmpty || answer.mayHaveBody(for: request) ? answer : answer.withoutBody(for: request)
  }

  /// Returns the answer as a client receives it.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - cameInPieces: Whether its server did not know the length before its end.
  ///   - platform: The platform of the client's session.
  ///   - date: The time of its server.
  /// - Throws: The error of a session, for a body that is not in the coding that is said.
  package func received(
    for request: URLRequest, cameInPieces: Bool = false, on platform: SessionPlatform = .current,
    at date: ServerDate = .present
  ) throws -> HTTPResponse {
    var answer = completed(cameInPieces: cameInPieces, at: date)
    guard let coding = coding, ForeignCoding(saidAs: coding) == nil, body.isCoded(coding) == true else { return answer }
    answer.body = try body.decoded(coding, for: request, on: platform)
    return answer
  }

  /// Returns the answer as a client has it that finds its body not to be in the coding that is said, with what comes before the fault.
  package func receivedUndecodable(at date: ServerDate = .present) -> HTTPResponse {
    var answer = completed(cameInPieces: false, at: date)
    answer.body = coding.flatMap { body.decompressedStart($0)?.data } ?? Data()
    return answer
  }

  /// Returns the answer with its length and its date.
  private func completed(cameInPieces: Bool, at date: ServerDate) -> HTTPResponse {
    var answer = self
    // Also to HEAD, as for GET (RFC 9110, section 9.3.2).
    if !cameInPieces, mayHaveBody, headers["Content-Length"] == nil, headers["Transfer-Encoding"] == nil {
      answer.headers.append(String(body.count), for: "Content-Length")
    }
    answer.headers.addDate(status, date)
    return answer
  }

  /// The coding of the body that a session undoes and this package does not; nil if there is none.
  package var foreignCoding: ForeignCoding? {
    guard let coding = coding, let foreign = ForeignCoding(saidAs: coding), !body.isEmpty else { return nil }
    // What is text has been decoded already.
    return body.isCoded(coding) ?? (String(data: body, encoding: .utf8) == nil) ? foreign : nil
  }

  /// Returns whether an answer that a client has received is this one, which a stub gave.
  package func isReceived(as other: HTTPResponse) -> Bool {
    guard status == other.status, url == other.url || url == nil else { return false }
    guard headers.allSatisfy({ field in other.headers.contains { $0 == field } }) else { return false }
    if body == other.body { return true }
    return coding.flatMap { body.decompressed($0) } == other.body
  }

  /// Returns whether an answer to a request can have a body, regardless of the stub.
  ///
  /// Source: [RFC 9110, section 6.4.1](https://www.rfc-editor.org/rfc/rfc9110#section-6.4.1).
  package func mayHaveBody(for request: URLRequest) -> Bool { request.httpMethod != "HEAD" && mayHaveBody }

  /// Whether its status allows a body.
  private var mayHaveBody: Bool {
    switch status {
    case 204, 304: false
    default: status < 100 || status > 199
    }
  }

  /// The content coding that is said.
  private var coding: String? {
    guard let said = headers["Content-Encoding"]?.lowercased() else { return nil }
    guard said.contains("identity") else { return said }
    let codings = HTTPHeaders.tokens(said).filter { $0 != "identity" }
    return codings.isEmpty ? nil : codings.joined(separator: ", ")
  }

  private func withoutBody(for request: URLRequest) -> HTTPResponse {
    var copy = self
    if mayHaveBody, headers["Content-Length"] == nil { copy.headers.append("\(body.count)", for: "Content-Length") }
    copy.body = Data()
    return copy
  }

  /// The answer without a content coding that its body does not have, as in a recording.
  private var withoutUndoneCoding: HTTPResponse {
    guard let coding = coding, !body.isEmpty else { return self }
    guard !(body.isCoded(coding) ?? (String(data: body, encoding: .utf8) == nil)) else { return self }
    var copy = self
    copy.headers["Content-Encoding"] = nil
    copy.headers["Content-Length"] = nil
    return copy
  }

  /// Returns a part of the answer, if the request asks for one.
  ///
  /// See [RFC 9110, section 14](https://www.rfc-editor.org/rfc/rfc9110#section-14). Several ranges are ignored: a client must
  /// expect the whole answer.
  private func range(for request: URLRequest) -> HTTPResponse {
    guard status == 200, (request.httpMethod ?? "GET") == "GET" else { return self }
    var copy = self
    copy.headers["Accept-Ranges"] = "bytes"
    guard let asked = request.value(forHTTPHeaderField: "Range"), !asked.contains(","), isAsSeen(by: request),
      let range = ByteRange(asked, of: body.count)
    else { return copy }
    switch range {
    case .bytes(let bytes):
      copy.status = 206
      copy.headers["Content-Range"] = "bytes \(bytes.lowerBound)-\(bytes.upperBound - 1)/\(body.count)"
      copy.body = Data(body.dropFirst(bytes.lowerBound).prefix(bytes.count))
    case .outside:
      copy.status = 416
      copy.headers["Content-Range"] = "bytes */\(body.count)"
      copy.body = Data()
    }
    copy.headers["Content-Length"] = nil
    return copy
  }

  /// Returns whether the client's part of the answer is of this version.
  private func isAsSeen(by request: URLRequest) -> Bool {
    guard let condition = request.value(forHTTPHeaderField: "If-Range") else { return true }
    return condition == headers["ETag"] || condition == headers["Last-Modified"]
  }
}

extension HTTPStream {
  /// Returns the answer as a server sends it.
  package func served(to request: URLRequest, isFile: Bool = false) -> HTTPStream {
    if let whole { return HTTPStream(whole.served(to: request, isFile: isFile)) }
    guard !HTTPResponse(status: status).mayHaveBody(for: request) else { return self }
    return HTTPStream(status: status, headers: headers, url: url) { StreamIterator { nil } }
  }

  /// Returns the answer as a client receives it: a body in pieces has no length.
  package func received(
    for request: URLRequest, on platform: SessionPlatform = .current, at date: ServerDate = .present
  ) throws -> HTTPStream {
    if let whole { return HTTPStream(try whole.received(for: request, on: platform, at: date)) }
    var copy = self
    copy.headers.addDate(status, date)
    guard let coding = headers["Content-Encoding"]?.lowercased(), ForeignCoding(saidAs: coding) == nil else {
      return copy
    }
    return HTTPStream(status: status, headers: copy.headers, url: url) {
      var chunks = self.makeAsyncIterator()
      var isFirst = true
      return StreamIterator {
        let chunk = try await chunks.next()
        defer { isFirst = false }
        guard isFirst, var whole = chunk, whole.isCoded(coding) == true else { return chunk }
        // A coded body can be read when all of it is there.
        while let more = try await chunks.next() { whole.append(more) }
        return try whole.decoded(coding, for: request, on: platform)
      }
    }
  }
}

extension HTTPHeaders {
  /// Adds the date, as every server with a clock does ([RFC 9110, section 6.6.1](https://www.rfc-editor.org/rfc/rfc9110#section-6.6.1)).
  fileprivate mutating func addDate(_ status: Int, _ date: ServerDate) {
    if status >= 200, self["Date"] == nil { append(date.text, for: "Date") }
  }
}

extension Data {
  /// Returns the data with a coding undone, as a client does it.
  ///
  /// - Throws: The error of a session, for data that is not in the coding.
  fileprivate func decoded(_ coding: String, for request: URLRequest, on platform: SessionPlatform) throws -> Data {
    if let whole = decompressed(coding) {
      let isWhole = !platform.readsOneMember || !["gzip", "x-gzip"].contains(coding) || isOneMember(of: whole)
      guard isWhole else { throw URLError(platform.undecodable, of: request) }
      return whole
    }
    guard platform.handsOnCutBody, let start = decompressedStart(coding), !start.isFaulty else {
      throw URLError(platform.undecodable, of: request)
    }
    return start.data
  }

  /// Returns whether a gzip file has one member: its last bytes are the length of the last.
  private func isOneMember(of whole: Data) -> Bool {
    suffix(4).reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) } == UInt32(truncatingIfNeeded: whole.count)
  }

  /// Returns whether the data begins like one in a coding; nil for a coding that does not show.
  fileprivate func isCoded(_ coding: String) -> Bool? {
    let last = coding.split(separator: ",").last.map { $0.trimmingCharacters(in: .whitespaces) }
    switch last {
    case "gzip", "x-gzip": return starts(with: [0x1F, 0x8B])
    // Without the header, only what it decodes to tells, and of a part that it is no text.
    case "deflate":
      if starts(with: [0x78]) || decompressed("deflate") != nil { return true }
      return String(data: self, encoding: .utf8) == nil && decompressedStart("deflate")?.isFaulty == false
    case "zstd": return starts(with: ForeignCoding.zstandardMark)
    default: return nil
    }
  }
}

/// The range of a `Range` field.
package enum ByteRange: Equatable {
  case bytes(Range<Int>)
  case outside

  /// Parses one range; nil if the field is not one.
  package init?(_ text: String, of count: Int) {
    guard text.hasPrefix("bytes=") else { return nil }
    let parts = text.dropFirst(6).split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }) else { return nil }
    switch (Int(parts[0]), Int(parts[1])) {
    case (let first?, let last):
      if last == nil, !parts[1].isEmpty { return nil }
      let last = last ?? Int.max - 1
      guard first <= last else { return nil }
      self = first < count ? .bytes(first..<min(count, last + 1)) : .outside
    case (nil, let last?):
      guard parts[0].isEmpty else { return nil }
      self = last == 0 || count == 0 ? .outside : .bytes(max(0, count - last)..<count)
    case (nil, nil): return nil
    }
  }
}
