/// A client with names that other packages have too: Alamofire's, NIO's and HTTP Types'.
public struct HTTPHeaders: Sendable {
  /// Creates one.
  public init() {}
}

/// See ``HTTPHeaders``.
public enum HTTPMethod: Sendable {
  /// A method.
  case get
}

/// See ``HTTPHeaders``.
public struct HTTPResponse: Sendable {
  /// Creates one.
  public init() {}
}
