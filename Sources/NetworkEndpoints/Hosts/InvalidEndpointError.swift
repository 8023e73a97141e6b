public import Foundation

/// Why no request could be made of an endpoint.
public struct InvalidEndpointError: Error, Hashable, Sendable {
  /// What kind of thing is wrong.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    private enum Storage { case missingHost, invalidHost, invalidMethod, invalidPath, invalidHeader, invalidBody }
    private let storage: Storage

    /// The name of the code.
    public var description: String { "\(storage)" }

    /// No host was given, and none is ambient.
    public static let missingHost = Self(storage: .missingHost)
    /// The host is not a host.
    public static let invalidHost = Self(storage: .invalidHost)
    /// The method is not one.
    public static let invalidMethod = Self(storage: .invalidMethod)
    /// The path cannot stand in a URL.
    public static let invalidPath = Self(storage: .invalidPath)
    /// A header field, or the access token in one, cannot be sent.
    public static let invalidHeader = Self(storage: .invalidHeader)
    /// The body could not be encoded.
    public static let invalidBody = Self(storage: .invalidBody)
  }

  /// What kind of thing is wrong.
  public let code: Code
  /// The endpoint's method and path, such as `GET items/latest`; nil where only the host is known.
  public var endpoint: String?
  /// What is wrong, in words.
  public let reason: String

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - code: What kind of thing is wrong.
  ///   - endpoint: The endpoint's method and path.
  ///   - reason: What is wrong, as the end of the sentence "No request can be made, because …".
  public init(_ code: Code, endpoint: String? = nil, reason: String) {
    self.code = code
    self.endpoint = endpoint
    self.reason = reason
  }

  /// The same error with the endpoint named, for errors from places that do not know it.
  func naming(_ endpoint: String) -> Self {
    var copy = self
    copy.endpoint = copy.endpoint ?? endpoint
    return copy
  }
}

extension InvalidEndpointError: CustomStringConvertible, LocalizedError {
  /// The endpoint and the reason in a sentence.
  public var description: String {
    "No request can be made of \(endpoint ?? "this endpoint"), because \(reason)."
  }

  /// The same text as `description`.
  public var errorDescription: String? { description }
}
