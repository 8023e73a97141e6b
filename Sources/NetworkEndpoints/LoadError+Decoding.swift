import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension LoadError {
  init(undecodable error: DecodingError, request: URLRequest, response: HTTPResponse) {
    self.init(.undecodableBody, request: request, response: response, reason: error.sentence)
  }
}

extension DecodingError {
  /// The path of the value that does not decode, and why.
  var sentence: String {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
      return "\(Self.path(context.codingPath)): \(Self.trimmed(context.debugDescription))"
    case .keyNotFound(let key, let context):
      return "\(Self.path(context.codingPath)): the key \(key.stringValue.debugDescription) is missing"
    @unknown default:
      return "\(self)"
    }
  }

  private static func path(_ keys: [any CodingKey]) -> String {
    keys.reduce(into: "$") { path, key in
      path += key.intValue.map { "[\($0)]" } ?? ".\(key.stringValue)"
    }
  }

  private static func trimmed(_ text: String) -> String {
    text.hasSuffix(".") ? String(text.dropLast()) : text
  }
}
