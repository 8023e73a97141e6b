import Foundation
import NetworkStubs
import NetworkTesting
import TestSupport

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A way in which an app gets what a server streams: through an injected transport, or a session with one or the other queue.
enum Seam: CaseIterable, Sendable {
  case transport, async, handler, delegate
  case asyncOfConfiguration, handlerOfConfiguration, delegateOfConfiguration
  case delegateOnSerialQueue, delegateOnMainQueue
  /// On a queue that does several things at once, where a delegate would be told in any order.
  case handlerOnQueue

  /// Those to a session that no test can reach.
  case asyncOfOther, handlerOfOther, delegateOfOther, handlerOfOtherOnQueue

  /// Those that need a trait for every session.
  static let ofOthers: [Self] = [.asyncOfOther, .handlerOfOther, .delegateOfOther, .handlerOfOtherOnQueue]
  static let reached = allCases.filter { !ofOthers.contains($0) }

  static var stub: Stub {
    .get("/events").respond(with: .stream("a", "b", "c")).times(0...1_000_000)
  }

  static let text = "abc"
}

/// A server as one use of an app reaches it.
final class SeamServer: Sendable {
  private static let other = URLSession(configuration: .ephemeral)
  private static let url = URL.test("/events")

  private let seam: Seam
  private let transport: MockTransport
  private let session: URLSession?
  private let reader = SeamDelegate()

  init(_ seam: Seam, clock: VirtualClock) {
    self.seam = seam
    transport = MockTransport(Seam.stub, clock: clock)
    let delegate: (any URLSessionDelegate)? = seam.hasDelegate ? reader : nil
    switch seam {
    case .transport: session = nil
    case .async, .handler, .delegate: session = .mocked(by: transport, delegate: delegate)
    case .asyncOfConfiguration, .handlerOfConfiguration, .delegateOfConfiguration:
      session = URLSession(configuration: .mocked(by: transport), delegate: delegate, delegateQueue: nil)
    case .delegateOnSerialQueue:
      let queue = OperationQueue()
      queue.maxConcurrentOperationCount = 1
      session = URLSession(configuration: .mocked(by: transport), delegate: delegate, delegateQueue: queue)
    case .handlerOnQueue:
      session = URLSession(configuration: .mocked(by: transport), delegate: delegate, delegateQueue: OperationQueue())
    case .delegateOnMainQueue:
      session = URLSession(configuration: .mocked(by: transport), delegate: delegate, delegateQueue: .main)
    case .asyncOfOther, .handlerOfOther: session = Self.other
    case .delegateOfOther: session = URLSession(configuration: .ephemeral, delegate: delegate, delegateQueue: nil)
    case .handlerOfOtherOnQueue:
      session = URLSession(configuration: .ephemeral, delegate: delegate, delegateQueue: OperationQueue())
    }
  }

  deinit { if session !== Self.other { session?.finishTasksAndInvalidate() } }

  /// Loads the stream, and hands over its pieces, and nil at its end.
  func load(_ receive: @escaping @Sendable (String?) -> Void) {
    let task: URLSessionDataTask?
    switch seam {
    case .transport:
      task = nil
      Task { [transport] in
        for try await piece in try await transport.stream(URLRequest(url: Self.url)) {
          receive(String(decoding: piece, as: UTF8.self))
        }
        receive(nil)
      }
    case .async, .asyncOfConfiguration, .asyncOfOther:
      task = nil
      Task { [session] in
        if let data = try await session?.data(from: Self.url).0 { receive(String(decoding: data, as: UTF8.self)) }
        receive(nil)
      }
    case .handler, .handlerOfConfiguration, .handlerOfOther, .handlerOnQueue, .handlerOfOtherOnQueue:
      task = session?.dataTask(with: Self.url) { data, _, _ in
        if let data { receive(String(decoding: data, as: UTF8.self)) }
        receive(nil)
      }
    case .delegate, .delegateOfConfiguration, .delegateOnSerialQueue, .delegateOnMainQueue, .delegateOfOther:
      task = session?.dataTask(with: Self.url)
      if let task { reader.expect(task, receive) }
    }
    task?.resume()
  }
}

extension Seam {
  fileprivate var hasDelegate: Bool {
    switch self {
    case .transport, .async, .handler, .asyncOfConfiguration, .handlerOfConfiguration, .asyncOfOther, .handlerOfOther,
      .handlerOnQueue, .handlerOfOtherOnQueue:
      false
    case .delegate, .delegateOfConfiguration, .delegateOnSerialQueue, .delegateOnMainQueue, .delegateOfOther:
      true
    }
  }
}

/// A reader of streams, as apps have it for server-sent events where a session has no `bytes(for:)`.
private final class SeamDelegate: NSObject, URLSessionDataDelegate, Sendable {
  private let receivers = Protected<[Int: @Sendable (String?) -> Void]>([:])

  func expect(_ task: URLSessionTask, _ receive: @escaping @Sendable (String?) -> Void) {
    receivers.withLock { $0[task.taskIdentifier] = receive }
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    receivers.withLock { $0[dataTask.taskIdentifier] }?(String(decoding: data, as: UTF8.self))
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    receivers.withLock { $0.removeValue(forKey: task.taskIdentifier) }?(nil)
  }
}
