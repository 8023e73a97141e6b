/// Scheme, host and port of a URL ([RFC 6454](https://www.rfc-editor.org/rfc/rfc6454)).
struct Origin: Hashable, Sendable, CustomStringConvertible {
  let scheme: String
  let host: String
  /// Nil for the scheme's own.
  let port: Int?

  /// Nil for a path alone.
  init?(_ url: URLParts) {
    guard let scheme = url.scheme, let host = url.host else { return nil }
    self.scheme = scheme
    self.host = host
    port = url.port
  }

  func matches(_ url: URLParts) -> Bool { host == url.host && port == url.port && scheme == url.scheme }

  /// The origin as it stands in a URL.
  var description: String { "\(scheme)://\(host)" + (port.map { ":\($0)" } ?? "") }
}
