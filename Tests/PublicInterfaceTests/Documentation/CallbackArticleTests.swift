import NetworkTesting
import TestSupport

/// A publisher as the libraries have it: a future, a sink, and its values as a sequence.
private struct Publisher {
  var values: AsyncStream<Int> {
    AsyncStream { continuation in
      send { continuation.yield($0) }; continuation.finish()
    }
  }

  func observe(_ completion: @escaping @Sendable (Int) -> Void) { completion(1) }

  func sink(_ receive: @escaping @Sendable (Int) -> Void) { send(receive) }

  private func send(_ receive: (Int) -> Void) { (1...3).forEach(receive) }
}

/// An actor that keeps its handler, and calls it later.
private actor Tank {
  private var handler: (@Sendable (String) -> Void)?

  func onChange(_ handler: @escaping @Sendable (String) -> Void) {
    self.handler = handler
    Task { fill() }
  }

  private func fill() { handler?("full") }
}

/// Work that calls back.
private struct Operation {
  func perform(_ completion: @escaping @Sendable (String) -> Void) {
    DispatchQueue.global().async { completion("Hello") }
  }

  func stalled(_ completion: @escaping @Sendable (String) -> Void) { Self.kept.keep(completion) }

  private static let kept = Kept()

  /// Holds callbacks for ever.
  private final class Kept: @unchecked Sendable {
    // The lock guards the only property.
    private let lock = NSLock()
    private var callbacks: [@Sendable (String) -> Void] = []

    func keep(_ callback: @escaping @Sendable (String) -> Void) { lock.withLock { callbacks.append(callback) } }
  }
}

private struct Resizer {
  func resize(byFactor factor: Int, then completion: @escaping @Sendable (Int) -> Void) { completion(10 * factor) }
}

private struct UserAPI {
  func fetchUser(id: Int, completion: @escaping @Sendable (Result<User, any Error>) -> Void) {
    completion(.success(User(id: "\(id)", name: "Ada")))
  }

  func download(
    _ url: URL, progress: @escaping @Sendable (Double) -> Void,
    completion: @escaping @Sendable (Result<Data, any Error>) -> Void
  ) {
    progress(0.5)
    progress(1)
    completion(.success(Data()))
  }
}

private struct Download {
  func observeProgress(_ observer: @escaping @Sendable (Double) -> Void) { [0.1, 0.5, 1].forEach(observer) }
}

/// Work that tells a delegate, which it does not keep.
private protocol ScannerDelegate: AnyObject {
  func scanner(_ scanner: Scanner, didFind code: String)
}

private final class Scanner {
  weak var delegate: (any ScannerDelegate)?

  func start() { for code in ["4006381333931", "4012345678901"] { delegate?.scanner(self, didFind: code) } }
}

private final class Spy: ScannerDelegate {
  let found: @Sendable (String) -> Void

  init(found: @escaping @Sendable (String) -> Void) {
    self.found = found
  }

  func scanner(_ scanner: Scanner, didFind code: String) { found(code) }
}

/// An account whose observers get a user or an error.
private struct Account {
  func observe(_ observer: @escaping @Sendable (User?, (any Error)?) -> Void) {
    observer(User(id: "1", name: "Ada"), nil)
    observer(nil, URLError(.timedOut))
  }
}

private actor Store {
  var items = ["a", "b", "c"]
}

private struct StalledService {
  let operation = Operation()

  func load(_ completion: @escaping @Sendable (String) -> Void) { operation.stalled(completion) }
}

@Suite("Callbacks")
struct CallbackArticleTests {
  private let operation = Operation()
  private let api = UserAPI()
  private let resizer = Resizer()
  private let publisher = Publisher()
  private let store = Store()

  @Test("a callback is awaited")
  func awaited() async throws {
    let session = URLSession.mocked(by: MockTransport(.get("https://api.example.com/").respond(with: .text("hi"))))
    let url = try #require(URL(string: "https://api.example.com/"))
    // Callbacks.md, "Overview"
    let value = try await withCallback(operation.perform)
    let image = try await withCallback {
      resizer.resize(byFactor: 5, then: $0)
    }
    let user = try await withCallback {
      api.fetchUser(id: 1, completion: $0)
    }
    let (data, response) = try await withCallback {
      session.dataTask(with: url, completionHandler: $0).resume()
    }
    // end of block
    let values = try await collect(publisher.values, count: 3)  // any AsyncSequence
    try await eventually { await store.items.count == 3 }  // state without an event
    #expect(value == "Hello" && image == 50 && user.name == "Ada" && values == [1, 2, 3])
    #expect(data == Data("hi".utf8) && response.url == url)
  }

