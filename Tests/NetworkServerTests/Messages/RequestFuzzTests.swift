import Foundation
import NetworkServer
import NetworkStubs
import NetworkTesting
import TestSupport
import Testing

struct RequestFuzzTests {
  private static let rounds = Effort.fuzz(800)

  @Test("damaged requests are read the same however they come, and never end the process") func damagedRequests() {
    var generator = Dice(seed: 17)
    let texts = RequestParserTests.bad.map { Array($0.text.utf8) } + [RequestParserTests.stream]
    var refused = 0
    for round in 0..<Self.rounds {
      var bytes = texts.randomElement(using: &generator) ?? []
      for _ in 0..<Int.random(in: 0...3, using: &generator) where !bytes.isEmpty { damage(&bytes, &generator) }
      let whole = Parsed(bytes, pieces: [])
      var pieces: [Int] = []
      for _ in 0..<20 { pieces.append(Int.random(in: 0...12, using: &generator)) }
      let split = Parsed(bytes, pieces: pieces)
      if whole.refusal != nil { refused += 1 }
      // Where it is found, an error may show fewer of the bytes that follow.
      #expect(split.messages == whole.messages, "round \(round)")
      #expect(split.refusal?.status == whole.refusal?.status, "round \(round)")
    }
    #expect(refused > Self.rounds / 4)
  }

  @Test("a head that comes again is read as by a parser that has not seen it") func repeatedHeads() {
    var generator = Dice(seed: 35)
    let head = "POST /a HTTP/1.1\r\nHost: a\r\nX-A: 1\r\nX-B: 2\r\n"
    let chunked = head + "Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\nA: 1\r\n\r\n"
    let texts = [
      "GET /a HTTP/1.1\r\nHost: a\r\n\r\n", "\r\nGET /a HTTP/1.1\r\nHost: a\r\n\r\n",
      head + "Content-Length: 3\r\n\r\nabc", head + "Content-Length: 0\r\n\r\n",
      chunked, chunked.replacing("A: 1\r\n", with: "A: 1\r\nB: 2\r\nC: 3\r\n"),
      "HEAD /a HTTP/1.0\r\nConnection: keep-alive\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: \(String(repeating: "a", count: 5_000))\r\n\r\n",
    ].map { Array($0.utf8) }
    var limits = MessageLimits()
    limits.fields = 6
    var (repeated, refused) = (0, 0)
    for round in 0..<Self.rounds / 2 {
      var stream: [UInt8] = []
      var request = texts.randomElement(using: &generator) ?? []
      for number in 0..<6 {
        if Int.random(in: 0..<3, using: &generator) == 0 {
          request = texts.randomElement(using: &generator) ?? []
        } else if number > 0 {
          repeated += 1
        }
        var sent = request
        if Int.random(in: 0..<12, using: &generator) == 0 { damage(&sent, &generator) }
        stream += sent
      }
      var pieces: [Int] = []
      for _ in 0..<6 { pieces.append(Int.random(in: 0...80, using: &generator)) }
      for pieces in [[], pieces] {
        let known = Parsed(stream, pieces: pieces, limits: limits)
        #expect(known == Parsed(stream, pieces: pieces, limits: limits, forgets: true), "round \(round)")
        if known.refusal != nil { refused += 1 }
      }
    }
    #expect(repeated > Self.rounds)
    #expect(refused > Self.rounds / 8)
  }

  private func damage(_ bytes: inout [UInt8], _ generator: inout Dice) {
    let place = Int.random(in: bytes.indices, using: &generator)
    switch Int.random(in: 0..<5, using: &generator) {
    case 0: bytes[place] = UInt8.random(in: .min ... .max, using: &generator)
    case 1: bytes.insert(UInt8.random(in: .min ... .max, using: &generator), at: place)
    case 2: bytes.remove(at: place)
    case 3: bytes.removeSubrange(place...)
    default: bytes.insert(contentsOf: bytes[place...].prefix(20), at: place)
    }
  }
}
