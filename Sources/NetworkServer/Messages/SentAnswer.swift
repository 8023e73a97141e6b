/// An answer that no client could read.
package struct UnsendableAnswer: Error, Sendable, CustomStringConvertible {
  package let description: String

  /// Checks what goes before the body of an answer.
  @Sendable package static func check(_ status: Int, _ headers: HTTPHeaders) throws(UnsendableAnswer) {
    guard (200...999).contains(status) else {
      throw Self(
        description: "its status is \(status), and that of an answer is from 200 to 999 (RFC 9110, section 15)")
    }
    for field in headers where field.name.isEmpty || !field.name.utf8.allSatisfy(ASCIISet.token.contains) {
      throw Self(description: "\(field.name.quoted) is not the name of a field (RFC 9110, section 5.1)")
    }
  }
}

// Changes to a whole answer that only a server needs.
extension HTTPResponse {
  /// Returns the answer in the form to be sent.
  ///
  /// - Parameters:
  ///   - head: The request.
  ///   - isFixture: Whether it is a file, which supports ranges.
  package func sent(to head: RequestHead, isFixture: Bool) -> HTTPResponse {
    let answer = withoutUndoneCoding
    return isFixture || answer.headers["Accept-Ranges"] == "bytes" ? answer.range(for: head) : answer
  }

  /// The answer without a content coding that its body does not have, as in a recording.
  private var withoutUndoneCoding: HTTPResponse {
    guard let coding = headers["Content-Encoding"]?.lowercased(), !body.isEmpty else { return self }
    let start: [UInt8]? =
      switch coding {
      case "gzip", "x-gzip": [0x1F, 0x8B]
      case "deflate": [0x78]
      case "zstd": [0x28, 0xB5, 0x2F, 0xFD]
      default: nil
      }
    let isCoded = start.map { body.starts(with: $0) } ?? (String(data: body, encoding: .utf8) == nil)
    guard !isCoded else { return self }
    var copy = self
    copy.headers["Content-Encoding"] = nil
    copy.headers["Content-Length"] = nil
    return copy
  }

  /// Returns a part of the answer, if the request asks for one.
  ///
  /// See [RFC 9110, section 14](https://www.rfc-editor.org/rfc/rfc9110#section-14). Several ranges are ignored: a client must
  /// expect the whole answer.
  private func range(for head: RequestHead) -> HTTPResponse {
    guard status == 200, head.method == "GET" else { return self }
    var copy = self
    copy.headers["Accept-Ranges"] = "bytes"
    guard let asked = head.value(of: "Range"), !asked.contains(","), isAsSeen(by: head),
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
  private func isAsSeen(by head: RequestHead) -> Bool {
    guard let condition = head.value(of: "If-Range") else { return true }
    return condition == headers["ETag"] || condition == headers["Last-Modified"]
  }
}

/// The range of a `Range` field.
enum ByteRange: Equatable {
  case bytes(Range<Int>)
  case outside

  /// Parses one range; nil if the field is not one.
  init?(_ text: String, of count: Int) {
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
