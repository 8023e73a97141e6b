/// A parsed URL for comparison: host and scheme without case, default ports left out, segments and query decoded.
///
/// It is created for every request that is matched, so it works on bytes and reads each as rarely as possible.
package struct URLParts: Sendable {
  package var scheme: String?
  package var host: String?
  package var port: Int?
  /// The segments, decoded after splitting so that an encoded slash does not split one.
  var segments: [String]
  package var query: [QueryPair] = []

  /// Parses an absolute URL, or a path with or without a query.
  ///
  /// - Parameter isPattern: Whether to leave the segments encoded, so that braces and stars differ from their escapes.
  package init(_ text: String, isPattern: Bool = false) {
    var text = text
    self = text.withUTF8 { Self($0[...], isPattern: isPattern) }
  }

  private init(_ bytes: ByteSlice, isPattern: Bool) {
    segments = []
    var rest = bytes
    if let fragment = rest.place(of: UInt8(ascii: "#")) { rest = rest[..<fragment] }
    if let mark = rest.place(of: UInt8(ascii: "?")) {
      query = QueryPair.parse(rest[(mark + 1)...])
      rest = rest[..<mark]
    }
    if let colon = Self.endOfScheme(rest) {
      let scheme = Self.lowercased(rest[..<colon])
      rest = rest[(colon + 3)...]
      let slash = rest.place(of: Self.slash) ?? rest.endIndex
      self.scheme = scheme
      readAuthority(rest[..<slash], scheme: scheme)
      rest = rest[slash...]
    }
    if rest.first == Self.slash { rest.removeFirst() }
    readSegments(rest, isPattern: isPattern)
  }

  private static let slash = UInt8(ascii: "/")

  private mutating func readSegments(_ bytes: ByteSlice, isPattern: Bool) {
    var rest = bytes
    segments.reserveCapacity(8)
    while true {
      let end = rest.place(of: Self.slash) ?? rest.endIndex
      let segment = rest[..<end]
      let isPlain = isPattern || segment.place(of: UInt8(ascii: "%")) == nil
      segments.append(isPlain ? String(decoding: segment, as: UTF8.self) : PercentCoding.segment(segment))
      if end == rest.endIndex { return }
      rest = rest[(end + 1)...]
    }
  }

  /// The path with its decoded segments; a slash inside a segment shows as `%2F`.
  package var path: String { Self.path(segments) }

  package static func path(_ segments: [String]) -> String {
    "/"
      + segments.map { $0.utf8.contains(UInt8(ascii: "/")) ? $0.replacing("/", with: "%2F") : $0 }
      .joined(separator: "/")
  }

  var effectivePort: Int? { port ?? scheme.flatMap(Self.defaultPort) }

  /// Returns the index of `://`, unless it is further down the path: `/login/https://…` has no scheme.
  private static func endOfScheme(_ bytes: ByteSlice) -> Int? {
    guard let colon = bytes.place(of: UInt8(ascii: ":")), colon > bytes.startIndex, colon + 2 < bytes.endIndex,
      bytes[colon + 1] == slash, bytes[colon + 2] == slash, bytes[..<colon].place(of: slash) == nil
    else { return nil }
    return colon
  }

  private mutating func readAuthority(_ bytes: ByteSlice, scheme: String) {
    var name = bytes
    if name.place(of: UInt8(ascii: "@")) != nil, let at = name.lastIndex(of: UInt8(ascii: "@")) {
      name = name[(at + 1)...]
    }
    // An IPv6 address has colons of its own, in brackets.
    if name.place(of: UInt8(ascii: ":")) != nil,
      let colon = name.lastIndex(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "]") }),
      name[colon] == UInt8(ascii: ":")
    {
      let number = Int(String(decoding: name[(colon + 1)...], as: UTF8.self))
      port = number == Self.defaultPort(of: scheme) ? nil : number
      name = name[..<colon]
    }
    let host = Self.lowercased(name)
    self.host = name.allSatisfy { $0 < 0x80 } ? host : Self.asciiHost(host)
  }

  /// Returns a host as requests carry it: a name in Punycode, an address with colons in brackets.
  static func asciiHost(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) {
      return text.first != "[" && text.count { $0 == ":" } > 1 ? "[\(text)]" : text
    }
    return text.split(separator: ".", omittingEmptySubsequences: false).map { label in
      label.utf8.allSatisfy { $0 < 0x80 } ? String(label) : URL(string: "https://\(label)")?.host ?? String(label)
    }
    .joined(separator: ".")
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

/// Scheme, host and port of a URL ([RFC 6454](https://www.rfc-editor.org/rfc/rfc6454)).
package struct Origin: Hashable, Sendable, CustomStringConvertible {
  package let scheme: String
  package let host: String
  /// The port; nil for the scheme's default.
  package let port: Int?

  package init?(_ url: URLParts) {
    guard let scheme = url.scheme, let host = url.host else { return nil }
    self.scheme = scheme
    self.host = host
    port = url.port
  }

  func matches(_ url: URLParts) -> Bool { host == url.host && port == url.port && scheme == url.scheme }

  /// The origin in URL syntax.
  package var description: String { "\(scheme)://\(host)" + (port.map { ":\($0)" } ?? "") }
}

/// A name and value of a query or a form; no value differs from an empty one.
package struct QueryPair: Hashable, Sendable {
  package var name: String
  package var value: String?

  init(name: String, value: String?) {
    self.name = name
    self.value = value
  }

  /// Parses `name=value&…`, where both `+` and `%20` are a space.
  package static func parse(_ text: String) -> [QueryPair] {
    var text = text
    return text.withUTF8 { parse($0[...]) }
  }

  package static func parse(_ bytes: ByteSlice) -> [QueryPair] {
    var pairs: [QueryPair] = []
    var rest = bytes
    if !rest.isEmpty { pairs.reserveCapacity(4) }
    while !rest.isEmpty {
      let end = rest.place(of: UInt8(ascii: "&")) ?? rest.endIndex
      if end > rest.startIndex { pairs.append(QueryPair(rest[..<end])) }
      rest = rest[end...].dropFirst()
    }
    return pairs
  }

  private init(_ bytes: ByteSlice) {
    guard let equals = bytes.place(of: UInt8(ascii: "=")) else {
      self.init(name: PercentCoding.queryComponent(bytes), value: nil)
      return
    }
    self.init(
      name: PercentCoding.queryComponent(bytes[..<equals]),
      value: PercentCoding.queryComponent(bytes[(equals + 1)...]))
  }
}
