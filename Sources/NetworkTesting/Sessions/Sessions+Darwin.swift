#if !canImport(FoundationNetworking)
  import Foundation
  import NetworkEndpoints

  // Written from the documentation; not yet run on an Apple platform.

  /// A cache that stores nothing, and keeps a context for as long as a configuration and its sessions live.
  // It adds a constant to the class, which is Sendable.
  final class ContextCache: URLCache, @unchecked Sendable {
    private let context: SessionContext

    init(_ context: SessionContext) {
      self.context = context
      super.init(memoryCapacity: 0, diskCapacity: 0, directory: nil)
    }
  }

  extension URLSessionConfiguration {
    /// A copy that is answered by a transport.
    func answered(
      by transport: any HTTPTransport, clock: any Clock<Duration>, sharing cookies: HTTPCookieStorage?
    ) -> URLSessionConfiguration {
      let configuration = copy() as? URLSessionConfiguration ?? .ephemeral
      let storage = cookies.map(CookieStorage.init(sharing:)) ?? httpCookieStorage.map(CookieStorage.init(from:))
      configuration.httpCookieStorage = storage?.storage
      if configuration.urlCredentialStorage === URLCredentialStorage.shared {
        configuration.urlCredentialStorage = URLSessionConfiguration.ephemeral.urlCredentialStorage
      }
      let context = SessionContext(
        transport: transport, clock: clock, settings: SessionSettings(configuration, cookies: storage),
        test: TestContext())
      configuration.protocolClasses = [context.enter()] + (configuration.protocolClasses ?? [])
      configuration.urlCache = ContextCache(context)
      return configuration
    }
  }

  /// The run loop of the thread on which a session calls its protocols, and expects their calls.
  // A CFRunLoop may be used from any thread, though its type does not say so; neither property changes.
  struct LoadingQueue: @unchecked Sendable {
    private let loop: CFRunLoop?
    private let mode: RunLoop.Mode

    /// The queue of the current thread.
    init(_ owner: SessionProtocol) {
      loop = CFRunLoopGetCurrent()
      mode = RunLoop.current.currentMode ?? .default
    }

    /// Runs a closure there.
    func run(_ body: @escaping @Sendable () -> Void) {
      guard let loop else { return body() }
      CFRunLoopPerformBlock(loop, mode.rawValue as CFString, body)
      CFRunLoopWakeUp(loop)
    }
  }

  /// A protocol with the progress of its request.
  class LoadingURLProtocol: URLProtocol {
    let load = Guarded(SessionLoad())

    func sendRequest() {}
  }

  // The loading system adds headers, hands out upload bodies as streams, asks delegates about redirects and follows them.
  extension SessionCall {
    func prepared(_ request: URLRequest, with settings: SessionSettings) throws -> URLRequest { request }

    /// How many redirects led to a request: each is loaded by a protocol of its own.
    func redirects(before request: URLRequest) -> Int {
      URLProtocol.property(forKey: Self.redirectsKey, in: request) as? Int ?? 0
    }

    func propose(
      _ next: URLRequest, after response: HTTPResponse, to request: URLRequest, in context: SessionContext,
      redirects: Int
    ) {
      guard let counted = (next as NSURLRequest).mutableCopy() as? NSMutableURLRequest else {
        return add(.redirect(response, next))
      }
      URLProtocol.setProperty(redirects, forKey: Self.redirectsKey, in: counted)
      add(.redirect(response, counted as URLRequest))
    }

    /// The session takes any number of chunks, and joins them for completion handlers.
    var takesChunks: Bool { true }

    private static var redirectsKey: String { "NetworkTesting.redirects" }
  }

  extension SessionProtocol {
    /// The loading system stops a protocol before it ends the task.
    var isCancelled: Bool { false }

    /// A protocol that is stopped is not started again.
    var isPausing: Bool { false }

    static func head(of response: HTTPResponse, from url: URL?) -> HTTPURLResponse? {
      HTTPURLResponse(response, from: url)
    }

    func finish(_ client: any URLProtocolClient) {
      client.urlProtocolDidFinishLoading(self)
    }
  }

  extension MockedSessionError {
    /// Where a session's transport is, and how it is lost.
    static let lossOfTransport =
      "The configuration was changed after it was mocked: on Apple platforms the transport is kept by its urlCache."
  }

  extension SharedSession {
    /// Puts the protocol into the shared session, once for the process: it asks the classes that are registered.
    static let isIntercepted = URLProtocol.registerClass(SharedSessionProtocol.self)
  }
#endif
