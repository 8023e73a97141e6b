// The rules for the lines of a head.
extension RequestParser {
  // The first line

  mutating func readStart(_ line: Line) throws(Refusal) {
    guard let methodEnd = line.place(of: 0x20), let targetEnd = line[(methodEnd + 1)...].place(of: 0x20) else {
      throw refusal(400, "its first line must be a method, a target and a version (RFC 9112, section 3)", line)
    }
    let (method, target, version) = (
      line[..<methodEnd], line[(methodEnd + 1)..<targetEnd], line[(targetEnd + 1)...]
    )
    try checkMethod(method, line)
    try readVersion(version, line)
    guard !method.isEmpty, !target.isEmpty else {
      throw refusal(400, "its first line must be a method, a target and a version (RFC 9112, section 3)", line)
    }
    for byte in target where byte <= 0x20 || byte >= 0x7F || byte == 0x23 {
      throw refusal(400, "its target has a byte that a URL cannot have (RFC 9112, section 3.2)", line)
    }
    head.method = text(method)
    head.target = text(target)
    if head.method == "CONNECT" { throw refusal(501, .tunnel, line) }
    let isURL = head.target.hasPrefix("http://") || head.target.hasPrefix("https://")
    guard target.first == 0x2F || isURL || head.target == "*" && head.method == "OPTIONS" else {
      throw refusal(400, "its target is neither a path nor a URL (RFC 9112, section 3.2)", line)
    }
    if isURL {
      let authority = target.drop { $0 != 0x2F }.dropFirst(2).prefix { $0 != 0x2F && $0 != 0x3F }
      // A user's name may come before the host.
      let host = authority.lastIndex(of: 0x40).map { authority[($0 + 1)...] } ?? authority
      let user = authority[..<host.startIndex]
      guard !host.isEmpty, host.isHost, user.allSatisfy({ ASCIISet.authority.contains($0) || $0 == 0x40 }) else {
        throw refusal(400, "the host of its target is not valid (RFC 9112, section 3.2)", line)
      }
    }
  }

  func checkMethod(_ method: Line, _ line: Line) throws(Refusal) {
    for byte in method where !ASCIISet.token.contains(byte) {
      throw refusal(400, "its method has a byte that a method cannot have (RFC 9110, section 9.1)", line)
    }
  }

  private mutating func readVersion(_ version: Line, _ line: Line) throws(Refusal) {
    let text = text(version)
    switch text {
    case "HTTP/1.1": return
    case "HTTP/1.0":
      head.isOld = true
      head.keepsAlive = false
    case "HTTP/2.0": throw refusal(505, "it is HTTP/2, but this server speaks HTTP/1.1 (RFC 9112, section 2.3)", line)
    default:
      let digits = text.utf8.dropFirst(5)
      let isVersion =
        text.hasPrefix("HTTP/") && digits.count == 3 && digits.first.map(isDigit) == true
        && digits.last.map(isDigit) == true && digits.dropFirst().first == 0x2E
      throw isVersion
        ? refusal(505, "its version is not HTTP/1.1 or HTTP/1.0 (RFC 9112, section 2.3)", line)
        : refusal(400, "its first line must be a method, a target and a version (RFC 9112, section 3)", line)
    }
  }

  // The fields

  mutating func readField(_ line: Line) throws(Refusal) {
    let field = try field(in: line)
    switch field.name.lowercased() {
    case "host":
      guard head.host == nil else { throw refusal(400, "it has two Host fields (RFC 9112, section 3.2)", line) }
      var host = field.value
      guard host.withUTF8({ $0[...].isHost }) else {
        throw refusal(400, "its Host field is not valid (RFC 9112, section 3.2)", line)
      }
      head.host = field.value
    case "content-length":
      if seen.length { throw refusal(400, "it has two Content-Length fields (RFC 9112, section 6.3)", line) }
      seen.length = true
      guard !field.value.isEmpty, field.value.utf8.allSatisfy(isDigit) else {
        throw refusal(400, "its Content-Length is not a number (RFC 9110, section 8.6)", line)
      }
      guard let count = Int(field.value) else {
        throw refusal(413, "its Content-Length is too large (RFC 9110, section 8.6)", line)
      }
      head.framing = .counted(count)
    case "transfer-encoding":
      if seen.coding { throw refusal(400, "it has two Transfer-Encoding fields (RFC 9112, section 6.1)", line) }
      seen.coding = true
      guard field.value.lowercased() == "chunked" else {
        throw field.value.lowercased().hasSuffix("chunked")
          ? refusal(501, "its Transfer-Encoding has more than chunked (RFC 9112, section 6.1)", line)
          : refusal(400, "its Transfer-Encoding does not end in chunked (RFC 9112, section 6.3)", line)
      }
    case "connection":
      for option in field.value.lowercased().split(separator: ",") {
        switch option.trimmingSpaces {
        case "close":
          head.keepsAlive = false
          seen.close = true
        case "upgrade": head.wantsUpgrade = true
        case "keep-alive": head.keepsAlive = !seen.close
        default: break
        }
      }
    case "expect":
      guard field.value.lowercased() == "100-continue" else {
        throw refusal(417, "its Expect field is not supported (RFC 9110, section 10.1.1)", line)
      }
      head.expectsContinue = !head.isOld
    case "upgrade": head.upgrade = field.value
    case "keep-alive", "proxy-connection", "te", "trailer": break
    default: head.fields.append(field)
    }
  }

