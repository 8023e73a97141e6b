/// A parser that reads requests from bytes as they come, without knowledge of sockets.
///
/// It is strict: it refuses whatever [RFC 9112](https://www.rfc-editor.org/rfc/rfc9112) allows a server to repair, since a test
/// wants to know. Lines end in CR LF, fields are not folded, and a body has one length.
package struct RequestParser: Sendable {
  /// The next result.
  package enum Step: Equatable, Sendable {
    /// More bytes are needed.
    case more
    /// The head is in ``RequestParser/head``.
    case head
    /// A piece of the body: a number of bytes, from an offset in those that were given.
    case body(offset: Int, count: Int)
    /// The request is complete, with its ``RequestParser/trailers``.
    case end
    case refused(Refusal)
  }

  enum State {
    case startLine, fields
    case body(left: Int), chunkSize, chunk(left: Int), chunkEnd, trailers
    /// The client has announced that no request follows.
    case over
    case refused(Refusal)
  }

  package internal(set) var head = RequestHead()
  package private(set) var trailers: [HTTPHeaders.Field] = []
  /// The number of given bytes that are used up.
  package private(set) var consumed = 0

  let limits: MessageLimits
  var state = State.startLine
  /// The number of bytes of the request before those given next.
  private var offset = 0
  /// The number of bytes of the head, or of the trailers.
  var headSize = 0
  /// The number of bytes of the empty lines before the head.
  private var emptySize = 0
  var fieldCount = 0
  var seen = SeenFields()
  /// The bytes of the head, if they came at once: the next request of a client often begins with the same.
  private var headBytes: [UInt8] = []
  private var headFieldCount = 0
  /// Whether the head is, byte for byte, that of the request before.
  private(set) var isHeadRepeated = false

  package init(limits: MessageLimits = MessageLimits()) {
    self.limits = limits
  }

  /// Whether nothing of a request has come yet.
  package var isBetweenRequests: Bool {
    if case .startLine = state { headSize == emptySize } else { isOver }
  }

  /// Whether the last request of the connection was read.
  package var isOver: Bool {
    if case .over = state { true } else { false }
  }

  /// Continues parsing.
  ///
  /// - Parameter bytes: The bytes that have come and were not consumed before.
  /// - Returns: The next result; ``consumed`` bytes must not be given again.
  package mutating func next(_ bytes: UnsafeBufferPointer<UInt8>) -> Step {
    consumed = 0
    var headStart: Int?
    do throws(Refusal) {
      while true {
        switch state {
        case .startLine:
          if headSize == 0 {
            if repeatsHead(bytes) { return .head }
            headStart = consumed
          }
          guard let line = try line(in: bytes, isFirst: true) else { return .more }
          // A client may send an empty line before a request, or after a body (RFC 9112, section 2.2): nothing has to follow it.
          if line.isEmpty {
            emptySize = headSize
            continue
          }
          head = RequestHead()
          trailers = []
          seen = SeenFields()
          fieldCount = 0
          headBytes.removeAll(keepingCapacity: true)
          isHeadRepeated = false
          try readStart(line)
          state = .fields
        case .fields:
          guard let line = try line(in: bytes) else { return .more }
          guard line.isEmpty else {
            try readField(line)
            continue
          }
          try finishHead()
          if let headStart, consumed - headStart <= Self.mostRepeated {
            headBytes.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[headStart..<consumed]))
            headFieldCount = fieldCount
          }
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
            trailers.append(try trailer(in: line))
            continue
          }
          begin()
          return .end
        case .over:
          // Old clients send an empty line after a body.
          while consumed < bytes.count, bytes[consumed] == 0x0D || bytes[consumed] == 0x0A { take(1) }
          guard consumed < bytes.count else { return .more }
          var refusal = refusal(400, .follows, rest(bytes))
          refusal.isAnswered = false
          throw refusal
        case .refused(let refusal):
          return .refused(refusal)
        }
      }
    } catch {
      state = .refused(error)
      return .refused(error)
    }
  }

  /// The most bytes of a head that are compared with those of the next one.
  private static let mostRepeated = 4_096

  /// Takes a head that has the same bytes as the one before, whose meaning is known.
  private mutating func repeatsHead(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let count = headBytes.count
    guard count > 0, bytes.count - consumed >= count, let start = bytes.baseAddress,
      memcmp(headBytes, start + consumed, count) == 0
    else { return false }
    trailers = []
    fieldCount = headFieldCount
    head.isPaced = false
    isHeadRepeated = true
    take(count)
    expectBody()
    return true
  }

  /// Expects the next request, if there may be one.
  private mutating func begin() {
    state = head.keepsAlive ? .startLine : .over
    offset = 0
    headSize = 0
    emptySize = 0
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

  typealias Line = Slice<UnsafeBufferPointer<UInt8>>

  /// Takes a line without its end; nil if its end has not come.
  private mutating func line(
    in bytes: UnsafeBufferPointer<UInt8>, isFirst: Bool = false
  ) throws(Refusal) -> Line? {
    let rest = bytes[consumed...]
    if isFirst, let byte = rest.first, !ASCIISet.token.contains(byte), byte != 0x0D {
      throw byte == 0x16
        ? refusal(400, .tls, rest) : refusal(400, "it does not begin with a method (RFC 9112, section 3)", rest)
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
      // An error need not wait for the end of its line.
      if let bare = rest.place(of: 0x0D), bare + 1 < rest.endIndex {
        throw refusal(400, "its head has a CR without an LF (RFC 9112, section 2.2)", rest)
      }
      if isFirst { try checkMethod(rest.prefix { $0 != 0x20 && $0 != 0x0D }, rest) }
      if isReadingFields { try checkFold(rest) }
      return nil
    }
    guard end > consumed, bytes[end - 1] == 0x0D else {
      throw refusal(400, "a line ends in LF instead of CR LF (RFC 9112, section 2.2)", rest[...end])
    }
    let line = bytes[consumed..<(end - 1)]
    if line.place(of: 0x0D) != nil {
      throw refusal(400, "its head has a CR without an LF (RFC 9112, section 2.2)", line)
    }
    headSize += end + 1 - consumed
    take(end + 1 - consumed)
    return line
  }

  private func rest(_ bytes: UnsafeBufferPointer<UInt8>) -> Line { bytes[consumed...] }

  func refusal(_ status: Int, _ reason: String, _ bytes: Line) -> Refusal {
    Refusal(
      status: status, reason: reason, bytes: Array(bytes.prefix(120)), offset: offset - consumed + bytes.startIndex,
      title: head.target.isEmpty || isReadingStart || isOver ? nil : head.title)
  }

  private var isReadingStart: Bool {
    if case .startLine = state { true } else { false }
  }

  private var isReadingFields: Bool {
    switch state {
    case .fields, .trailers: true
    default: false
    }
  }

  // Chunks

  private func chunkSize(_ line: Line) throws(Refusal) -> Int {
    var size = 0
    var digits = 0
    for byte in line {
      guard let digit = byte.hexadecimalValue else {
        guard byte == 0x3B, digits > 0 else { break }
        // No extensions are known here.
        if areExtensions(line.dropFirst(digits)) { return size }
        throw refusal(
          400, "the extension of a chunk is not a name, or a name and a value (RFC 9112, section 7.1.1)", line)
      }
      digits += 1
      if digits > 15 {
        throw refusal(413, "the size of a chunk is too large (RFC 9112, section 7.1)", line)
      }
      size = size << 4 | Int(digit)
    }
    guard digits > 0, digits == line.count else {
      throw refusal(400, "the size of a chunk is not a number (RFC 9112, section 7.1)", line)
    }
    return size
  }

  /// Returns whether each is a semicolon and a name, optionally with `=` and a token or a quoted text.
  private func areExtensions(_ line: Line) -> Bool {
    func isText(_ byte: UInt8) -> Bool { byte == 0x09 || byte >= 0x20 && byte != 0x7F }
    var rest = line
    /// Skips a token, and returns whether there was one.
    func skipToken() -> Bool {
      let count = rest.count
      rest = rest.drop(while: ASCIISet.token.contains)
      return rest.count < count
    }
    func skipQuotes() -> Bool {
      rest = rest.dropFirst()
      while let byte = rest.popFirst(), isText(byte) {
        if byte == 0x22 { return true }
        // A backslash escapes the next character.
        if byte == 0x5C, rest.popFirst().map(isText) != true { return false }
      }
      return false
    }
    while let separator = rest.popFirst() {
      guard separator == 0x3B, skipToken() else { return false }
      guard rest.first == 0x3D else { continue }
      rest = rest.dropFirst()
      guard rest.first == 0x22 ? skipQuotes() : skipToken() else { return false }
    }
    return true
  }

  /// Returns the text of bytes, as UTF-8 or, if they are not, as ISO 8859-1.
  func text(_ bytes: Line) -> String {
    let bytes = UnsafeBufferPointer(rebasing: bytes)
    var text = String(decoding: bytes, as: UTF8.self)
    // What is not UTF-8 was repaired, which a look at the result finds faster than one at each byte.
    if text.withUTF8({ $0.hasBytes(of: bytes) }) { return text }
    return bytes.reduce(into: "") { $0.unicodeScalars.append(Unicode.Scalar($1)) }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Returns whether the bytes are the same; all at once, since this is done for each field of each message.
  func hasBytes(of other: Self) -> Bool {
    guard count == other.count, let start = baseAddress, let others = other.baseAddress else {
      return isEmpty && other.isEmpty
    }
    return memcmp(start, others, count) == 0
  }
}

extension String {
  fileprivate static let follows = """
    it follows a request that was the last, by Connection: close or HTTP/1.0 (RFC 9112, section 9.6)
    """
  fileprivate static let tls = """
    it begins with a TLS handshake, but this server speaks only HTTP, because encryption needs a dependency. Give the client an address \
    that begins with http://, or mock its session: URLSession.mocked(by:) answers https as well
    """
}
