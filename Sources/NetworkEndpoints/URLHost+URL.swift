import Foundation

extension URLHost {
  /// The absolute URL of a path and query that are already percent-encoded.
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
