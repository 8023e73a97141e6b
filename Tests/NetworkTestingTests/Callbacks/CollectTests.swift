import NetworkStubs
import TestSupport

@testable import NetworkTesting

@Suite("Collecting a sequence", .timeLimit(.minutes(15)))
struct CollectTests {
  @Test("collecting a sequence reads until the sequence ends")
  func all() async throws {
    #expect(try await collect(stream(1, 2, 3)) == [1, 2, 3])
  }

  @Test("collecting a sequence reads as many values as asked for, and no more")
  func count() async throws {
    let (values, continuation) = AsyncStream.makeStream(of: Int.self)
    for value in 1...3 { continuation.yield(value) }
    #expect(try await collect(values, count: 2) == [1, 2])
    #expect(try await collect(values, count: 0) == [])
    #expect(try await collect(values, count: 1) == [3])
  }

  @Test("collecting a sequence throws the error of the sequence")
  func failure() async throws {
    let values = AsyncThrowingStream<Int, any Error> { $0.finish(throwing: URLError(.timedOut)) }
    await #expect(throws: URLError(.timedOut)) { try await collect(values) }
  }

  @Test("collecting a sequence says what there was when too few values come in time")
  func timedOut() async throws {
    let error = try await timeout(after: [1, 2], count: 3)
    #expect(error.code == .timedOut)
    #expect(error.receivedCount == 2)
    try expectGolden("\(error)", "Callbacks/collect-timed-out.txt")
  }

  @Test("collecting a sequence advises to count when the sequence does not end")
  func neverEnds() async throws {
    let error = try await timeout(after: [1], count: nil)
    try expectGolden("\(error)", "Callbacks/collect-never-ends.txt")
  }

  @Test("collecting a sequence says what there was when the sequence ends early")
  func endedEarly() async throws {
    let error = await #expect(throws: CollectError.self) {
      try await collect(stream(1, 2), count: 3, sourceLocation: .example)
    }
    #expect(error?.code == .endedEarly)
    try expectGolden("\(try #require(error))", "Callbacks/collect-ended-early.txt")
  }

  @Test("collecting a sequence returns at the time-out even if the sequence does not heed cancellation")
  func stubborn() async throws {
    let error = try await timeout(after: [], count: 1)
    #expect(error.receivedCount == 0)
  }

  @Test("collecting a sequence returns promptly when it is cancelled")
  func cancelled() async throws {
    let clock = VirtualClock()
    let task = Task { try await collect(Stubborn(values: []) {}, clock: clock) }
    try await clock.waitForSleepers(1)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test("a text does not grow with the values")
  func longValues() {
    let limit = TimeLimit(duration: .seconds(1), clock: ContinuousClock())
    let values = Array(repeating: String(repeating: "x", count: 100_000), count: 1_000)
    let error = CollectError(.timedOut, limit: limit, count: 2_000, values: values, sourceLocation: .example)
    #expect("\(error)".count < 4_000)
  }

  /// The error of a sequence that brings these values and then no answer at all.
  private func timeout(after values: [Int], count: Int?) async throws -> CollectError {
    let clock = VirtualClock()
    let (exhausted, continuation) = AsyncStream.makeStream(of: Void.self)
    let sequence = Stubborn(values: values) { continuation.finish() }
    let collecting = Task { try await collect(sequence, count: count, clock: clock, sourceLocation: .example) }
    try await clock.waitForSleepers(1)
    for await _ in exhausted {}
    clock.wakeSleepers()
    return try #require(await #expect(throws: CollectError.self) { try await collecting.value })
  }
}

/// A sequence of these values, which then ends.
private func stream(_ values: Int...) -> AsyncStream<Int> {
  AsyncStream { continuation in
    for value in values { continuation.yield(value) }
    continuation.finish()
  }
}

/// A sequence that brings its values, says that it has no more, and then never answers, not even if it is cancelled.
private struct Stubborn: AsyncSequence, AsyncIteratorProtocol, Sendable {
  var values: [Int]
  let onExhausted: @Sendable () -> Void

  func makeAsyncIterator() -> Stubborn { self }

  mutating func next() async -> Int? {
    guard values.isEmpty else { return values.removeFirst() }
    onExhausted()
    await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
    return nil
  }
}
