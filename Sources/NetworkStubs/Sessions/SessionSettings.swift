/// A session configuration's settings for requests, as of the creation of the session.
package struct SessionSettings: Sendable {
  let additionalHeaders: [String: String]
  let cookies: SessionCookies?
  /// The platform whose sessions are imitated.
  let platform: SessionPlatform
  /// The most requests to a host at a time; nil if that was not set.
  let connectionLimit: Int?
  /// The cache, which is never asked.
  let cache: UnaskedCache
  private let cachePolicy: URLRequest.CachePolicy
  private let requestTimeout: TimeInterval
  private let resourceTimeout: TimeInterval

  package init(
    _ configuration: URLSessionConfiguration, cookies: CookieStorage? = nil, as platform: SessionPlatform = .current
  ) {
    self.cache = UnaskedCache(configuration.urlCache)
    cachePolicy = configuration.requestCachePolicy
    let fields = (configuration.httpAdditionalHeaders ?? [:]).map {
      (String(describing: $0.key), String(describing: $0.value))
    }
    additionalHeaders = Dictionary(fields) { first, _ in first }
    self.cookies = SessionCookies(configuration, in: cookies, as: platform)
    self.platform = platform
    requestTimeout = configuration.timeoutIntervalForRequest
    resourceTimeout = configuration.timeoutIntervalForResource
    let limit = configuration.httpMaximumConnectionsPerHost
    connectionLimit = limit > 0 && limit != Self.usualConnectionLimit ? limit : nil
  }

  /// Returns the longest time for a whole call; nil for no limit, as in real time without a configured one.
  func resourceLimit(on timeline: Timeline) -> Duration? {
    timeline.isReal && resourceTimeout == Self.usualResourceTimeout ? nil : resourceTimeout.timeLimit
  }

  /// Returns a request with the fields that a session adds.
  ///
  /// Not with those that are the same for each request, such as `User-Agent`: a test would see them where its app sets none.
  func completed(_ request: URLRequest) -> URLRequest {
    var sent = withAdditionalHeaders(request)
    if request.isUntypedForm {
      let type = sent.value(forHTTPHeaderField: "Content-Type")
      // Two fields, as a server joins them.
      if let type, platform.repeatsContentType {
        sent.setValue("\(type), \(URLRequest.formType)", forHTTPHeaderField: "Content-Type")
      } else if type == nil {
        sent.setValue(URLRequest.formType, forHTTPHeaderField: "Content-Type")
      }
    }
    return authorized(sent)
  }

  /// Returns a request with the user and the password of its URL, where a session sends those.
  func authorized(_ request: URLRequest) -> URLRequest {
    guard platform.sendsUserOfURL else { return request }
    var sent = request
    sent.authorizeByURL()
    return sent
  }

  /// Returns a request with the configuration's policy for its cache, if it has none of its own.
  func withCachePolicy(_ request: URLRequest) -> URLRequest {
    guard cachePolicy != .useProtocolCachePolicy, request.cachePolicy == .useProtocolCachePolicy else { return request }
    var sent = request
    sent.cachePolicy = cachePolicy
    return sent
  }

  /// Returns a request with the additional fields of the configuration, which no field of the same name overrides.
  func withAdditionalHeaders(_ request: URLRequest) -> URLRequest {
    var sent = request
    for (name, value) in additionalHeaders where request.value(forHTTPHeaderField: name) == nil {
      sent.setValue(value, forHTTPHeaderField: name)
    }
    return sent
  }

  /// Returns a request with the body that a session sends.
  func withSentBody(_ request: URLRequest) -> URLRequest {
    guard platform.dropsBodyOfHEAD, request.httpMethod == "HEAD" else { return request }
    var sent = request
    sent.httpBodyStream = nil
    sent.httpBody = nil
    return sent
  }

  /// Returns the type of the configuration that is sent beside the one of a form; nil if only one is sent.
  func repeatedType(of request: URLRequest) -> String? {
    guard platform.repeatsContentType, request.isUntypedForm else { return nil }
    return additionalHeaders.first { $0.key.lowercased() == "content-type" }?.value
  }

  /// Returns a request in the form that is sent: with the session's cookies, and with its time-out if it has none of its own.
  func sent(_ request: URLRequest) -> URLRequest { withTimeout(withCookies(request)) }

  /// Returns a request with the cookies of the session.
  func withCookies(_ request: URLRequest) -> URLRequest { cookies?.added(to: request) ?? request }

  /// Returns a request with the session's time-out, if it has none of its own.
  ///
  /// - Parameter isWhole: Whether it is cut as the platform counts it.
  func withTimeout(_ request: URLRequest, isWhole: Bool = true) -> URLRequest {
    var request = request
    // Setting the same value again would copy the request.
    if request.timeoutInterval == URLRequest.usualTimeout, requestTimeout != URLRequest.usualTimeout {
      request.timeoutInterval = requestTimeout
    }
    guard isWhole, platform.countsWholeSeconds else { return request }
    let counted = max(request.timeoutInterval.rounded(.down), Self.shortestTimeout)
    if request.timeoutInterval != counted { request.timeoutInterval = counted }
    return request
  }

  /// What a session that counts whole seconds makes of less than one: a response may be there before, as over a bare session.
  private static let shortestTimeout: TimeInterval = 0.001

  /// The default limit of connections to a host. It counts only if a test sets another: what is usual differs with the version of
  /// HTTP and the platform.
  private static let usualConnectionLimit = URLSessionConfiguration.ephemeral.httpMaximumConnectionsPerHost

  /// The default time-out, a week.
  private static let usualResourceTimeout: TimeInterval = 604_800
}

