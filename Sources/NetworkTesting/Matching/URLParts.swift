import Foundation

/// A URL taken apart for comparison: host and scheme without case, default ports left out, segments and query decoded.
struct URLParts: Sendable {
  var scheme: String?
  var host: String?
  var port: Int?
  /// Decoded after splitting, so that an encoded slash does not split a segment.
  var segments: [String]
  var query: [QueryPair]

  /// Takes apart an absolute URL, or a path with or without a query.
  ///
  /// - Parameter isPattern: Whether to leave the segments as they are written, for braces and stars to be told from escapes.
  init(_ text: String, isPattern: Bool = false) {
    var rest = Substring(text)
    if let fragment = rest.firstIndex(of: "#") { rest = rest[..<fragment] }
    query = []
    if let mark = rest.firstIndex(of: "?") {
      query = QueryPair.parse(rest[rest.index(after: mark)...])
      rest = rest[..<mark]
    }
    if let separator = rest.range(of: "://") {
      let scheme = rest[..<separator.lowerBound].lowercased()
      rest = rest[separator.upperBound...]
      let slash = rest.firstIndex(of: "/") ?? rest.endIndex
      (host, port) = Self.authority(rest[..<slash], scheme: scheme)
      self.scheme = scheme
      rest = rest[slash...]
    }
    if rest.first == "/" { rest.removeFirst() }
    segments = rest.split(separator: "/", omittingEmptySubsequences: false)
      .map { isPattern ? String($0) : String($0).percentDecoded }
  }

  /// The path with its decoded segments; a slash inside a segment shows as `%2F`.
  var path: String {
    "/" + segments.map { $0.contains("/") ? $0.replacingOccurrences(of: "/", with: "%2F") : $0 }.joined(separator: "/")
  }

  private static func authority(_ text: Substring, scheme: String) -> (host: String, port: Int?) {
    var text = text
    if let at = text.lastIndex(of: "@") { text = text[text.index(after: at)...] }
    let afterAddress = text.lastIndex(of: "]").map { text.index(after: $0) } ?? text.startIndex
    guard let colon = text[afterAddress...].lastIndex(of: ":") else { return (text.lowercased(), nil) }
    let port = Int(text[text.index(after: colon)...])
    let isDefault = (scheme == "https" && port == 443) || (scheme == "http" && port == 80)
    return (text[..<colon].lowercased(), isDefault ? nil : port)
  }
}

/// A name and value of a query or a form; no value is not the same as an empty one.
struct QueryPair: Hashable, Sendable {
  var name: String
  var value: String?

  /// Reads `name=value&…`, where both `+` and `%20` are a space.
  static func parse(_ text: Substring) -> [QueryPair] {
    text.split(separator: "&").map { pair in
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return QueryPair(name: decode(parts.first ?? ""), value: parts.count > 1 ? decode(parts[1]) : nil)
    }
  }

  private static func decode(_ text: Substring) -> String {
    let spaced = text.utf8.contains(UInt8(ascii: "+")) ? text.replacingOccurrences(of: "+", with: " ") : String(text)
    return spaced.percentDecoded
  }
}

extension String {
  /// The text with its escapes decoded; an escape that is none, or not UTF-8, stays as it is.
  var percentDecoded: String {
    utf8.contains(UInt8(ascii: "%")) ? removingPercentEncoding ?? self : self
  }
}
