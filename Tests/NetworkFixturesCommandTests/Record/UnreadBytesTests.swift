import Foundation
import NetworkEndpoints
import NetworkStubs
import TestSupport
import Testing

@testable import network_fixtures

@Suite("Bytes that wait for their reader")
struct UnreadBytesTests {
  @Test(
    "bytes that wait for their reader come out as they went in, whatever is held and when it is read", arguments: 0..<40
  )
  func order(_ seed: Int) async throws {
    var generator = Dice(seed: UInt64(seed))
    let unread = UnreadBytes(most: [0, 10, 100, .max][seed % 4])
    var iterator = unread.makeAsyncIterator()
    var waiting: [Data] = []
    for _ in 0..<300 {
      if Bool.random(using: &generator), !waiting.isEmpty {
        #expect(try await iterator.next() == waiting.removeFirst())
      } else {
        let data = Data((0..<Int.random(in: 0..<40, using: &generator)).map { _ in UInt8.random(in: 0...255) })
        waiting.append(data)
        unread.add(data)
      }
    }
    for data in waiting { #expect(try await iterator.next() == data) }
    #expect(unread.heldCount == 0)
  }

  @Test("bytes that wait for their reader stay in memory up to a limit, and again after they were read")
  func limit() async throws {
    let unread = UnreadBytes(most: 10)
    var iterator = unread.makeAsyncIterator()
    for _ in 0..<3 { unread.add(Data(count: 6)) }
    #expect(unread.heldCount == 6)
    for _ in 0..<3 { #expect(try await iterator.next()?.count == 6) }
    #expect(unread.heldCount == 0)
    unread.add(Data(count: 6))
    #expect(unread.heldCount == 6)
  }

  @Test(
    "bytes that wait for their reader are all that a stream brings, and then its end or its error, while nobody reads",
    arguments: [false, true])
  func fill(_ breaksOff: Bool) async throws {
    let (chunks, source) = AsyncThrowingStream.makeStream(of: Data.self)
    for number in 0..<50 { source.yield(Data(repeating: UInt8(number), count: number)) }
    source.finish(throwing: breaksOff ? URLError(.networkConnectionLost) : nil)
    let unread = UnreadBytes(most: 100)
    await unread.fill(from: HTTPStream(chunks: chunks))
    #expect(unread.heldCount <= 100)
    var received = Data()
    var code: URLError.Code?
    do {
      for try await chunk in unread { received += chunk }
    } catch {
      code = (error as? URLError)?.code
    }
    #expect(received == (0..<50).reduce(into: Data()) { $0 += Data(repeating: UInt8($1), count: $1) })
    #expect(code == (breaksOff ? .networkConnectionLost : nil))
  }

  @Test("end, and so does what brings them, when the task is cancelled") func cancelled() async throws {
    let (chunks, source) = AsyncThrowingStream.makeStream(of: Data.self)
    let ended = AsyncStream.makeStream(of: Void.self)
    source.onTermination = { _ in ended.continuation.finish() }
    let unread = UnreadBytes(most: 100)
    source.yield(Data(count: 9))
    let filling = Task { await unread.fill(from: HTTPStream(chunks: chunks)) }
    var iterator = unread.makeAsyncIterator()
    #expect(try await iterator.next()?.count == 9)
    filling.cancel()
    for await _ in ended.stream {}
    #expect(try await iterator.next() == nil)
  }
}
