/// An error about an endpoint for which no request can be created.
public struct InvalidEndpointError: Error, Sendable {
  /// The kind of problem.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The name of the code.
    public let description: String

    /// No host was given, and none is ambient.
    public static let missingHost = Self(description: "missingHost")
    /// The text is not a host.
    public static let invalidHost = Self(description: "invalidHost")
    /// The name of the method is invalid.
    public static let invalidMethod = Self(description: "invalidMethod")
    /// The path does not give a valid URL.
    public static let invalidPath = Self(description: "invalidPath")
    /// A header field, or the access token in one, is invalid.
    public static let invalidHeader = Self(description: "invalidHeader")
    /// The body could not be encoded.
    public static let invalidBody = Self(description: "invalidBody")
  }

  /// The kind of problem.
  public let code: Code
  /// The endpoint's method and path, such as `GET items/latest`; nil if only the host is known.
  public var endpoint: String?
  /// The problem, in words.
  public let reason: String
  /// The error from encoding the body; nil for everything else.
  public let underlyingError: (any Error)?

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - code: The kind of problem.
  ///   - endpoint: The endpoint's method and path.
  ///   - reason: The problem, as the end of the sentence "No request can be made, because …".
  ///   - underlyingError: The error from encoding the body.
  public init(_ code: Code, endpoint: String? = nil, reason: String, underlyingError: (any Error)? = nil) {
    self.code = code
    self.endpoint = endpoint
    self.reason = reason
    self.underlyingError = underlyingError
  }

  /// Returns the same error with the endpoint named, for errors from code that does not know it.
  func naming(_ endpoint: String) -> Self {
    var copy = self
    copy.endpoint = copy.endpoint ?? endpoint
    return copy
  }
}

extension InvalidEndpointError: Equatable {
  /// Returns whether two errors have the same meaning; the reason includes their underlying errors.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.code == rhs.code && lhs.endpoint == rhs.endpoint && lhs.reason == rhs.reason
  }
}

extension InvalidEndpointError: ReadableError {
  /// The endpoint and the reason in a sentence.
  public var description: String { "Cannot make a request from \(endpoint ?? "this endpoint"), because \(reason)." }
}
