/// One request and its response, with their duration.
public struct RecordedExchange: Sendable {
  /// The request; its body is in `httpBody`.
  public var request: URLRequest
  /// The response.
  public var response: HTTPResponse
  /// The start of the request.
  public var started: Date
  /// The duration of the whole response.
  public var duration: Duration

  /// Creates an exchange.
  ///
  /// - Parameters:
  ///   - request: The request; its body is in `httpBody`.
  ///   - response: The response.
  ///   - started: The start of the request.
  ///   - duration: The duration of the whole response.
  public init(request: URLRequest, response: HTTPResponse, started: Date, duration: Duration = .zero) {
    self.request = request
    self.response = response
    self.started = started
    self.duration = duration
  }
}

extension RecordedExchange: Equatable {
  /// Returns whether two exchanges are equal, including bodies and fields.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    // Some platforms consider requests equal whose bodies and fields differ.
    HTTPMessage.request(lhs.request) == HTTPMessage.request(rhs.request) && lhs.response == rhs.response
      && lhs.started == rhs.started && lhs.duration == rhs.duration
  }
}
