import NetworkLoopback
import NetworkRecording
import NetworkTesting
import TestSupport

#if os(Linux) && compiler(>=6.3)
  /// Things that nothing releases.
  final class KeptThings: Sendable {
    static let all = KeptThings()
    private let things = Guarded<[any Sendable]>([])

    func add(_ thing: any Sendable) { things.withLock { $0.append(thing) } }
  }

  struct WrongError: Error {}

  extension HTTPTransport {
    /// Sends a request whose error the app does not look at.
    func swallow(_ path: String) async { _ = try? await send(URLRequest(url: WrongShop.url(path))) }
  }

  extension URLSession {
    /// Loads what the app does not look at.
    func swallow(_ path: String) async { _ = try? await data(from: WrongShop.url(path)) }
  }

  /// Asks a server over a socket.
  func ask(_ server: LoopbackServer, _ path: String) async {
    let session = URLSession(configuration: .ephemeral)
    defer { session.finishTasksAndInvalidate() }
    guard let url = URL(string: "\(server.host)\(path)") else { return }
    _ = try? await session.data(from: url)
  }

  actor VerdictClient {
    private let transport: any HTTPTransport

    init(_ transport: any HTTPTransport) { self.transport = transport }

    func ask(_ path: String) async { await transport.swallow(path) }
  }

  @MainActor final class VerdictScreen {
    private let transport: any HTTPTransport

    init(_ transport: any HTTPTransport) { self.transport = transport }

    func ask(_ path: String) async { await transport.swallow(path) }
  }

  /// An actor with an executor of its own.
  actor OwnExecutor {
    private final class Executor: SerialExecutor {
      private let queue = DispatchQueue(label: "own")

      func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
      }
    }

    private let executor = Executor()
    private let transport: any HTTPTransport
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(_ transport: any HTTPTransport) { self.transport = transport }

    func ask(_ path: String) async { await transport.swallow(path) }
  }

  /// An executor of tasks.
  final class PoolExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "pool", attributes: .concurrent)

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
  }
#endif
