// The URL of a request, in which the target stands as it was sent.
extension RequestHead {
  /// Returns the URL; nil if the target is not one.
  ///
  /// Many clients leave bytes such as `[` and `|` as they are. Foundation would then escape the whole component, with the escapes
  /// that are there, so only those bytes are escaped first.
  ///
  /// - Parameter base: The beginning of the URL, in place of the client's name for the server.
  func url(base: String?) -> URL? {
    let isPath = target.utf8.first == UInt8(ascii: "/") || target == "*"
    // The path of a whole URL begins after its host.
    let start = isPath ? target.startIndex : target.endOfAuthority
    let rest = target == "*" ? "/*" : PercentCoding.target(String(target[start...]))
    let host = host.flatMap { $0.isEmpty ? nil : $0 } ?? "127.0.0.1"
    let beginning = isPath ? base ?? "http://\(host)" : String(target[..<start])
    return URL(string: beginning + rest).flatMap { $0.host == nil ? nil : $0 }
  }

  /// The name or address of the host that is asked for, without its port, or nothing.
  var name: String {
    let isURL = target.hasPrefix("http://") || target.hasPrefix("https://")
    let authority = isURL ? target[..<target.endOfAuthority].drop { $0 != "/" }.dropFirst(2) : (host ?? "")[...]
    let host = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
    if host.hasPrefix("[") { return host.prefix { $0 != "]" } + "]" }
    return String(host.prefix { $0 != ":" })
  }
}

extension String {
  fileprivate var endOfAuthority: Index {
    let start = range(of: "://")?.upperBound ?? startIndex
    return self[start...].firstIndex { $0 == "/" || $0 == "?" } ?? endIndex
  }
}
