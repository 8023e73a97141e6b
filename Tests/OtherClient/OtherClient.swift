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

/// An archive of another library.
public struct HAR: Sendable {
  /// The number of its entries.
  public let count: Int

  /// Creates one.
  public init(count: Int) { self.count = count }
}

/// A function of another library.
public func withRecording(count: Int) {}
