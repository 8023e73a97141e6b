extension EndpointKinds {
  /// Endpoints invented for a test, which need nothing and add nothing.
  public enum Stub: EndpointKind {
    /// Leaves the request as it is.
    public static func prepare(_ request: inout URLRequest, with data: Void) {}
  }
}

extension URLHost {
  /// The URL that a request to this host must have, made from text alone, to compare with what endpoints make.
  ///
  /// - Parameter path: What follows the host, percent-encoded, with a query where there is one: `"path?a=1"`.
  /// - Returns: The URL.
  /// - Throws: `URLError.badURL` if that is not a URL.
  public func expectedURL(withPath path: String) throws -> URL {
    let base = rawValue.contains("://") ? rawValue : "https://" + rawValue
    let separator = base.hasSuffix("/") || path.hasPrefix("/") ? "" : "/"
    guard let url = URL(string: base + separator + path) else { throw URLError(.badURL) }
    return url
  }
}
