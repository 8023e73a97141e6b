#if !canImport(FoundationNetworking)
  // Written from the documentation; not yet run on an Apple platform.

  /// A cache that stores nothing, and keeps a context for as long as a configuration and its sessions live.
  // It adds a constant to the class, which is Sendable.
  final class ContextCache: URLCache, @unchecked Sendable {
    private let context: SessionContext

    init(_ context: SessionContext) {
      self.context = context
      // Without a directory, it would open the process's.
      let directory = FileManager.default.temporaryDirectory.appendingPathComponent("NetworkTesting.noCache")
      super.init(memoryCapacity: 0, diskCapacity: 0, directory: directory)
    }
  }

  extension HTTPCookieStorage {
    /// Tests that answer all sessions take turns, and each uses the storage itself.
    func divide() {}

    /// Its cookies, which are those of all tests.
    var undividedCookies: [HTTPCookie] { cookies ?? [] }
    /// Which of them it takes.
    var undividedPolicy: HTTPCookie.AcceptPolicy { cookieAcceptPolicy }
  }

  extension URLSessionConfiguration {
    /// Returns a copy that is answered by a transport.
    package func connected(
      to transport: any HTTPTransport, as platform: SessionPlatform, clock: any Clock<Duration>,
      sharing cookies: HTTPCookieStorage?,
      in harness: any Harness, at place: CodePlace
    ) -> URLSessionConfiguration {
      guard identifier == nil else {
        // It would send its requests past any protocol.
        let error = MockedSessionError(.background, nil)
        let refused = URLSessionConfiguration.ephemeral.connected(
          to: FailingTransport(error: error), as: platform, clock: clock, sharing: nil, in: harness, at: place)
        harness.record(Problem(text: error.description, place: place))
        return refused
      }
      let configuration = copy() as? URLSessionConfiguration ?? .ephemeral
      let storage = cookies.map(CookieStorage.init(sharing:)) ?? httpCookieStorage.map(CookieStorage.init(from:))
      configuration.httpCookieStorage = storage?.storage
      if configuration.urlCredentialStorage === URLCredentialStorage.shared {
        configuration.urlCredentialStorage = URLSessionConfiguration.ephemeral.urlCredentialStorage
      }
      let context = SessionContext(
        transport: transport, clock: clock,
        settings: SessionSettings(configuration, cookies: storage, as: platform),
        in: harness, at: place)
      configuration.chooseLoadingMode()
      configuration.protocolClasses = [context.enter()] + (configuration.protocolClasses ?? [])
      configuration.urlCache = ContextCache(context)
      // A safety net: a request that gets past the protocol, as after a change of `protocolClasses`, ends at a closed port.
      configuration.connectionProxyDictionary = [
        "HTTPEnable": 1, "HTTPProxy": "127.0.0.1", "HTTPPort": 9,
        "HTTPSEnable": 1, "HTTPSProxy": "127.0.0.1", "HTTPSPort": 9,
      ]
      return configuration
    }
  }

  /// A transport that answers each request with one error.
  private struct FailingTransport: HTTPTransport {
    let error: MockedSessionError

    func send(_ request: URLRequest) async throws -> HTTPResponse { throw error }
  }

  /// The run loop of the thread on which a session calls its protocols, and expects their calls.
  // A CFRunLoop may be used from any thread, though its type does not say so; neither property changes.
  struct LoadingQueue: @unchecked Sendable {
    /// The run loop and its mode; nil on a thread where none runs, as a newer loader's may be. A block would wait there for ever.
    private let loop: (loop: CFRunLoop, mode: RunLoop.Mode)?
    private static let withoutLoop = DispatchQueue(label: "NetworkTesting.loading")

    /// Creates the queue of the current thread, which has to be the one where the session calls its protocols.
    init(_ owner: SessionProtocol) {
      let mode = RunLoop.current.currentMode
      loop = CFRunLoopGetCurrent().flatMap { loop in mode.map { (loop, $0) } }
    }

    func run(_ body: @escaping @Sendable () -> Void) {
      guard let loop else { return Self.withoutLoop.async(execute: body) }
      CFRunLoopPerformBlock(loop.loop, loop.mode.rawValue as CFString, body)
      CFRunLoopWakeUp(loop.loop)
    }
  }

  extension LoadingQueue {
    /// Runs a closure, already on the queue, that steps of a clock wait for, with everything that it calls.
    func perform(_ work: ClockStep.Work?, _ body: @escaping @Sendable () -> Void) {
      if let work { work.perform(body) } else { body() }
    }
  }

  /// A protocol with the progress of its request.
  class LoadingURLProtocol: URLProtocol {
    let load = Guarded(SessionLoad())

    func sendRequest() {}

    /// Notes that the session has chosen the class for a request.
    class func noteChoice() {}

    /// The request as the session provides it.
    var provided: URLRequest { request }
  }

  extension HTTPResponse {
    /// The header fields as a session returns them: one of each name, with repeated ones joined.
    var joinedFields: [String: String] {
      if headers.count == 1, let field = headers.first { return [field.name: field.value] }
      var fields: [String: String] = [:]
      var names: [String: String] = [:]
      for field in headers {
        let name = names[field.name.lowercased(), default: field.name]
        names[field.name.lowercased()] = name
        fields[name] = fields[name].map { "\($0), \(field.value)" } ?? field.value
      }
      return fields
    }
  }

  // The loading system provides bodies as streams, asks delegates about redirects and follows them. It does not add a
  // configuration's additional header fields for a custom protocol.
  extension SessionRequest {
    func prepared(_ request: URLRequest) throws(MockedSessionError) -> (request: URLRequest, sent: URLRequest) {
      let request = context.settings.withSentBody(context.settings.completed(request))
      return (request, context.settings.onWire(request))
    }

    /// Does nothing: a protocol cannot tell the progress of an upload.
    func noteUpload(of request: URLRequest) {}

    /// The request that an error names.
    func blamed(for error: URLError, of trip: SessionTrip) -> URLRequest { trip.request }

    /// The number of redirects so far: each is loaded by a new protocol, and may be created by the delegate.
    var redirectsBefore: Int {
      guard let task = owner.value.task else { return 0 }
      return context.redirects.withLock { $0[task.taskIdentifier] ?? 0 }
    }

    func propose(_ next: URLRequest, after response: HTTPResponse, of trip: SessionTrip) {
      if let task = owner.value.task { context.redirects.withLock { $0[task.taskIdentifier] = trip.redirects + 1 } }
      let work = load.withLock { $0.origin }.beginWork("a redirect that a delegate may refuse")
      // Not the trip, which holds its connection.
      let url = trip.request.url
      let followed = RedirectDecision.wait(keeping: work) { add(.response(response, url)) }
      // Before the session is told: it may follow at once.
      callWhenStopped(followed)
      if hasEnded { followed() }
      add(.redirect(response, next))
    }

    /// The session takes any number of chunks, and joins them for completion handlers.
    var takesChunks: Bool { true }
  }

  extension URLSessionTask {
    /// Whether it is more than a request and its answer.
    var isStream: Bool { self is URLSessionWebSocketTask || self is URLSessionStreamTask }
  }

  extension SessionProtocol {
    /// Whether the task is cancelled, always false: the loading system stops a protocol before it ends the task.
    var isCancelled: Bool { false }

    /// Returns whether its caller is cancelled already, always false: the loading system then loads nothing.
    func isInVain(for sender: TaskSender?) -> Bool { false }

    /// Whether `stopLoading()` is a pause, always false: a stopped protocol is not started again.
    var isPausing: Bool { false }

    static func head(of response: HTTPResponse, from url: URL?) -> HTTPURLResponse? {
      HTTPURLResponse(response, from: url)
    }

    func finish(_ client: any URLProtocolClient) { client.urlProtocolDidFinishLoading(self) }

    /// Delivers something to the session: which test a callback's request belongs to is known by its turn.
    func markCallbacks(_ deliver: () -> Void) { deliver() }

    func tellUpload(_ sent: Int, of expected: Int) {}

    /// Returns the answer that a delegate has kept from redirecting, as it is.
    func keptBody(of response: HTTPResponse) -> HTTPResponse { response }

    /// Hands over an answer that redirects nowhere, as it is: the loading system keeps it.
    func deliverLost(_ response: HTTPResponse, from url: URL?, to client: any URLProtocolClient) {
      deliver(response, from: url, to: client)
    }

    /// Ends a task with an answer whose body cannot be decoded.
    func deliverUndecodable(
      _ response: HTTPResponse, from url: URL?, _ error: any Error, to client: any URLProtocolClient
    ) {
      client.urlProtocol(self, didFailWithError: error)
    }

    func ask(_ challenge: SessionChallenge, _ client: any URLProtocolClient) { finish(client) }
  }

  /// A question for credentials, which a mocked session of Apple platforms does not ask.
  struct SessionChallenge {}

  extension SessionRequest {
    func challenge(of response: HTTPResponse, isTold: Bool, on trip: SessionTrip) -> SessionChallenge? { nil }
  }

  extension MockedSessionError {
    static let lossOfTransport =
      "The configuration was changed after it was mocked: on Apple platforms, its urlCache keeps the transport."
  }

  /// The loader of a mocked session, on systems with two.
  ///
  /// Since macOS 15.4 and iOS 18.4 a configuration chooses: `usesClassicLoadingMode` is true by default, and false is
  /// announced as the default of a later system. The documentation of the newer loader
  /// ([SF-0018](https://github.com/swiftlang/swift-foundation/blob/main/Proposals/0018-urlsession-new-loader.md), and the header)
  /// does not mention custom protocols. They are only known with the classic loader, which `Sessions+Darwin.swift` follows.
  enum LoadingMode {
    /// The variable whose value 0 chooses the newer loader, to find out its effect on a suite.
    static let variable = "NETWORK_TESTING_CLASSIC_LOADING"

    fileprivate static let isClassic = ProcessInfo.processInfo.environment[variable] != "0"
  }

  extension URLSessionConfiguration {
    /// Chooses the loader of a mocked session, regardless of the system's default.
    func chooseLoadingMode() {
      if #available(macOS 15.4, iOS 18.4, tvOS 18.4, watchOS 11.4, visionOS 2.4, *) {
        usesClassicLoadingMode = LoadingMode.isClassic
      }
    }
  }
#endif
