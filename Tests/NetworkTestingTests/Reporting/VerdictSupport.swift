import NetworkLoopback
import NetworkRecording
import NetworkTesting
import TestSupport

#if (os(macOS) || os(Linux)) && compiler(>=6.3)
  /// Things that nothing releases.
  final class KeptThings: Sendable {
    static let all = KeptThings()
    private let things = Protected<[any Sendable]>([])

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

  /// A singleton that makes its session when a test first uses it.
  actor LazyClient {
    static let shared = LazyClient()
    static let withTrait = LazyClient()
    private lazy var session = URLSession.mocked(by: MockTransport())

    func ask(_ path: String) async { await session.swallow(path) }
  }

  /// Asks a server over a socket.
  func ask(_ server: LoopbackServer, _ path: String) async {
    let session = URLSession(configuration: .ephemeral)
    defer { session.finishTasksAndInvalidate() }
    guard let url = URL(string: "\(server.host)\(path)") else { return }
    _ = try? await session.data(from: url)
  }
#endif
