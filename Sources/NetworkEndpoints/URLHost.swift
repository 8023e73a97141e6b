/// Where an endpoint's requests go: an environment of a service, such as staging or production.
///
/// The scheme is https unless the text says otherwise; a port and a base path may follow the name.
///
/// ```swift
/// extension URLHost {
///   static let production: Self = "api.example.com"
///   static let local: Self = "http://127.0.0.1:8080/v1"
/// }
/// ```
///
/// Any text can be held; one that is no host is reported when a request is made of it.
public struct URLHost: RawRepresentable, Hashable, Sendable {
  /// The host as it was written.
  public let rawValue: String

  /// Creates a host from text.
  ///
  /// - Parameter rawValue: A host name or address, with scheme, port and base path where wanted.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// The host of the surrounding ``withAmbientNetwork(transport:host:isolation:operation:)``, such as a test's host trait.
  public static var current: Self? { AmbientNetwork.current.host }
}

extension URLHost: ExpressibleByStringInterpolation {
  /// Creates a host from a literal, which may have interpolations.
  public init(stringLiteral value: String) {
    self.init(rawValue: value)
  }
}

extension URLHost: CustomStringConvertible {
  /// The host as it was written.
  public var description: String { rawValue }
}
