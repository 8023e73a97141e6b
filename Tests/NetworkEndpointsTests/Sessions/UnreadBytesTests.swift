import Foundation
import NetworkStubs
import Testing

@testable import NetworkEndpoints

@Suite("Bytes that wait for their reader")
struct UnreadBytesTests {
  @Test("come out as they went in, whatever is held and when it is read", arguments: 0..<40)
  func order(_ seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    let unread = UnreadBytes(most: [0, 10, 100, .max][seed % 4])
    var waiting: [(piece: UnreadBytes.Piece, data: Data)] = []
    for _ in 0..<300 {
      if Bool.random(using: &generator), !waiting.isEmpty {
        let (piece, data) = waiting.removeFirst()
        #expect(try unread.take(piece) == data)
      } else {
        let data = Data((0..<Int.random(in: 0..<40, using: &generator)).map { _ in UInt8.random(in: 0...255) })
        waiting.append((unread.add(data), data))
      }
    }
    for (piece, data) in waiting { #expect(try unread.take(piece) == data) }
  }

  @Test("stay in memory up to a limit, and again after they were read")
  func limit() throws {
    let unread = UnreadBytes(most: 10)
    let pieces = (0..<3).map { _ in unread.add(Data(count: 6)) }
    #expect(pieces.map(\.isHeld) == [true, false, false])
    for piece in pieces { #expect(try unread.take(piece).count == 6) }
    #expect(unread.add(Data(count: 6)).isHeld)
  }
}

extension UnreadBytes.Piece {
  fileprivate var isHeld: Bool { if case .held = self { true } else { false } }
}
