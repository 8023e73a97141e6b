import NetworkTesting

/// What articles about testing asynchronous code use as examples, in the shape that this package gives it.
///
/// The article `Callbacks` shows each beside its older form.
@Suite("Examples from older articles", .timeLimit(.minutes(15)))
struct ArticleExamplesTests {
  @Test("an operation on a dispatch queue")
  func operation() async throws {
    let operation = AsyncOperation { "Hello" }
    #expect(try await withCallback(operation.perform) == "Hello")
  }

  @Test("an image resizer with an argument before the handler")
  func resizer() async throws {
    let resizer = ImageResizer(image: Image(width: 20))
    let image = try await withCallback { resizer.resize(byFactor: 5, then: $0) }
    #expect(image.width == 100)
  }

  @Test("a future, by way of its own observe")
  func future() async throws {
    let promise = Promise<Int>()
    DispatchQueue.global().async { promise.resolve(with: 7) }
    #expect(try await withCallback(promise.observe) == 7)
  }

  @Test("a publisher's values")
  func publisher() async throws {
    let subject = Subject<String>()
    let values = callbacks { subject.sink($0) }
    subject.send("a")
    subject.send("b")
    #expect(try await collect(values, count: 2) == ["a", "b"])
  }

  @Test("a client whose completion handler takes a result")
  func client() async throws {
    let user = try await withCallback { UserAPI().fetchUser(id: 1, completion: $0) }
    #expect(user == User(id: 1))
    await #expect(throws: UserAPI.NotFound()) {
      try await withCallback { UserAPI().fetchUser(id: 0, completion: $0) }
    }
  }

  @Test("state that changes without an event")
  func state() async throws {
    let store = Store()
    store.startLoading(3)
    try await eventually { await store.items.count == 3 }
  }
}

private struct AsyncOperation<Value: Sendable> {
  let queue = DispatchQueue(label: "operation")
  let work: @Sendable () -> Value

  init(work: @escaping @Sendable () -> Value) { self.work = work }

  func perform(then handler: @escaping @Sendable (Value) -> Void) {
    queue.async { [work] in handler(work()) }
  }
}

private struct Image: Sendable {
  var width: Int
}

private struct ImageResizer {
  let image: Image

  func resize(byFactor factor: Int, then handler: @escaping @Sendable (Image) -> Void) {
    DispatchQueue.global().async { [image] in handler(Image(width: image.width * factor)) }
  }
}

/// A promise that is its own future. `@unchecked Sendable` because a lock guards what it knows.
private final class Promise<Value: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value?
  private var observers: [@Sendable (Value) -> Void] = []

  func observe(using observer: @escaping @Sendable (Value) -> Void) {
    let known = lock.withLock {
      if value == nil { observers.append(observer) }
      return value
    }
    if let known { observer(known) }
  }

  func resolve(with value: Value) {
    let observers = lock.withLock {
      self.value = value
      return self.observers
    }
    for observer in observers { observer(value) }
  }
}

/// The part of a publisher that this test needs. `@unchecked Sendable` because a lock guards the sinks.
private final class Subject<Value: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var sinks: [@Sendable (Value) -> Void] = []

  func sink(_ receive: @escaping @Sendable (Value) -> Void) {
    lock.withLock { sinks.append(receive) }
  }

  func send(_ value: Value) {
    let sinks = lock.withLock { self.sinks }
    for sink in sinks { sink(value) }
  }
}

private struct User: Hashable, Sendable {
  let id: Int
}

private struct UserAPI {
  struct NotFound: Error, Equatable {}

  func fetchUser(id: Int, completion: @escaping @Sendable (Result<User, any Error>) -> Void) {
    DispatchQueue.global().async {
      completion(id > 0 ? .success(User(id: id)) : .failure(NotFound()))
    }
  }
}

private actor Store {
  private(set) var items: [Int] = []

  nonisolated func startLoading(_ count: Int) {
    for number in 1...count {
      Task { await add(number) }
    }
  }

  private func add(_ item: Int) { items.append(item) }
}
