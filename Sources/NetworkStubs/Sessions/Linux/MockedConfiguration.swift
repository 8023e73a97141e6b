#if canImport(FoundationNetworking)
  /// A configuration with a separate network for each copy.
  ///
  /// A session of FoundationNetworking copies its configuration, asks the copy for protocol classes and releases it when it is
  /// released itself. So the copy holds everything that belongs to one session: its protocol class, and the context that frees
  /// it.
  // Its additions to the class are set once, before other code has the configuration.
  final class MockedConfiguration: URLSessionConfiguration, DefaultInitializable, @unchecked Sendable {
    private var transport: (any HTTPTransport)?
    private var platform = SessionPlatform.current
    private var clock: any Clock<Duration> = ContinuousClock()
    private var harness: (any Harness)?
    private var place = CodePlace()
    private var sharedCookies: HTTPCookieStorage?
    /// The cookies of the session that keeps this copy.
    private var cookies: CookieStorage?
    private var context: SessionContext?

    static func make(
      transport: any HTTPTransport, as platform: SessionPlatform, clock: any Clock<Duration>,
      original: URLSessionConfiguration, sharing cookies: HTTPCookieStorage?, in harness: any Harness,
      at place: CodePlace
    ) -> MockedConfiguration {
      let made = make(Self.self)
      made.transport = transport
      made.platform = platform
      made.clock = clock
      made.harness = harness
      made.place = place
      made.take(from: original)
      made.sharedCookies = cookies
      // A session takes cookies from the configuration that it is created from.
      let isOfProcess = made.httpCookieStorage === HTTPCookieStorage.shared
      if let cookies { made.httpCookieStorage = cookies } else if isOfProcess { made.httpCookieStorage = .unshared }
      if made.urlCredentialStorage === URLCredentialStorage.shared {
        made.urlCredentialStorage = URLCredentialStorage()
      }
      made.protocolClasses = [SessionProtocol.self] + (original.protocolClasses ?? [])
      return made
    }

    /// Returns the copy that a session keeps.
    override func copy(with zone: NSZone? = nil) -> Any {
      let copy = Self.make(Self.self)
      copy.transport = transport
      copy.platform = platform
      copy.clock = clock
      copy.harness = harness
      copy.place = place
      copy.take(from: self)
      copy.sharedCookies = sharedCookies
      guard let transport, let harness else { return copy }
      let place = place
      copy.cookies = sharedCookies.map(CookieStorage.init(sharing:)) ?? httpCookieStorage.map(CookieStorage.init(from:))
      let context = SessionContext(
        transport: transport, clock: clock,
        settings: SessionSettings(self, cookies: copy.cookies, as: platform), in: harness, at: place)
      copy.context = context
      // Even if the list was changed, no request may get past it to a real network.
      var classes = (protocolClasses ?? []).filter { !($0 is SessionProtocol.Type) }
      let position = protocolClasses?.firstIndex { $0 is SessionProtocol.Type } ?? classes.endIndex
      classes.insert(context.enter(), at: min(position, classes.endIndex))
      copy.protocolClasses = classes
      return copy
    }

    override var httpCookieStorage: HTTPCookieStorage? {
      get { cookies.map(\.storage) ?? super.httpCookieStorage }
      set { super.httpCookieStorage = newValue }
    }

    override var urlCache: URLCache? {
      get { CacheLook.isUnderWay ? nil : super.urlCache }
      set { super.urlCache = newValue }
    }

    override var description: String { ObjectClass.description(of: self, as: URLSessionConfiguration.self) }

    // A subclass has no other access to the initializer, which is deprecated for other callers.
    private static func make<Made: DefaultInitializable>(_: Made.Type) -> Made { Made() }

    private func take(from other: URLSessionConfiguration) {
      identifier = other.identifier
      requestCachePolicy = other.requestCachePolicy
      timeoutIntervalForRequest = other.timeoutIntervalForRequest
      timeoutIntervalForResource = other.timeoutIntervalForResource
      networkServiceType = other.networkServiceType
      allowsCellularAccess = other.allowsCellularAccess
      isDiscretionary = other.isDiscretionary
      connectionProxyDictionary = other.connectionProxyDictionary
      httpShouldSetCookies = other.httpShouldSetCookies
      httpCookieAcceptPolicy = other.httpCookieAcceptPolicy
      httpAdditionalHeaders = other.httpAdditionalHeaders
      httpMaximumConnectionsPerHost = other.httpMaximumConnectionsPerHost
      httpCookieStorage = other.httpCookieStorage
      urlCredentialStorage = other.urlCredentialStorage
      urlCache = other.urlCache
    }
  }

  extension HTTPCookieStorage {
    /// A new storage; an ephemeral configuration is the only source of one.
    fileprivate static var unshared: HTTPCookieStorage? { URLSessionConfiguration.ephemeral.httpCookieStorage }
  }

  private protocol DefaultInitializable { init() }

  extension URLSessionConfiguration {
    /// Returns a copy that is answered by a transport.
    package func connected(
      to transport: any HTTPTransport, as platform: SessionPlatform, clock: any Clock<Duration>,
      sharing cookies: HTTPCookieStorage?, in harness: any Harness, at place: CodePlace
    ) -> URLSessionConfiguration {
      MockedConfiguration.make(
        transport: transport, as: platform, clock: clock, original: self, sharing: cookies, in: harness, at: place)
    }
  }
#endif
