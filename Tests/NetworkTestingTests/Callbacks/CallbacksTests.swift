import NetworkStubs
import NetworkTesting
import TestSupport

@Suite("An observer as a sequence", .timeLimit(.minutes(15)))
struct CallbacksTests {
  @Test(
    "an observer as a sequence brings the values of all calls in their order, and ends when the observer is dropped")
  func values() async throws {
    let values = try await collect(callbacks(Emitter(values: [1, 2, 3]).observe))
    #expect(values == [1, 2, 3])
  }

  @Test("an observer as a sequence brings tuples of several values")
  func tuples() async throws {
    let values = try await collect(callbacks { Emitter(values: [1, 2]).observeProgress($0) })
    #expect(values.map(\.0) == [1, 2])
    #expect(values.map(\.1) == ["1", "2"])
  }

  @Test("an observer as a sequence brings calls without values")
  func calls() async throws {
    #expect(try await collect(callbacks { Emitter(values: [1, 2]).ping($0) }).count == 2)
  }

  @Test("an observer as a sequence keeps as many values as the buffer policy says")
  func bufferPolicy() async throws {
    let emitter = Emitter(values: [1, 2, 3])
    #expect(try await collect(callbacks(bufferingPolicy: .bufferingNewest(2), emitter.observe)) == [2, 3])
    #expect(try await collect(callbacks(bufferingPolicy: .bufferingOldest(2), emitter.observe)) == [1, 2])
  }

  @Test("an observer as a sequence keeps a subscription until the sequence ends, and no longer")
  func subscription() async throws {
    weak var subscription: Subscription?
    do {
      let values = callbacks { (observer: @escaping @Sendable (Int) -> Void) in
        let new = Subscription(observer)
        subscription = new
        return new
      }
      #expect(subscription != nil)
      subscription?.observer(1)
      #expect(try await collect(values, count: 1) == [1])
    }
    #expect(subscription == nil)
  }

  @Test("an observer as a sequence ends when the work says that it is done")
  func completion() async throws {
    let values = try await collect(callbacks { Emitter(values: [1, 2]).load(progress: $0, completion: $1) })
    #expect(values == [1, 2])
  }

  @Test("an observer as a sequence throws the error with which the work ends")
  func failure() async throws {
    let emitter = Emitter(values: [1], failure: URLError(.timedOut))
    await #expect(throws: URLError(.timedOut)) {
      try await collect(callbacks { emitter.load(progress: $0, completion: $1) })
    }
    await #expect(throws: URLError(.timedOut)) {
      try await collect(callbacks { emitter.loadResult(progress: $0, completion: $1) })
    }
  }

  @Test("an observer as a sequence takes a completion handler that brings nothing")
  func plainCompletion() async throws {
    let values = try await collect(callbacks { Emitter(values: [4]).loadQuietly(progress: $0, completion: $1) })
    #expect(values == [4])
  }

  @Test("an observer as a sequence throws if the work is dropped before it says that it is done")
  func dropped() async throws {
    let error = await #expect(throws: CallbackError.self) {
      try await collect(
        callbacks { (progress: @escaping @Sendable (Int) -> Void, _: @escaping @Sendable ((any Error)?) -> Void) in
          progress(1)
        }
      )
    }
    #expect(error?.code == .dropped)
  }

  @Test("a call after the end is an issue", .quiet)
  func callAfterEnd() async throws {
    try await withRecordedErrors { errors in
      let values = callbacks {
        (progress: @escaping @Sendable (Int) -> Void, end: @escaping @Sendable ((any Error)?) -> Void) in
        progress(1)
        end(nil)
        progress(2)
        end(nil)
      }
      #expect(try await collect(values) == [1])
      let error = try await collect(errors, count: 1)[0]
      #expect(error.code == .calledAfterEnd)
      #expect(error.calls == 2)
    }
  }

  @Test("a call long after the end is an issue when it comes", .quiet)
  func callLongAfterEnd() async throws {
    try await withRecordedErrors { errors in
      let progress = Protected<(@Sendable (Int) -> Void)?>(nil)
      let values = callbacks {
        (observer: @escaping @Sendable (Int) -> Void, end: @escaping @Sendable () -> Void) in
        progress.withLock { $0 = observer }
        DispatchQueue.global().async(execute: end)
      }
      #expect(try await collect(values) == [])
      progress.withLock { $0.take() }?(1)
      let error = try await collect(errors, count: 1)[0]
      #expect(error.calls == 1)
    }
  }
}

private struct Emitter {
  let values: [Int]
  var failure: URLError?

  func observe(_ observer: @escaping @Sendable (Int) -> Void) {
    for value in values { observer(value) }
  }

  func observeProgress(_ observer: @escaping (Int, String) -> Void) {
    for value in values { observer(value, "\(value)") }
  }

  func ping(_ observer: @escaping () -> Void) {
    for _ in values { observer() }
  }

  func load(progress: @escaping (Int) -> Void, completion: @escaping ((any Error)?) -> Void) {
    values.forEach(progress)
    completion(failure)
  }

  func loadResult(progress: @escaping (Int) -> Void, completion: @escaping (Result<String, URLError>) -> Void) {
    values.forEach(progress)
    completion(failure.map { .failure($0) } ?? .success("done"))
  }

  func loadQuietly(progress: @escaping (Int) -> Void, completion: @escaping () -> Void) {
    values.forEach(progress)
    completion()
  }
}

private final class Subscription: Sendable {
  let observer: @Sendable (Int) -> Void
  init(_ observer: @escaping @Sendable (Int) -> Void) { self.observer = observer }
}