  /// Returns a field of the head or of the trailers.
  mutating func field(in line: Line) throws(Refusal) -> HTTPHeaders.Field {
    fieldCount += 1
    if fieldCount > limits.fields { throw refusal(431, "it has more than \(limits.fields) fields", line) }
    try checkFold(line)
    guard let colon = line.place(of: 0x3A), colon > line.startIndex else {
      throw refusal(400, "a line is not a field (RFC 9112, section 5)", line)
    }
    for byte in line[..<colon] where !ASCIISet.token.contains(byte) {
      throw refusal(400, "the name of a field has a byte that a name cannot have (RFC 9112, section 5.1)", line)
    }
    var start = colon + 1
    var end = line.endIndex
    while start < end, line[start] == 0x20 || line[start] == 0x09 { start += 1 }
    while end > start, line[end - 1] == 0x20 || line[end - 1] == 0x09 { end -= 1 }
    let value = line[start..<end]
    for byte in value where byte < 0x20 && byte != 0x09 || byte == 0x7F {
      throw refusal(400, "the value of a field has a control character (RFC 9110, section 5.5)", line)
    }
    return HTTPHeaders.Field(name: text(line[..<colon]), value: text(value))
  }

  func checkFold(_ line: Line) throws(Refusal) {
    if line.first == 0x20 || line.first == 0x09 {
      throw refusal(400, "a line begins with a space: fields are not folded (RFC 9112, section 5.2)", line)
    }
  }

  mutating func trailer(in line: Line) throws(Refusal) -> HTTPHeaders.Field {
    let field = try field(in: line)
    if ["content-length", "transfer-encoding"].contains(field.name.lowercased()) {
      throw refusal(400, "a trailer says where its body ends (RFC 9110, section 6.5.1)", line)
    }
    return field
  }

  mutating func finishHead() throws(Refusal) {
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
    if head.host == nil, !head.isOld { throw refusal(400, "it has no Host field (RFC 9112, section 3.2)", nothing) }
    expectBody()
  }

  /// Expects the body that the head announces.
  mutating func expectBody() {
    headSize = 0
    switch head.framing {
    case .chunked: state = .chunkSize
    case .counted(let count): state = .body(left: count)
    case nil: state = .body(left: 0)
    }
  }
}

private func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

extension ByteSlice {
  /// Whether these bytes are a host and perhaps a port (RFC 9110, section 7.2), or nothing.
  fileprivate var isHost: Bool {
    guard allSatisfy(ASCIISet.authority.contains) else { return false }
    if isEmpty { return true }
    // An IPv6 address has colons of its own, in brackets.
    let isAddress = first == UInt8(ascii: "[")
    guard let end = isAddress ? place(of: UInt8(ascii: "]")).map({ $0 + 1 }) : place(of: UInt8(ascii: ":")) ?? endIndex,
      end > startIndex, isAddress || self[..<end].place(of: UInt8(ascii: "[")) == nil
    else { return false }
    let port = self[end...]
    return port.isEmpty || port.first == UInt8(ascii: ":") && port.dropFirst().allSatisfy(isDigit)
  }
}

/// The fields that a head may have only once.
struct SeenFields: Sendable {
  var length = false
  var coding = false
  var close = false
}

extension String {
  fileprivate static let tunnel = """
    it asks for a tunnel, as a client does to reach an https address through a proxy, but this server speaks only HTTP. Mock \
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
  /// The characters of a URL's host and port.
  fileprivate static let authority = Self(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~!$&'()*+,;=%:[]")
}