/// The cache of a session that is mocked, which holds what the app itself has put into it.
// A cache may be used from any thread, though its type does not say so everywhere.
struct UnaskedCache: @unchecked Sendable {
  private let cache: URLCache?

  init(_ cache: URLCache?) { self.cache = cache }

  /// Returns whether the app has put an answer to a request into it.
  func holdsAnswer(to request: URLRequest) -> Bool {
    // Most caches are empty, and a look into one may read a folder.
    guard let cache, cache.currentMemoryUsage > 0 else { return false }
    return cache.cachedResponse(for: request) != nil
  }
}

extension URLRequest {
  fileprivate static let formType = "application/x-www-form-urlencoded"

  /// Whether a session takes it for a form: a `POST` with a body and without a type.
  fileprivate var isUntypedForm: Bool {
    httpMethod == "POST" && (httpBody?.isEmpty == false || httpBodyStream != nil)
      && value(forHTTPHeaderField: "Content-Type") == nil
  }

  /// Adds the user and the password of the URL, unless there are others.
  fileprivate mutating func authorizeByURL() {
    guard let user = url?.user, value(forHTTPHeaderField: "Authorization") == nil else { return }
    // Foundation undoes the escapes of a user, and not those of a password.
    let password = url?.password.map { $0.removingPercentEncoding ?? $0 } ?? ""
    let credentials = Data("\(user):\(password)".utf8).base64EncodedString()
    setValue("Basic \(credentials)", forHTTPHeaderField: "Authorization")
  }
}

/// The cookies of a session: those of answers are stored, and sent with requests.
///
/// The loading system leaves both to the loading protocol.
struct SessionCookies: Sendable {
  private let storage: CookieStorage
  private let sends: Bool
  private let platform: SessionPlatform

  init?(_ configuration: URLSessionConfiguration, in storage: CookieStorage?, as platform: SessionPlatform) {
    guard let storage, configuration.httpCookieAcceptPolicy != .never else { return nil }
    self.storage = storage
    self.platform = platform
    sends = configuration.httpShouldSetCookies
  }

  /// Whether a request takes part: FoundationNetworking does not look at its `httpShouldHandleCookies`.
  private func handles(_ request: URLRequest) -> Bool { platform == .linux || request.httpShouldHandleCookies }

