extension URLHost {
  /// The text split at its marks, without any checks.
  struct Parts {
    typealias Bytes = Substring.UTF8View

    var scheme: Bytes?
    /// The name and port, and user info that should not be there.
    var authority: Bytes
    /// The base path, up to the end of the text.
    var path: Bytes
  }

  var parts: Parts {
    var rest = rawValue[...].utf8
    var scheme: Parts.Bytes?
    if let colon = rest.firstIndex(of: UInt8(ascii: ":")), rest[colon...].starts(with: "://".utf8) {
      scheme = rest[..<colon]
      rest = rest[rest.index(colon, offsetBy: 3)...]
    }
    let end = rest.firstIndex { Self.endOfAuthority.contains($0) } ?? rest.endIndex
    return Parts(scheme: scheme, authority: rest[..<end], path: rest[end...])
  }

  private static let endOfAuthority = ASCIISet("/?#")
}

// Foundation would percent-encode invalid characters of a host and send the request somewhere odd, so each part is checked by
// RFC 3986, section 3.2: byte by byte, since every request passes here.
extension URLHost.Parts {
  /// The reason why this is not a host; nil if it is.
  var problem: String? {
    if authority.isEmpty, path.isEmpty, scheme == nil { return "it is empty" }
    if let scheme, !["https", "http"].contains(Substring(scheme).lowercased()) {
      return "its scheme is neither http nor https"
    }
    if authority.contains(UInt8(ascii: "@")) { return "it contains a user name; use a header for credentials" }
    if path.contains(UInt8(ascii: "?")) || path.contains(UInt8(ascii: "#")) {
      return "it has a query or a fragment; give the query to the endpoint"
    }
    return nameAndPortProblem ?? pathProblem
  }

  private var nameAndPortProblem: String? {
    var rest = authority[authority.endIndex...]
    if authority.first == UInt8(ascii: "[") {
      guard let bracket = authority.firstIndex(of: UInt8(ascii: "]")) else {
        return "its address has no closing bracket"
      }
      guard Substring(authority[..<bracket]).dropFirst().isIPv6Address else {
        return "the text in brackets is not an IPv6 address"
      }
      rest = authority[authority.index(after: bracket)...]
    } else {
      rest = authority[(authority.firstIndex(of: UInt8(ascii: ":")) ?? authority.endIndex)...]
      if let problem = Self.problem(ofName: authority[..<rest.startIndex]) { return problem }
    }
    return rest.isEmpty ? nil : Self.problem(ofPort: rest)
  }

  private static func problem(ofName name: Bytes) -> String? {
    var previous: UInt8?
    for index in name.indices {
      let byte = name[index]
      if byte == UInt8(ascii: "."), previous == nil { return "its name starts with a dot" }
      if byte == UInt8(ascii: "."), previous == byte { return "its name has two dots in a row" }
      guard ASCIISet.hostName.contains(byte) else { return problem(ofCharacterAt: index, in: name) }
      previous = byte
    }
    return previous == nil ? "it has no name" : nil
  }

  private static func problem(ofPort text: Bytes) -> String? {
    let digits = text.dropFirst()
    guard text.first == UInt8(ascii: ":"), !digits.isEmpty, digits.allSatisfy(ASCIISet.digits.contains) else {
      return "the text after its name is not a port"
    }
    return UInt16(Substring(digits)) == nil ? "its port is over 65535" : nil
  }

  private var pathProblem: String? {
    for index in path.indices {
      if !ASCIISet.path.contains(path[index]), !path.isEscape(at: index) {
        return Self.problem(ofCharacterAt: index, in: path)
      }
    }
    return nil
  }

  private static func problem(ofCharacterAt index: Bytes.Index, in text: Bytes) -> String {
    let scalar = Substring(text[index...]).unicodeScalars.first.map { String($0) } ?? ""
    let hint = text[index] < 0x80 ? "" : "; write non-ASCII names in Punycode"
    return "it contains \(scalar.quoted)\(hint)"
  }
}

extension Substring {
  /// Whether the text is an IPv6 address without a zone
  /// ([RFC 4291, section 2.2](https://www.rfc-editor.org/rfc/rfc4291#section-2.2)).
  fileprivate var isIPv6Address: Bool {
    var address = in6_addr()
    // The C library would stop at a NUL, and some take a zone.
    return utf8.allSatisfy(ASCIISet.addressCharacters.contains) && inet_pton(AF_INET6, String(self), &address) == 1
  }
}
