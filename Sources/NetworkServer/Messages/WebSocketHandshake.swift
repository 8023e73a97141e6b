/// A client's request for a WebSocket, and the answer.
///
/// See [RFC 6455, section 4](https://www.rfc-editor.org/rfc/rfc6455#section-4).
package enum WebSocketHandshake {
  /// Returns the fields of the answer.
  ///
  /// - Parameters:
  ///   - head: The request.
  ///   - subprotocols: The subprotocols of the server; the client's first among them is used.
  /// - Throws: ``Refusal`` if it is not such a request.
  package static func answer(
    to head: RequestHead, subprotocols: [String]
  ) throws(Refusal) -> (fields: HTTPHeaders, subprotocol: String?) {
    func refused(_ status: Int, _ reason: String) -> Refusal {
      Refusal(status: status, reason: "\(reason) (RFC 6455, section 4.2.1)", title: head.title)
    }
    guard head.method == "GET", !head.isOld else { throw refused(400, "a WebSocket begins with GET and HTTP/1.1") }
    guard head.upgrade?.lowercased() == "websocket", head.wantsUpgrade else {
      throw refused(426, "it does not ask for a WebSocket: Upgrade and Connection are missing")
    }
    guard head.value(of: "Sec-WebSocket-Version") == "13" else {
      throw refused(426, "its version of WebSocket is not 13")
    }
    guard let key = head.value(of: "Sec-WebSocket-Key"), Data(base64Encoded: key)?.count == 16 else {
      throw refused(400, "its Sec-WebSocket-Key is not 16 bytes in base64")
    }
    let offered = (head.value(of: "Sec-WebSocket-Protocol") ?? "").split { $0 == "," || $0 == " " }.map(String.init)
    let subprotocol = offered.first { subprotocols.contains($0) }
    let digest = SHA1.digest(Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8))
    var fields: HTTPHeaders = [
      "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Accept": Data(digest).base64EncodedString(),
    ]
    if let subprotocol { fields.append(subprotocol, for: "Sec-WebSocket-Protocol") }
    return (fields, subprotocol)
  }
}

/// The digest of a handshake, which nothing else should use.
///
/// See [RFC 3174](https://www.rfc-editor.org/rfc/rfc3174).
enum SHA1 {
  static func digest(_ bytes: [UInt8]) -> [UInt8] {
    var message = bytes + [0x80]
    while message.count % 64 != 56 { message.append(0) }
    let bits = UInt64(bytes.count) * 8
    for shift in stride(from: 56, through: 0, by: -8) {
      message.append(UInt8(truncatingIfNeeded: bits >> UInt64(shift)))
    }
    var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
    for start in stride(from: 0, to: message.count, by: 64) { mix(message[start..<(start + 64)], into: &state) }
    return state.flatMap { word in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> UInt32($0)) } }
  }

  private static func mix(_ block: ArraySlice<UInt8>, into state: inout [UInt32]) {
    func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 { word << count | word >> (32 - count) }
    var words: [UInt32] = stride(from: block.startIndex, to: block.endIndex, by: 4).map { index in
      block[index..<(index + 4)].reduce(0) { $0 << 8 | UInt32($1) }
    }
    for index in 16..<80 {
      let mixed = words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16]
      words.append(rotated(mixed, 1))
    }
    var a = state[0]
    var b = state[1]
    var c = state[2]
    var d = state[3]
    var e = state[4]
    for index in 0..<80 {
      let (f, k): (UInt32, UInt32) =
        switch index {
        case 0..<20: ((b & c) | (~b & d), 0x5A82_7999)
        case 20..<40: (b ^ c ^ d, 0x6ED9_EBA1)
        case 40..<60: ((b & c) | (b & d) | (c & d), 0x8F1B_BCDC)
        default: (b ^ c ^ d, 0xCA62_C1D6)
        }
      let next = rotated(a, 5) &+ f &+ e &+ k &+ words[index]
      (a, b, c, d, e) = (next, a, rotated(b, 30), c, d)
    }
    for (index, word) in [a, b, c, d, e].enumerated() { state[index] &+= word }
  }
}