  /// Returns a request with its cookies, which override a field of its own, as in any session.
  func added(to request: URLRequest) -> URLRequest {
    guard sends, handles(request), !storage.isEmpty, let url = request.url,
      let cookies = storage.storage?.cookies(for: url), !cookies.isEmpty
    else { return request }
    var request = request
    for (name, value) in HTTPCookie.requestHeaderFields(with: cookies) {
      request.setValue(value, forHTTPHeaderField: name)
    }
    return request
  }

  /// Stores the cookies of an answer.
  ///
  /// FoundationNetworking knows only fields whose name is exactly `Set-Cookie`, unlike those of HTTP/2, which are in lower case.
  ///
  /// - Returns: Whether all fields could be stored.
  func store(_ response: HTTPResponse, to request: URLRequest) -> Bool {
    // Nearly all answers have none.
    guard response.headers["Set-Cookie"] != nil else { return true }
    let fields = response.headers.filter { $0.name.lowercased() == "set-cookie" }
    guard handles(request), let url = request.url else { return true }
    let stored = platform == .linux ? fields.filter { $0.name == "Set-Cookie" } : fields
    // Each separately: a comma is part of a cookie's date, so joined fields cannot be separated.
    let cookies = stored.flatMap { HTTPCookie.cookies(withResponseHeaderFields: ["Set-Cookie": $0.value], for: url) }
    storage.store(cookies, of: request, at: url)
    return stored.count == fields.count
  }
}

/// A mocked session's cookie storage: private, so that no other session sees it, unless the test shares a storage.
///
/// A private storage is created on demand. It comes with an ephemeral configuration, which costs more than a session.
package final class CookieStorage: Sendable {
  private let first: [HTTPCookie]
  /// Which cookies the storage that it begins with takes; nil for the usual ones.
  private let policy: HTTPCookie.AcceptPolicy?
  private let made: Guarded<HTTPCookieStorage?>
  /// What a storage that is lent to a test has lost and got; nil if it is the test's own.
  private let loan: CookieLoan?
  /// The storage whose cookies the test sends too.
  private let copy: CookieCopy?

  /// Creates a storage that the test shares.
  package init(sharing storage: HTTPCookieStorage) {
    first = []
    policy = nil
    made = Guarded(storage)
    loan = nil
    copy = nil
  }

  /// Creates a storage that is the process's, and is as it was before when the test gives it back.
  package init(lending storage: HTTPCookieStorage) {
    first = []
    policy = nil
    made = Guarded(storage)
    loan = CookieLoan(of: storage)
    copy = nil
  }

  /// Creates a private storage with the initial cookies of another, unless that is the process's.
  init(from other: HTTPCookieStorage) {
    first = other === HTTPCookieStorage.shared ? [] : other.cookies ?? []
    policy = other.cookieAcceptPolicy
    made = Guarded(nil)
    loan = nil
    copy = nil
  }

  /// Creates a private storage that also has the cookies of another, even if that is the process's.
  init(copying other: HTTPCookieStorage) {
    first = []
    policy = other.undividedPolicy
    made = Guarded(nil)
    loan = nil
    copy = CookieCopy(of: other)
  }

  /// Stores the cookies of an answer.
  func store(_ cookies: [HTTPCookie], of request: URLRequest, at url: URL) {
    guard let storage else { return }
    let store = { storage.setCookies(cookies, for: url, mainDocumentURL: request.mainDocumentURL) }
    guard let loan else { return store() }
    loan.store(cookies, store)
  }

  /// Takes the cookies of answers out of a storage that was lent.
  package func giveBack() { loan?.end() }

  /// Whether it has no cookies, and never had any.
  var isEmpty: Bool { first.isEmpty && made.withLock { $0 == nil } && copy?.isEmpty != false }

  var storage: HTTPCookieStorage? {
    let own = own
    if let own { copy?.update(own) }
    return own
  }

  /// The storage, without what code has changed in the one that it copies.
  var own: HTTPCookieStorage? {
    if let made = made.withLock({ $0 }) { return made }
    let fresh = URLSessionConfiguration.ephemeral.httpCookieStorage
    for cookie in first { fresh?.setCookie(cookie) }
    if let policy { fresh?.cookieAcceptPolicy = policy }
    return made.withLock { made in
      made = made ?? fresh
      return made
    }
  }
}
