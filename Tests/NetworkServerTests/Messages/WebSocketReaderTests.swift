import Foundation
import NetworkEndpoints
import NetworkStubs
import NetworkTesting
import TestSupport
import Testing

@testable import NetworkServer

struct WebSocketReaderTests {
  /// A frame of a client.
  static func frame(
    _ code: UInt8, _ payload: [UInt8] = [], isFinal: Bool = true, isMasked: Bool = true, bits: UInt8 = 0
  ) -> [UInt8] {
    let mask: [UInt8] = [0x37, 0xFA, 0x21, 0x3D]
    let length: [UInt8] =
      payload.count < 126
      ? [UInt8(payload.count)]
      : payload.count < 65_536
        ? [126, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)]
        : [127] + (0..<8).map { UInt8(truncatingIfNeeded: payload.count >> (56 - 8 * $0)) }
    let head = [code | bits | (isFinal ? 0x80 : 0), length[0] | (isMasked ? 0x80 : 0)] + length.dropFirst()
    return head + (isMasked ? mask + payload.enumerated().map { $1 ^ mask[$0 & 3] } : payload)
  }

  static func read(_ bytes: [UInt8], pieces: some Sequence<Int> = [], mostBytes: Int = 1_000_000) -> [WebSocketReader
    .Event]
  {
    var reader = WebSocketReader(mostBytes: mostBytes)
    var waiting: [UInt8] = []
    var start = 0
    var events: [WebSocketReader.Event] = []
    for count in Array(pieces) + [bytes.count] {
      waiting += bytes[start..<min(bytes.count, start + count)]
      start = min(bytes.count, start + count)
      while true {
        let event = waiting.withUnsafeBufferPointer { reader.next($0) }
        waiting.removeFirst(reader.consumed)
        if event == .more { break }
        events.append(event)
        switch event {
        case .close, .violation: return events
        default: continue
        }
      }
    }
    return events
  }

  private static let conversation =
    frame(1, Array("hello".utf8)) + frame(9, [1, 2]) + frame(1, Array("hä".utf8.dropLast()), isFinal: false)
    + frame(10) + frame(0, Array("hä".utf8.suffix(1)) + Array("lf".utf8)) + frame(2, Array(repeating: 7, count: 300))
    + frame(2) + frame(8, [0x03, 0xE8] + Array("bye".utf8))

  private static let events: [WebSocketReader.Event] = [
    .message(.text("hello")), .ping(Data([1, 2])), .pong, .message(.text("hälf")),
    .message(.data(Data(repeating: 7, count: 300))), .message(.data(Data())), .close(.normal, "bye"),
  ]

  @Test("messages, fragments and control frames are read, however they come") func fragments() {
    #expect(Self.read(Self.conversation) == Self.events)
    for size in [1, 2, 3, 7, 50] {
      #expect(Self.read(Self.conversation, pieces: repeatElement(size, count: 1_000)) == Self.events)
    }
  }

  @Test("a large message is read") func largeMessage() {
    let payload = [UInt8](repeating: 0x61, count: 70_000)
    #expect(Self.read(Self.frame(1, payload)) == [.message(.text(String(repeating: "a", count: 70_000)))])
  }

  static let bad: [(String, WebSocketCloseCode, [UInt8])] = [
    ("not masked", .protocolError, frame(1, [0x61], isMasked: false)),
    ("reserved bit", .protocolError, frame(1, [0x61], bits: 0x40)),
    ("unknown kind", .protocolError, frame(3)),
    ("unknown control", .protocolError, frame(11)),
    ("ping in fragments", .protocolError, frame(9, isFinal: false)),
    ("long ping", .protocolError, frame(9, Array(repeating: 0, count: 126))),
    ("no message to continue", .protocolError, frame(0, [0x61])),
    ("message within a message", .protocolError, frame(1, [0x61], isFinal: false) + frame(1, [0x61])),
    ("long form of a short length", .protocolError, [0x82, 0xFE, 0, 5, 0, 0, 0, 0]),
    ("negative length", .protocolError, [0x82, 0xFF, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
    ("huge length", .messageTooBig, [0x82, 0xFF, 0x7F, 255, 255, 255, 255, 255, 255, 255, 0, 0, 0, 0]),
    ("text that is not UTF-8", .invalidPayload, frame(1, [0x61, 0xC3, 0x28])),
    ("text that ends in a character", .invalidPayload, frame(1, [0x61, 0xC3])),
    ("overlong", .invalidPayload, frame(1, [0xC0, 0x80])),
    ("surrogate", .invalidPayload, frame(1, [0xED, 0xA0, 0x80])),
    ("beyond Unicode", .invalidPayload, frame(1, [0xF4, 0x90, 0x80, 0x80])),
    ("close with half a code", .protocolError, frame(8, [3])),
    ("close with 999", .protocolError, frame(8, [0x03, 0xE7])),
    ("close with 1005", .protocolError, frame(8, [0x03, 0xED])),
    ("close with 1006", .protocolError, frame(8, [0x03, 0xEE])),
    ("close with 2999", .protocolError, frame(8, [0x0B, 0xB7])),
    ("close with 5000", .protocolError, frame(8, [0x13, 0x88])),
    ("close with a reason that is not UTF-8", .invalidPayload, frame(8, [0x03, 0xE8, 0xFF])),
  ]

  @Test("what breaks the protocol closes the socket", arguments: bad.map(\.0))
  func refusedFrames(_ name: String) throws {
    let (_, code, bytes) = try #require(Self.bad.first { $0.0 == name })
    for pieces in [[], Array(repeating: 1, count: bytes.count)] {
      guard case .violation(let found, let reason)? = Self.read(bytes, pieces: pieces).last else {
        Issue.record("no violation")
        continue
      }
      #expect(found == code)
      #expect(reason.contains("section") || code == .messageTooBig)
    }
  }

  @Test("a text that is wrong is found before its end") func earlyTextError() {
    let start = Self.frame(1, [0x61, 0xFF] + Array(repeating: 0x61, count: 1_000)).prefix(20)
    guard case .violation(.invalidPayload, _)? = Self.read(Array(start)).last else {
      Issue.record("not found")
      return
    }
  }

  @Test("limits hold over fragments") func fragmentLimits() {
    let bytes =
      Self.frame(2, Array(repeating: 0, count: 60), isFinal: false) + Self.frame(0, Array(repeating: 0, count: 60))
    guard case .violation(.messageTooBig, _)? = Self.read(bytes, mostBytes: 100).last else {
      Issue.record("no violation")
      return
    }
    #expect(Self.read(bytes, mostBytes: 120).count == 1)
  }

  private static let rounds = Effort.fuzz(800)

  @Test("damaged frames are read the same however they come") func damagedFramesFuzz() {
    var generator = Dice(seed: 6_455)
    var violations = 0
    for round in 0..<Self.rounds {
      var bytes = round % 2 == 0 ? Self.conversation : Self.bad.randomElement(using: &generator)?.2 ?? []
      for _ in 0..<Int.random(in: 0...3, using: &generator) where !bytes.isEmpty {
        let place = Int.random(in: bytes.indices, using: &generator)
        if Bool.random(using: &generator) {
          bytes[place] = .random(in: .min ... .max, using: &generator)
        } else {
          bytes.remove(at: place)
        }
      }
      let whole = Self.read(bytes)
      let split = Self.read(bytes, pieces: (0..<40).map { _ in Int.random(in: 0...9, using: &generator) })
      #expect(split == whole, "round \(round)")
      if case .violation = whole.last { violations += 1 }
    }
    #expect(violations > Self.rounds / 4)
  }

  @Test("the digest of a handshake is that of the RFC's example") func digest() throws {
    #expect(
      Data(SHA1.digest(Array("dGhlIHNhbXBsZSBub25jZQ==258EAFA5-E914-47DA-95CA-C5AB0DC85B11".utf8)))
        .base64EncodedString()
        == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
    #expect(
      SHA1.digest([]).map { Fingerprint.digits(UInt64($0)).suffix(2) }.joined()
        == "da39a3ee5e6b4b0d3255bfef95601890afd80709")
  }
}
