/// The host of an endpoint's requests: an environment of a service, such as staging or production.
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
/// Any text can be stored. A text that is not a host is reported when a request is created for it.
public struct URLHost: RawRepresentable, Hashable, Sendable {
  /// The host as written.
  public let rawValue: String

  /// Creates a host from text.
  ///
  /// - Parameter rawValue: A host name or address, optionally with scheme, port and base path.
  public init(rawValue: String) { self.rawValue = rawValue }
}

extension URLHost: ExpressibleByStringInterpolation {
  /// Creates a host from a literal, which may have interpolations.
  public init(stringLiteral value: String) { self.init(rawValue: value) }
}

extension URLHost {
  /// The server of the test that launched this app, by the variable `LOOPBACK_SERVER`; nil where none did.
  ///
  /// ```swift
  /// let loader = EndpointLoader(host: .loopback ?? .production)
  /// ```
  ///
  /// Only an address of this machine's loopback interface is taken.
  public static var loopback: Self? {
    guard let text = ProcessInfo.processInfo.environment["LOOPBACK_SERVER"], let url = URLComponents(string: text),
      url.scheme == "http", ["127.0.0.1", "[::1]", "::1", "localhost"].contains(url.host)
    else { return nil }
    return Self(rawValue: text)
  }
}

extension URLHost: CustomStringConvertible {
  /// The host as written.
  public var description: String { rawValue }
}

extension URLHost {
  /// Returns the absolute URL of a path and query that are already percent-encoded.
  func url(encodedPath: String, encodedQuery: String?) throws(InvalidEndpointError) -> URL {
    let parts = parts
    if let problem = parts.problem {
      throw InvalidEndpointError(
        .invalidHost,
        reason: "\(rawValue.withoutSecrets.quoted) is not a host such as "
          + "api.example.com or http://127.0.0.1:8080/v1: \(problem)")
    }
    var text = parts.scheme == nil ? "https://" : ""
    text += rawValue
    let (endsInSlash, startsWithSlash) = (
      text.utf8.last == UInt8(ascii: "/"), encodedPath.utf8.first == UInt8(ascii: "/")
    )
    if endsInSlash, startsWithSlash {
      text.removeLast()
    } else if !endsInSlash, !startsWithSlash, !encodedPath.isEmpty || parts.path.isEmpty {
      text += "/"
    }
    text += encodedPath
    if let encodedQuery {
      text += "?"
      text += encodedQuery
    }
    guard let url = URL(string: text) else {
      throw InvalidEndpointError(.invalidPath, reason: "\(text.withoutSecrets.quoted) is not a URL")
    }
    return url
  }
}
