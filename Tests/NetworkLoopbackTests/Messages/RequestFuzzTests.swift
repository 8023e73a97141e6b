import Foundation
import TestSupport
import Testing

@testable import NetworkServer
@testable import NetworkStubs
@testable import NetworkTesting

struct RequestFuzzTests {
  private static let rounds = Effort.fuzz(800)

  @Test("damaged requests are read the same however they come, and never end the process") func damagedRequests() {
    var generator = SeededGenerator(seed: 17)
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

  private func damage(_ bytes: inout [UInt8], _ generator: inout SeededGenerator) {
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
