import Foundation

/// A URL taken apart for comparison: host and scheme without case, default ports left out, segments and query decoded.
///
/// It is made for every request that is matched, so it looks at bytes, each of them as seldom as can be.
struct URLParts: Sendable {
  var scheme: String?
  var host: String?
  var port: Int?
  /// Decoded after splitting, so that an encoded slash does not split a segment.
  var segments: [String]
  var query: [QueryPair] = []

  /// Takes apart an absolute URL, or a path with or without a query.
  ///
  /// - Parameter isPattern: Whether to leave the segments as they are written, for braces and stars to be told from escapes.
  init(_ text: String, isPattern: Bool = false) {
    var text = text
    self = text.withUTF8 { Self($0[...], isPattern: isPattern) }
  }

  private init(_ bytes: ByteSlice, isPattern: Bool) {
    var rest = bytes
    if let fragment = rest.firstIndex(of: UInt8(ascii: "#")) { rest = rest[..<fragment] }
    if let mark = rest.firstIndex(of: UInt8(ascii: "?")) {
      query = QueryPair.parse(rest[(mark + 1)...])
      rest = rest[..<mark]
    }
    segments = []
    if let colon = Self.endOfScheme(rest) {
      let scheme = Self.lowercased(rest[..<colon])
      rest = rest[(colon + 3)...]
      let slash = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
      self.scheme = scheme
      readAuthority(rest[..<slash], scheme: scheme)
      rest = rest[slash...]
    }
    if rest.first == UInt8(ascii: "/") { rest.removeFirst() }
    segments = rest.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map {
      isPattern ? String(decoding: $0, as: UTF8.self) : PercentDecoding.segment($0)
    }
  }

  /// The path with its decoded segments; a slash inside a segment shows as `%2F`.
  var path: String {
    "/"
      + segments.map { $0.utf8.contains(UInt8(ascii: "/")) ? $0.replacing("/", with: "%2F") : $0 }
      .joined(separator: "/")
  }

  /// The port, also where the URL leaves it to the scheme.
  var effectivePort: Int? { port ?? scheme.flatMap(Self.defaultPort) }

  /// Where `://` starts, unless it is further down the path: `/login/https://…` has no scheme.
  private static func endOfScheme(_ bytes: ByteSlice) -> Int? {
    guard let colon = bytes.firstIndex(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "/") }),
      colon > bytes.startIndex, bytes[colon...].starts(with: "://".utf8)
    else { return nil }
    return colon
  }

  private mutating func readAuthority(_ bytes: ByteSlice, scheme: String) {
    var name = bytes
    if let at = name.lastIndex(of: UInt8(ascii: "@")) { name = name[(at + 1)...] }
    // An IPv6 address has colons of its own, in brackets.
    let colon = name.lastIndex { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "]") }
    if let colon, name[colon] == UInt8(ascii: ":") {
      let number = Int(String(decoding: name[(colon + 1)...], as: UTF8.self))
      port = number == Self.defaultPort(of: scheme) ? nil : number
      name = name[..<colon]
    }
    let host = Self.lowercased(name)
    // Requests carry names that are not ASCII in Punycode.
    self.host = name.allSatisfy { $0 < 0x80 } ? host : URL(string: "https://\(host)")?.host ?? host
  }

  private static func lowercased(_ bytes: ByteSlice) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    return bytes.contains { $0 >= 0x80 || ($0 >= UInt8(ascii: "A") && $0 <= UInt8(ascii: "Z")) }
      ? text.lowercased() : text
  }

  private static func defaultPort(of scheme: String) -> Int? {
    switch scheme {
    case "https", "wss": 443
    case "http", "ws": 80
    default: nil
    }
  }
}
