import Foundation

extension URLHost {
  /// The absolute URL of a path and query that are already percent-encoded.
  func url(encodedPath: String, encodedQuery: String?) throws(InvalidEndpointError) -> URL {
    let base = try base()
    let separator = base.hasSuffix("/") || encodedPath.hasPrefix("/") || (encodedPath.isEmpty && hasBasePath) ? "" : "/"
    let path = base.hasSuffix("/") && encodedPath.hasPrefix("/") ? String(encodedPath.dropFirst()) : encodedPath
    let text = base + separator + path + (encodedQuery.map { "?" + $0 } ?? "")
    guard let url = URL(string: text) else {
      throw InvalidEndpointError(.invalidPath, reason: "\(text.debugDescription) is not a URL")
    }
    return url
  }

  private var hasBasePath: Bool {
    let afterScheme = rawValue.range(of: "://").map { rawValue[$0.upperBound...] } ?? rawValue[...]
    return afterScheme.contains("/")
  }

  /// Scheme, authority and base path, checked.
  private func base() throws(InvalidEndpointError) -> String {
    let text = rawValue.contains("://") ? rawValue : "https://" + rawValue
    guard !rawValue.isEmpty else { throw invalid("it is empty") }
    // Foundation would percent-encode what cannot stand in a host and send the request somewhere odd.
    if let character = text.unicodeScalars.first(where: { !Self.allowed.contains($0) }) {
      throw invalid("it has \(String(character).debugDescription) in it; write a name that is not ASCII in Punycode")
    }
    guard let components = URLComponents(string: text) else {
      throw invalid("it does not read as [scheme://]name[:port]")
    }
    guard let scheme = components.scheme?.lowercased(), scheme == "https" || scheme == "http" else {
      throw invalid("its scheme is neither http nor https")
    }
    guard let host = components.host, !host.isEmpty else { throw invalid("it has no name") }
    guard components.port.map({ (0...65535).contains($0) }) ?? true else { throw invalid("its port is over 65535") }
    guard components.user == nil, components.password == nil else {
      throw invalid("it has a user name in it; use a header for credentials")
    }
    guard components.query == nil, components.fragment == nil else {
      throw invalid("it has a query or a fragment; give those to the endpoint")
    }
    return text
  }

  private func invalid(_ reason: String) -> InvalidEndpointError {
    InvalidEndpointError(.invalidHost, reason: "\(rawValue.debugDescription) is not a host: \(reason)")
  }

  // Unreserved and reserved characters of RFC 3986, and the percent sign for base paths.
  private static let allowed = Set(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~:/?#[]@!$&'()*+,;=%".unicodeScalars
  )
}
