import Foundation

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

  /// How long a request may take; nil for as long as it likes.
  ///
  /// A request's own interval wins over the session's, unless it is what every request has.
  func timeout(of request: URLRequest) -> Duration? {
    let interval = request.timeoutInterval == Self.unsetTimeout ? requestTimeout : request.timeoutInterval
    let shortest = min(interval, resourceTimeout)
    guard shortest > 0, shortest < Self.longestTimeout else { return nil }
    return .seconds(shortest)
  }

  // `URLRequest.timeoutInterval` of a request that says nothing.
  private static let unsetTimeout: TimeInterval = 60
  // A century: beyond it, nobody waits.
  private static let longestTimeout: TimeInterval = 3_155_760_000
}
