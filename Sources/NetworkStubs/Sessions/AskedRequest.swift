/// A request whose way is asked for before a session sends it.
///
/// The question is about what the server will get, as the match is later. But it reads nothing that can be read only once.
package struct AskedRequest: Sendable {
  /// The body that the session will send.
  package enum Body: Sendable {
    case ofRequest
    /// The data of an upload task, in place of the request's.
    case data(Data)
    case unknown
  }

  package let request: URLRequest
  private let session: @Sendable () -> URLSession?
  private let body: @Sendable () -> Body

  /// - Parameters:
  ///   - request: The request.
  ///   - session: Returns the session; nil where it is not known.
  ///   - body: Returns the body that is sent.
  package init(
    _ request: URLRequest, of session: @autoclosure @escaping @Sendable () -> URLSession? = nil,
    body: @autoclosure @escaping @Sendable () -> Body = .ofRequest
  ) {
    self.request = request
    self.session = session
    self.body = body
  }

  /// Returns the request as a stub of a scope gets it; its head, if the body has to wait until it is sent.
  func received(in scope: SessionScope) -> ReceivedRequest {
    let settings = scope.settings(of: session() ?? .shared)
    var sent = settings.completed(request)
    var isKnown = true
    switch body() {
    case .ofRequest: isKnown = !request.hasUnreadBody
    case .data(let data): sent.httpBody = data
    case .unknown: isKnown = false
    }
    sent = settings.onWire(sent)
    return isKnown ? ReceivedRequest(sent) : ReceivedRequest(headOf: sent)
  }
}

extension SessionSettings {
  /// Returns a completed request as the server gets it: with cookies and a time-out, and with the path that a client sends.
  func onWire(_ completed: URLRequest) -> URLRequest {
    let sent = sent(withSentBody(completed))
    return platform == .linux ? sent.withoutDots : sent
  }
}

extension URLRequest {
  /// The request as libcurl sends it: without the dots in a path that lead up or nowhere.
  var withoutDots: URLRequest {
    // The C library searches quickly, even in a debug build.
    guard let url, url.absoluteString.withCString({ strstr($0, "/.") != nil }), url.path.contains("/.")
    else { return self }
    var request = self
    request.url = url.standardized
    return request
  }
}
