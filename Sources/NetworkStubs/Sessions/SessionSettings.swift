/// A session configuration's settings for requests, as of the creation of the session.
package struct SessionSettings: Sendable {
  let additionalHeaders: [String: String]
  let cookies: SessionCookies?
  private let requestTimeout: TimeInterval
  private let resourceTimeout: TimeInterval

  package init(_ configuration: URLSessionConfiguration, cookies: CookieStorage? = nil) {
    let fields = (configuration.httpAdditionalHeaders ?? [:]).map {
      (String(describing: $0.key), String(describing: $0.value))
    }
    additionalHeaders = Dictionary(fields) { first, _ in first }
    self.cookies = SessionCookies(configuration, in: cookies)
    requestTimeout = configuration.timeoutIntervalForRequest
    resourceTimeout = configuration.timeoutIntervalForResource
  }

  /// Returns the longest time for a whole call; nil for no limit, as in real time without a configured one.
  func resourceLimit(on timeline: Timeline) -> Duration? {
    timeline.isReal && resourceTimeout == Self.usualResourceTimeout ? nil : resourceTimeout.timeLimit
  }

  /// Returns a request with the configuration's missing header fields; sessions leave them to their protocols.
  func withAdditionalHeaders(_ request: URLRequest) -> URLRequest {
    var request = request
    for (name, value) in additionalHeaders where request.value(forHTTPHeaderField: name) == nil {
      request.setValue(value, forHTTPHeaderField: name)
    }
    return request
  }

  /// Returns a request in the form that is sent: with the session's cookies, and with its time-out if it has none of its own.
  func sent(_ request: URLRequest) -> URLRequest {
    var request = cookies?.added(to: request) ?? request
    // Setting the same value again would copy the request.
    if request.timeoutInterval == URLRequest.usualTimeout, requestTimeout != URLRequest.usualTimeout {
      request.timeoutInterval = requestTimeout
    }
    return request
  }

  /// The default time-out, a week.
  private static let usualResourceTimeout: TimeInterval = 604_800
}

/// The cookies of a session: those of answers are stored, and sent with requests.
///
/// The loading system leaves both to the loading protocol.
struct SessionCookies: Sendable {
  private let storage: CookieStorage
  private let sends: Bool

  init?(_ configuration: URLSessionConfiguration, in storage: CookieStorage?) {
    guard let storage, configuration.httpCookieAcceptPolicy != .never else { return nil }
    self.storage = storage
    sends = configuration.httpShouldSetCookies
  }

  /// Returns a request with its cookies, which override a field of its own, as in any session.
  func added(to request: URLRequest) -> URLRequest {
    guard sends, request.httpShouldHandleCookies, !storage.isEmpty, let url = request.url,
      let cookies = storage.storage?.cookies(for: url), !cookies.isEmpty
    else { return request }
    var request = request
    for (name, value) in HTTPCookie.requestHeaderFields(with: cookies) {
      request.setValue(value, forHTTPHeaderField: name)
    }
    return request
  }

  func store(_ response: HTTPResponse, to request: URLRequest) {
    let fields = response.headers.values(for: "Set-Cookie")
    guard !fields.isEmpty, request.httpShouldHandleCookies, let url = request.url else { return }
    // Each separately: a comma is part of a cookie's date, so joined fields cannot be separated.
    let cookies = fields.flatMap { HTTPCookie.cookies(withResponseHeaderFields: ["Set-Cookie": $0], for: url) }
    storage.storage?.setCookies(cookies, for: url, mainDocumentURL: request.mainDocumentURL)
  }
}

/// A mocked session's cookie storage: private, so that no other session sees it, unless the test shares a storage.
///
/// A private storage is created on demand. It comes with an ephemeral configuration, which costs more than a session.
package final class CookieStorage: Sendable {
  private let first: [HTTPCookie]
  private let made: Guarded<HTTPCookieStorage?>

  /// Creates a storage that the test shares.
  package init(sharing storage: HTTPCookieStorage) {
    first = []
    made = Guarded(storage)
  }

  /// Creates a private storage with the initial cookies of another, unless that is the process's.
  init(from other: HTTPCookieStorage) {
    first = other === HTTPCookieStorage.shared ? [] : other.cookies ?? []
    made = Guarded(nil)
  }

  /// Creates a private storage with the cookies of another, also if that is the process's.
  init(copying other: HTTPCookieStorage) {
    first = other.cookies ?? []
    made = Guarded(nil)
  }

  /// Whether it has no cookies, and never had any.
  var isEmpty: Bool { first.isEmpty && made.withLock { $0 == nil } }

  var storage: HTTPCookieStorage? {
    if let made = made.withLock({ $0 }) { return made }
    let fresh = URLSessionConfiguration.ephemeral.httpCookieStorage
    for cookie in first { fresh?.setCookie(cookie) }
    return made.withLock { made in
      made = made ?? fresh
      return made
    }
  }
}
