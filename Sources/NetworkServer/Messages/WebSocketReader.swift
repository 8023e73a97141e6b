/// A parser that reads the frames of a client from bytes as they come, without knowledge of sockets.
///
/// See [RFC 6455, section 5](https://www.rfc-editor.org/rfc/rfc6455#section-5).
package struct WebSocketReader: Sendable {
  /// The next result.
  package enum Event: Equatable, Sendable {
    /// More bytes are needed.
    case more
    case message(WebSocketMessage)
    case ping(Data)
    case pong
    /// The end, with a code if the client gives one.
    case close(WebSocketCloseCode?, String)
    /// The client breaks a rule: its close code and description.
    case violation(WebSocketCloseCode, String)
  }

  private struct Header {
    let isFinal: Bool
    let code: UInt8
    let mask: (UInt8, UInt8, UInt8, UInt8)
    /// The number of bytes of the payload that have not come yet.
    var left: Int
    var done = 0

    var isControl: Bool { code >= 8 }
  }

  /// The number of given bytes that are used up.
  package private(set) var consumed = 0

  private let mostBytes: Int
  private var header: Header?
  /// The kind of the incomplete message: text, or bytes.
  private var isText: Bool?
  private var message: [UInt8] = []
  /// The number of bytes of a text that are known to be UTF-8.
  private var checked = 0
  private var control: [UInt8] = []
  private var end: Event?

  /// - Parameter mostBytes: The most bytes of a message.
  package init(mostBytes: Int) {
    self.mostBytes = mostBytes
  }

  /// Continues parsing.
  ///
  /// - Parameter bytes: The bytes that have come and were not consumed before.
  /// - Returns: The next result; ``consumed`` bytes must not be given again.
  package mutating func next(_ bytes: UnsafeBufferPointer<UInt8>) -> Event {
    consumed = 0
    while true {
      if let end { return end }
      if header == nil {
        guard let event = readHeader(bytes) else { return .more }
        if case .violation = event { end = event }
        continue
      }
      let hasCome = readPayload(bytes)
      if case .violation = end { continue }
      guard hasCome, let header else { return .more }
      self.header = nil
      if let event = header.isControl ? finishControl(header.code) : finishFrame(header.isFinal) {
        switch event {
        case .close, .violation: end = event
        default: break
        }
        return event
      }
    }
  }

  /// - Returns: nil if more is needed; `more` if a header was read.
  private mutating func readHeader(_ bytes: UnsafeBufferPointer<UInt8>) -> Event? {
    let rest = UnsafeBufferPointer(rebasing: bytes[consumed...])
    guard rest.count >= 2 else { return nil }
    let (isFinal, code, isMasked, short) = (
      rest[0] & 0x80 != 0, rest[0] & 0x0F, rest[1] & 0x80 != 0, Int(rest[1] & 0x7F)
    )
    if rest[0] & 0x70 != 0 { return .violation(.protocolError, "a frame has a reserved bit set (section 5.2)") }
    if !isMasked { return .violation(.protocolError, "a frame is not masked (section 5.1)") }
    switch code {
    case 0:
      if isText == nil { return .violation(.protocolError, "a fragment has no message to continue (section 5.4)") }
    case 1, 2:
      if isText != nil { return .violation(.protocolError, "a message begins within another one (section 5.4)") }
    case 8, 9, 10:
      if !isFinal { return .violation(.protocolError, "a control frame is a fragment (section 5.5)") }
      if short > 125 { return .violation(.protocolError, "a control frame is longer than 125 bytes (section 5.5)") }
    default: return .violation(.protocolError, "a frame is of an unknown kind, \(code) (section 5.2)")
    }
    let extra = short == 126 ? 2 : short == 127 ? 8 : 0
    guard rest.count >= 6 + extra else { return nil }
    var count = short
    if extra > 0 {
      var long: UInt64 = 0
      for index in 2..<(2 + extra) { long = long << 8 | UInt64(rest[index]) }
      if long < (extra == 2 ? 126 : 65_536) || long > UInt64(Int64.max) {
        return .violation(.protocolError, "a length is not in its shortest form (section 5.2)")
      }
      count = Int(long)
    }
    if code < 8, count > mostBytes - message.count {
      return .violation(.messageTooBig, "a message is longer than \(mostBytes) bytes")
    }
    if code == 1 || code == 2 { isText = code == 1 }
    let place = 2 + extra
    header = Header(
      isFinal: isFinal, code: code, mask: (rest[place], rest[place + 1], rest[place + 2], rest[place + 3]), left: count)
    consumed += 6 + extra
    return .more
  }

  /// - Returns: Whether all of the frame is there.
  private mutating func readPayload(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard var header else { return false }
    let count = min(header.left, bytes.count - consumed)
    if count > 0 {
      let mask = [header.mask.0, header.mask.1, header.mask.2, header.mask.3]
      var piece = [UInt8](unsafeUninitializedCapacity: count) { _, size in size = count }
      piece.withUnsafeMutableBufferPointer { piece in
        for index in 0..<count { piece[index] = bytes[consumed + index] ^ mask[(header.done + index) & 3] }
      }
      if header.isControl { control += piece } else { message += piece }
      consumed += count
      header.left -= count
      header.done += count
      self.header = header
      if !header.isControl, isText == true { checkText(isLast: false) }
    }
    return header.left == 0
  }

  /// Checks the text so far: an invalid text need not wait for its end.
  private mutating func checkText(isLast: Bool) {
    guard let offset = message[checked...].firstOffsetThatIsNotUTF8 else {
      checked = message.count
      return
    }
    checked += offset
    if isLast || !message[checked...].isBeginningOfUTF8 {
      end = .violation(.invalidPayload, "a text is not UTF-8 from byte \(checked) on (section 8.1)")
    }
  }

  private mutating func finishFrame(_ isFinal: Bool) -> Event? {
    guard isFinal else { return nil }
    if isText == true { checkText(isLast: true) }
    if let end { return end }
    defer {
      message = []
      checked = 0
      isText = nil
    }
    return .message(isText == true ? .text(String(decoding: message, as: UTF8.self)) : .data(Data(message)))
  }

  private mutating func finishControl(_ code: UInt8) -> Event {
    let payload = control
    control = []
    switch code {
    case 9: return .ping(Data(payload))
    case 10: return .pong
    default: break
    }
    if payload.isEmpty { return .close(nil, "") }
    guard payload.count >= 2 else { return .violation(.protocolError, "a close has half a code (section 5.5.1)") }
    let code = WebSocketCloseCode(rawValue: Int(payload[0]) << 8 | Int(payload[1]))
    guard code.canBeSent else {
      return .violation(.protocolError, "a close has a code that must not be sent, \(code.rawValue) (section 7.4)")
    }
    guard payload[2...].firstOffsetThatIsNotUTF8 == nil else {
      return .violation(.invalidPayload, "the reason of a close is not UTF-8 (section 5.5.1)")
    }
    return .close(code, String(decoding: payload[2...], as: UTF8.self))
  }
}

