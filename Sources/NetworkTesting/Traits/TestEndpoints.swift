extension EndpointKinds {
  /// Endpoints invented for a test, which need no data and add nothing.
  public enum Stub: EndpointKind {
    /// Leaves the request unchanged.
    public static func prepare(_ request: inout URLRequest, with data: Void) {}
  }
}

extension URLHost {
  /// Returns the expected URL of a request to this host, built from text alone, to compare with the URLs of endpoints.
  ///
  /// - Parameter path: The part after the host, percent-encoded, with a query if there is one: `"path?a=1"`.
  /// - Returns: The URL.
  /// - Throws: `URLError.badURL` if that is not a URL.
  public func expectedURL(withPath path: String) throws -> URL {
    let base = rawValue.contains("://") ? rawValue : "https://" + rawValue
    let separator = base.hasSuffix("/") || path.hasPrefix("/") ? "" : "/"
    guard let url = URL(string: base + separator + path) else { throw URLError(.badURL) }
    return url
  }
}
