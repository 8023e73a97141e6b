package import NetworkEndpoints

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Reads requests from bytes as they come; it knows nothing of sockets.
///
/// It is strict: what [RFC 9112](https://www.rfc-editor.org/rfc/rfc9112) lets a server mend, it refuses, since a test wants to
/// know. Lines end in CR LF, fields are not folded, and a body has one length.
package struct RequestParser: Sendable {
  /// What comes next.
  package enum Step: Equatable, Sendable {
    /// More bytes are needed.
    case more
    /// The head is in ``RequestParser/head``.
    case head
    /// A piece of the body: so many bytes, from an offset in those that were given.
    case body(offset: Int, count: Int)
    /// The request is over; ``RequestParser/trailers`` are there.
    case end
    case refused(Refusal)
  }

  private enum State {
    case startLine, fields
    case body(left: Int), chunkSize, chunk(left: Int), chunkEnd, trailers
    case refused(Refusal)
  }

  package private(set) var head = RequestHead()
  package private(set) var trailers: [HTTPHeaders.Field] = []
  /// How many of the bytes that were given are used up.
  package private(set) var consumed = 0

  private let limits: MessageLimits
  private var state = State.startLine
  /// How many bytes of the request came before those that are given next.
  private var offset = 0
  /// How many bytes of the head, or of the trailers, there were.
  private var headSize = 0
  private var fieldCount = 0
  private var length: RequestHead.Framing?
  private var seen = SeenFields()

  package init(limits: MessageLimits = MessageLimits()) {
    self.limits = limits
  }

  /// Whether nothing of a request has come yet.
  package var isBetweenRequests: Bool {
    if case .startLine = state { headSize == 0 } else { false }
  }

  /// Reads on.
  ///
  /// - Parameter bytes: What has come and was not consumed before.
  /// - Returns: What comes next; ``consumed`` bytes are not to be given again.
  package mutating func next(_ bytes: UnsafeBufferPointer<UInt8>) -> Step {
    consumed = 0
    do throws(Refusal) {
      while true {
        switch state {
        case .startLine:
          guard let line = try line(in: bytes, isFirst: true) else { return .more }
          // A client may send an empty line before a request (RFC 9112, section 2.2).
          if line.isEmpty { continue }
          (head, trailers, seen, fieldCount) = (RequestHead(), [], SeenFields(), 0)
          try readStart(line)
          state = .fields
        case .fields:
          guard let line = try line(in: bytes) else { return .more }
          guard line.isEmpty else {
            try readField(line)
            continue
          }
          try finishHead()
          return .head
        case .body(left: 0):
          begin()
          return .end
        case .body(let left):
          guard let step = piece(of: left, in: bytes, then: State.body) else { return .more }
          return step
        case .chunkSize:
          guard let line = try line(in: bytes) else { return .more }
          headSize = 0
          let size = try chunkSize(line)
          state = size == 0 ? .trailers : .chunk(left: size)
        case .chunk(left: 0):
          state = .chunkEnd
        case .chunk(let left):
          guard let step = piece(of: left, in: bytes, then: State.chunk) else { return .more }
          return step
        case .chunkEnd:
          guard bytes.count - consumed >= 2 else { return .more }
          guard bytes[consumed] == 0x0D, bytes[consumed + 1] == 0x0A else {
            throw refusal(400, "a chunk is longer than its size says (RFC 9112, section 7.1)", rest(bytes))
          }
          take(2)
          state = .chunkSize
        case .trailers:
          guard let line = try line(in: bytes) else { return .more }
          guard line.isEmpty else {
            trailers.append(try field(in: line))
            continue
          }
          begin()
          return .end
        case .refused(let refusal):
          return .refused(refusal)
        }
      }
    } catch {
      state = .refused(error)
      return .refused(error)
    }
  }

  /// Expects the next request.
  private mutating func begin() {
    (state, offset, headSize) = (.startLine, 0, 0)
  }

  private mutating func take(_ count: Int) {
    consumed += count
    offset += count
  }

  private mutating func piece(
    of left: Int, in bytes: UnsafeBufferPointer<UInt8>, then next: (Int) -> State
  ) -> Step? {
    let count = min(left, bytes.count - consumed)
    guard count > 0 else { return nil }
    defer { take(count) }
    state = next(left - count)
    return .body(offset: consumed, count: count)
  }

  // Lines

  private typealias Line = Slice<UnsafeBufferPointer<UInt8>>

  /// Takes a line without its end; nil where its end has not come.
  private mutating func line(
    in bytes: UnsafeBufferPointer<UInt8>, isFirst: Bool = false
  ) throws(Refusal) -> Line? {
    let rest = bytes[consumed...]
    if isFirst, let byte = rest.first, !ASCIISet.token.contains(byte), byte != 0x0D {
      throw byte == 0x16 ? refusal(400, .tls, rest) : refusal(400, "it does not begin with a method", rest)
    }
    let end = rest.place(of: 0x0A)
    // Chunk sizes and trailers have the limits of a head.
    let count = end.map { $0 + 1 - consumed } ?? rest.count
    if count > limits.line {
      throw isFirst
        ? refusal(414, "its first line is longer than \(limits.line) bytes", rest)
        : refusal(431, "a line of its head is longer than \(limits.line) bytes", rest)
    }
    if headSize + count > limits.head { throw refusal(431, "its head is longer than \(limits.head) bytes", rest) }
    guard let end else {
      // What is wrong already need not wait for the end of its line.
      if let bare = rest.place(of: 0x0D), bare + 1 < rest.endIndex {
        throw refusal(400, "a CR stands alone in its head (RFC 9112, section 2.2)", rest)
      }
      return nil
    }
    guard end > consumed, bytes[end - 1] == 0x0D else {
      throw refusal(400, "a line of its head ends in LF, and not in CR LF (RFC 9112, section 2.2)", rest[...end])
    }
    let line = bytes[consumed..<(end - 1)]
    if line.place(of: 0x0D) != nil {
      throw refusal(400, "a CR stands alone in its head (RFC 9112, section 2.2)", line)
    }
    headSize += end + 1 - consumed
    take(end + 1 - consumed)
    return line
  }

  private func rest(_ bytes: UnsafeBufferPointer<UInt8>) -> Line { bytes[consumed...] }

  private func refusal(_ status: Int, _ reason: String, _ bytes: Line) -> Refusal {
    Refusal(
      status: status, reason: reason, bytes: Array(bytes.prefix(120)), offset: offset - consumed + bytes.startIndex,
      title: head.target.isEmpty || isReadingStart ? nil : head.title)
  }

  private var isReadingStart: Bool {
    if case .startLine = state { true } else { false }
  }

  // The first line

  private mutating func readStart(_ line: Line) throws(Refusal) {
    guard let methodEnd = line.place(of: 0x20), let targetEnd = line[(methodEnd + 1)...].place(of: 0x20) else {
      throw refusal(400, "its first line is not a method, a target and a version (RFC 9112, section 3)", line)
    }
    let (method, target, version) = (
      line[..<methodEnd], line[(methodEnd + 1)..<targetEnd], line[(targetEnd + 1)...]
    )
    for byte in method where !ASCIISet.token.contains(byte) {
      throw refusal(400, "its method has a byte that no method has (RFC 9110, section 9.1)", line)
    }
    try readVersion(version, line)
    guard !method.isEmpty, !target.isEmpty else {
      throw refusal(400, "its first line is not a method, a target and a version (RFC 9112, section 3)", line)
    }
    for byte in target where byte <= 0x20 || byte >= 0x7F || byte == 0x23 {
      throw refusal(400, "its target has a byte that no URL has (RFC 9112, section 3.2)", line)
    }
    head.method = text(method)
    head.target = text(target)
    if head.method == "CONNECT" { throw refusal(501, .tunnel, line) }
    let isURL = head.target.hasPrefix("http://") || head.target.hasPrefix("https://")
    guard target.first == 0x2F || isURL || head.target == "*" && head.method == "OPTIONS" else {
      throw refusal(400, "its target is neither a path nor a URL (RFC 9112, section 3.2)", line)
    }
  }

  private mutating func readVersion(_ version: Line, _ line: Line) throws(Refusal) {
    let text = text(version)
    switch text {
    case "HTTP/1.1": return
    case "HTTP/1.0": (head.isOld, head.keepsAlive) = (true, false)
    case "HTTP/2.0": throw refusal(505, "it is HTTP/2, and this server speaks HTTP/1.1", line)
    default:
      let digits = text.utf8.dropFirst(5)
      let isVersion =
        text.hasPrefix("HTTP/") && digits.count == 3 && digits.first.map(isDigit) == true
        && digits.last.map(isDigit) == true && digits.dropFirst().first == 0x2E
      throw isVersion
        ? refusal(505, "its version is not HTTP/1.1 or HTTP/1.0", line)
        : refusal(400, "its first line is not a method, a target and a version (RFC 9112, section 3)", line)
    }
  }

  // The fields

  private mutating func readField(_ line: Line) throws(Refusal) {
    let field = try field(in: line)
    switch field.name.lowercased() {
    case "host":
      guard head.host == nil else { throw refusal(400, "it has two Hosts (RFC 9112, section 3.2)", line) }
      guard field.value.utf8.allSatisfy(ASCIISet.authority.contains) else {
        throw refusal(400, "its Host is not a host (RFC 9112, section 3.2)", line)
      }
      head.host = field.value
    case "content-length":
      if seen.length { throw refusal(400, "it has two Content-Lengths (RFC 9112, section 6.3)", line) }
      seen.length = true
      guard !field.value.isEmpty, field.value.utf8.allSatisfy(isDigit) else {
        throw refusal(400, "its Content-Length is not a number (RFC 9110, section 8.6)", line)
      }
      guard let count = Int(field.value) else {
        throw refusal(413, "its Content-Length is more than a machine holds (RFC 9110, section 8.6)", line)
      }
      head.framing = .counted(count)
    case "transfer-encoding":
      if seen.coding { throw refusal(400, "it has two Transfer-Encodings", line) }
      seen.coding = true
      guard field.value.lowercased() == "chunked" else {
        throw field.value.lowercased().hasSuffix("chunked")
          ? refusal(501, "its Transfer-Encoding is more than chunked (RFC 9112, section 6.1)", line)
          : refusal(400, "its Transfer-Encoding does not end in chunked (RFC 9112, section 6.3)", line)
      }
    case "connection":
      for option in field.value.lowercased().split(separator: ",") {
        switch option.trimmingSpaces {
        case "close": (head.keepsAlive, seen.close) = (false, true)
        case "upgrade": head.wantsUpgrade = true
        case "keep-alive": head.keepsAlive = !seen.close
        default: break
        }
      }
    case "expect":
      guard field.value.lowercased() == "100-continue" else {
        throw refusal(417, "it expects what this server does not know (RFC 9110, section 10.1.1)", line)
      }
      head.expectsContinue = !head.isOld
    case "upgrade": head.upgrade = field.value
    case "keep-alive", "proxy-connection", "te", "trailer": break
    default: head.fields.append(field)
    }
  }

  /// A field of the head or of the trailers.
  private mutating func field(in line: Line) throws(Refusal) -> HTTPHeaders.Field {
    fieldCount += 1
    if fieldCount > limits.fields { throw refusal(431, "it has more than \(limits.fields) fields", line) }
    if line.first == 0x20 || line.first == 0x09 {
      throw refusal(400, "a line of its head begins with a space: fields are not folded (RFC 9112, section 5.2)", line)
    }
    guard let colon = line.place(of: 0x3A), colon > line.startIndex else {
      throw refusal(400, "a line of its head is not a field (RFC 9112, section 5)", line)
    }
    for byte in line[..<colon] where !ASCIISet.token.contains(byte) {
      throw refusal(400, "the name of a field has a byte that no name has (RFC 9112, section 5.1)", line)
    }
    var (start, end) = (colon + 1, line.endIndex)
    while start < end, line[start] == 0x20 || line[start] == 0x09 { start += 1 }
    while end > start, line[end - 1] == 0x20 || line[end - 1] == 0x09 { end -= 1 }
    let value = line[start..<end]
    for byte in value where byte < 0x20 && byte != 0x09 || byte == 0x7F {
      throw refusal(400, "the value of a field has a control character (RFC 9110, section 5.5)", line)
    }
    return HTTPHeaders.Field(name: text(line[..<colon]), value: text(value))
  }

  private mutating func finishHead() throws(Refusal) {
    let nothing = UnsafeBufferPointer<UInt8>(start: nil, count: 0)[...]
    if seen.coding {
      if seen.length {
        throw refusal(400, "it has a Content-Length and a Transfer-Encoding (RFC 9112, section 6.3)", nothing)
      }
      if head.isOld {
        throw refusal(400, "it is HTTP/1.0 and has a Transfer-Encoding (RFC 9112, section 6.1)", nothing)
      }
      head.framing = .chunked
    }
    if head.host == nil, !head.isOld { throw refusal(400, "it has no Host (RFC 9112, section 3.2)", nothing) }
    headSize = 0
    switch head.framing {
    case .chunked: state = .chunkSize
    case .counted(let count): state = .body(left: count)
    case nil: state = .body(left: 0)
    }
  }

  // Chunks

  private func chunkSize(_ line: Line) throws(Refusal) -> Int {
    let wrong = "the size of a chunk is not a number (RFC 9112, section 7.1)"
    var (size, digits) = (0, 0)
    for byte in line {
      guard let digit = byte.hexadecimalValue else {
        // What follows a semicolon extends the chunk; no extension is known here.
        let name = line.dropFirst(digits + 1).first
        if byte == 0x3B, digits > 0, let name, ASCIISet.token.contains(name),
          line.allSatisfy({ $0 == 0x09 || $0 >= 0x20 && $0 != 0x7F })
        {
          break
        }
        throw refusal(400, wrong, line)
      }
      digits += 1
      if digits > 15 { throw refusal(413, "the size of a chunk is more than a machine holds", line) }
      size = size << 4 | Int(digit)
    }
    if digits == 0 { throw refusal(400, wrong, line) }
    return size
  }

  /// Text of bytes, as UTF-8 or, where it is not that, as ISO 8859-1.
  private func text(_ bytes: Line) -> String {
    let bytes = UnsafeBufferPointer(rebasing: bytes)
    if bytes.firstOffsetThatIsNotUTF8 != nil {
      return bytes.reduce(into: "") { $0.unicodeScalars.append(Unicode.Scalar($1)) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
}

/// What a head may have once.
private struct SeenFields: Sendable {
  var length = false
  var coding = false
  var close = false
}

extension String {
  fileprivate static let tls = """
    it is the beginning of TLS, and this server speaks HTTP alone: encryption needs a dependency. Give the client an address \
    that begins with http://, or mock its session: URLSession.mocked(by:) answers https as well
    """
  fileprivate static let tunnel = """
    it asks for a tunnel, as a client does that reaches an https address through a proxy: this server speaks HTTP alone. Mock \
    the client's session: URLSession.mocked(by:) answers https as well
    """
}

extension Substring {
  fileprivate var trimmingSpaces: Substring {
    var text = self
    while text.first == " " || text.first == "\t" { text.removeFirst() }
    while text.last == " " || text.last == "\t" { text.removeLast() }
    return text
  }
}

extension ASCIISet {
  /// What the host and port of a URL consist of.
  fileprivate static let authority = Self(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~!$&'()*+,;=%:[]")
}
