import Foundation
import NetworkEndpoints

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What a session's configuration says about its requests, as it was when the session was made.
struct SessionSettings: Sendable {
  let additionalHeaders: [String: String]
  let cookies: SessionCookies?
  private let requestTimeout: TimeInterval
  private let resourceTimeout: TimeInterval

  init(_ configuration: URLSessionConfiguration) {
    let fields = (configuration.httpAdditionalHeaders ?? [:]).map {
      (String(describing: $0.key), String(describing: $0.value))
    }
    additionalHeaders = Dictionary(fields) { first, _ in first }
    cookies = SessionCookies(configuration)
    requestTimeout = configuration.timeoutIntervalForRequest
    resourceTimeout = configuration.timeoutIntervalForResource
  }

  /// How long all of a call may take; nil for as long as it likes, as in real time where the configuration says nothing.
  func resourceLimit(on timeline: Timeline) -> Duration? {
    timeline.isReal && resourceTimeout == Self.usualResourceTimeout ? nil : resourceTimeout.timeLimit
  }

  /// A request as it is sent: with the session's cookies, and with its time-out where it has none of its own.
  func sent(_ request: URLRequest) -> URLRequest {
    var request = cookies?.added(to: request) ?? request
    // To set what is there already would copy the request.
    if request.timeoutInterval == URLRequest.usualTimeout, requestTimeout != URLRequest.usualTimeout {
      request.timeoutInterval = requestTimeout
    }
    return request
  }

  /// A week.
  private static let usualResourceTimeout: TimeInterval = 604_800
}

/// The cookies of a session: those of answers are stored, and sent with requests.
///
/// The loading system leaves both to the protocol that loads.
struct SessionCookies: Sendable {
  private let storage: HTTPCookieStorage
  private let sends: Bool

  /// The cookies of a configuration; nil if it wants none.
  init?(_ configuration: URLSessionConfiguration) {
    guard let storage = configuration.httpCookieStorage, configuration.httpCookieAcceptPolicy != .never else {
      return nil
    }
    self.storage = storage
    sends = configuration.httpShouldSetCookies
  }

  /// A request with the cookies that belong to it; they win over a field of its own, as in any session.
  func added(to request: URLRequest) -> URLRequest {
    guard sends, request.httpShouldHandleCookies, let url = request.url,
      let cookies = storage.cookies(for: url), !cookies.isEmpty
    else { return request }
    var request = request
    for (name, value) in HTTPCookie.requestHeaderFields(with: cookies) {
      request.setValue(value, forHTTPHeaderField: name)
    }
    return request
  }

  /// Stores the cookies of an answer.
  func store(_ response: HTTPResponse, to request: URLRequest) {
    let fields = response.headers.values(for: "Set-Cookie")
    guard !fields.isEmpty, request.httpShouldHandleCookies, let url = request.url else { return }
    // Each by itself: a comma is part of a cookie's date, so joined fields cannot be told apart.
    let cookies = fields.flatMap { HTTPCookie.cookies(withResponseHeaderFields: ["Set-Cookie": $0], for: url) }
    storage.setCookies(cookies, for: url, mainDocumentURL: request.mainDocumentURL)
  }
}