  @Test("many calls are a sequence")
  func many() async throws {
    let (download, url) = (Download(), try #require(URL(string: "https://api.example.com/")))
    // Callbacks.md, "Overview", block 2
    let fractions = try await collect(
      callbacks(download.observeProgress), count: 3)
    let chunks = try await collect(
      callbacks { api.download(url, progress: $0, completion: $1) })
    let values = try await collect(
      publisher.values, timeout: .seconds(10))
    try await eventually { await store.items.count == 3 }
    try await eventually {
      await store.items
    } satisfies: {
      $0.count == 3
    }
    // end of block
    #expect(fractions == [0.1, 0.5, 1] && chunks == [0.5, 1] && values == [1, 2, 3])
  }

  @Test("a handler may be kept by an actor")
  func keptByActor() async throws {
    let tank = Tank()
    // Callbacks.md, "A handler that an actor keeps"
    let level = try await withCallback { done in
      Task { await tank.onChange { done($0) } }
    }
    #expect(level == "full")
    // end of block
  }

  @Test("a time-out passes on a clock", .quiet)
  func timeout() async throws {
    let stalledService = StalledService()
    // Callbacks.md, "Time"
    let clock = VirtualClock()
    let waiting = Task {
      await withKnownIssue {
        _ = try await withCallback(clock: clock, stalledService.load)
      }
    }
    try await clock.waitForSleepers(1)  // an event: the time-out is set
    await clock.advance(by: .seconds(10))
    await waiting.value
    // end of block
  }

  @Test func operation() async throws {
    let greeting = try await withCallback(operation.perform)
    #expect(greeting == "Hello")
  }

  @Test("a delegate is a spy that calls back")
  func delegate() async throws {
    let scanner = Scanner()
    // Callbacks.md, "A delegate", block 2
    let codes = try await collect(
      callbacks { found in
        let spy = Spy(found: found)
        scanner.delegate = spy
        scanner.start()
        return spy
      }, count: 2)
    // end of block
    #expect(codes == ["4006381333931", "4012345678901"])
  }

  #if os(macOS) || os(Linux)
    // In a process of its own: Foundation's `Process` on Linux can crash one that has over 1,300 files open, as this suite has.
    // See https://github.com/swiftlang/swift-corelibs-foundation/pull/5472, not yet in 6.3.1.
    @Test("a process is awaited")
    func process() async {
      await #expect(processExitsWith: .success) {
        // Callbacks.md, "A process"
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/ls")
        process.standardOutput = FileHandle.nullDevice
        let ended = try await withCallback {
          process.terminationHandler = $0
          try process.run()
        }
        #expect(ended.terminationStatus == 0)
        // end of block
      }
    }
  #endif

  @Test("an observer that gets a value or an error")
  func valuesOrErrors() async throws {
    let account = Account()
    // Callbacks.md, "A value or an error, again and again"
    let events = try await collect(
      callbacks { account.observe($0) }, count: 2)
    let names = events.map { user, _ in user?.name }
    #expect(names == ["Ada", nil])
    // end of block
  }

  @Test("older articles' code has an end")
  func older() async throws {
    let (future, subject) = (publisher, publisher)
    // Callbacks.md, "Futures and publishers"
    let value = try await withCallback(future.observe)
    // end of block
    // Callbacks.md, "Futures and publishers", block 2
    let values = try await collect(publisher.values)
    let firstTwo = try await collect(
      callbacks { subject.sink($0) }, count: 2)
    // end of block
    #expect(value == 1 && values == [1, 2, 3] && firstTwo == [1, 2])
    let user = try await withCallback {
      api.fetchUser(id: 1, completion: $0)
    }
    #expect(user == User(id: "1", name: "Ada"))
  }
}
