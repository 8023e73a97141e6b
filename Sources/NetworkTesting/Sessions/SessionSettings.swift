import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What a session's configuration says about its requests, as it was when the session was made.
struct SessionSettings: Sendable {
  let additionalHeaders: [String: String]
  let cookies: SessionCookies?
  private let requestTimeout: TimeInterval
  /// How long all of a call may take; nil for as long as it likes.
  let resourceLimit: Duration?

  init(_ configuration: URLSessionConfiguration) {
    let fields = (configuration.httpAdditionalHeaders ?? [:]).map {
      (String(describing: $0.key), String(describing: $0.value))
    }
    additionalHeaders = Dictionary(fields) { first, _ in first }
    cookies = SessionCookies(configuration)
    requestTimeout = configuration.timeoutIntervalForRequest
    resourceLimit = configuration.timeoutIntervalForResource.timeLimit
  }

  /// A request as it is sent: with the session's cookies, and with its time-out where it has none of its own.
  func sent(_ request: URLRequest) -> URLRequest {
    var request = cookies?.added(to: request) ?? request
    // To set what is there already would copy the request.
    if request.timeoutInterval == Self.unsetTimeout, requestTimeout != Self.unsetTimeout {
      request.timeoutInterval = requestTimeout
    }
    return request
  }

  // `URLRequest.timeoutInterval` of a request that says nothing.
  private static let unsetTimeout: TimeInterval = 60
}