extension ArraySlice<UInt8> {
  /// Whether these few bytes may begin a character whose rest has not come.
  fileprivate var isBeginningOfUTF8: Bool {
    guard let first, count < 4 else { return false }
    let (length, second): (Int, ClosedRange<UInt8>) =
      switch first {
      case 0xC2...0xDF: (2, 0x80...0xBF)
      case 0xE0: (3, 0xA0...0xBF)
      case 0xED: (3, 0x80...0x9F)
      case 0xE1...0xEF: (3, 0x80...0xBF)
      case 0xF0: (4, 0x90...0xBF)
      case 0xF1...0xF3: (4, 0x80...0xBF)
      case 0xF4: (4, 0x80...0x8F)
      default: (0, 0x80...0xBF)
      }
    guard count < length else { return false }
    return dropFirst().enumerated().allSatisfy { $0 == 0 ? second.contains($1) : $1 & 0xC0 == 0x80 }
  }
}

/// A frame that a server sends.
package enum WebSocketFrame {
  /// Returns the bytes of a frame, not masked.
  ///
  /// - Parameters:
  ///   - code: The kind of frame.
  ///   - payload: Its content.
  ///   - isFinal: Whether it ends its message.
  package static func bytes(_ code: UInt8, _ payload: Data, isFinal: Bool = true) -> Data {
    var bytes = Data([code | (isFinal ? 0x80 : 0)])
    switch payload.count {
    case 0..<126: bytes.append(UInt8(payload.count))
    case 126..<65_536: bytes += [126, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)]
    default: bytes += [127] + (0..<8).map { UInt8(truncatingIfNeeded: payload.count >> (56 - 8 * $0)) }
    }
    return bytes + payload
  }

  package static func bytes(_ message: WebSocketMessage) -> Data {
    switch message {
    case .text(let text): bytes(1, Data(text.utf8))
    case .data(let data): bytes(2, data)
    }
  }

  package static func close(_ code: WebSocketCloseCode?, _ reason: String = "") -> Data {
    guard let code else { return bytes(8, Data()) }
    let number = Data([UInt8(truncatingIfNeeded: code.rawValue >> 8), UInt8(code.rawValue & 0xFF)])
    return bytes(8, number + WebSocketClosed.sent(reason).utf8)
  }
}
