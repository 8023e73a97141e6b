/// One request and its response, with the time they took.
public struct RecordedExchange: Sendable {
  /// The request; its body is in `httpBody`.
  public var request: URLRequest
  /// The response.
  public var response: HTTPResponse
  /// When the request started.
  public var started: Date
  /// How long the whole response took.
  public var duration: Duration

  /// Creates an exchange.
  ///
  /// - Parameters:
  ///   - request: The request; its body is in `httpBody`.
  ///   - response: The response.
  ///   - started: When the request started.
  ///   - duration: How long the whole response took.
  public init(request: URLRequest, response: HTTPResponse, started: Date, duration: Duration = .zero) {
    self.request = request
    self.response = response
    self.started = started
    self.duration = duration
  }
}

extension RecordedExchange: Equatable {
  /// Whether two exchanges are the same, bodies and fields included.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    // Some platforms call requests equal whose bodies and fields differ.
    HTTPMessage.request(lhs.request) == HTTPMessage.request(rhs.request) && lhs.response == rhs.response
      && lhs.started == rhs.started && lhs.duration == rhs.duration
  }
}
