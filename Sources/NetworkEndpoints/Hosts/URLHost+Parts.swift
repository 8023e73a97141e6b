import Foundation

extension URLHost {
  /// The text cut at its marks, nothing checked yet.
  struct Parts {
    typealias Bytes = Substring.UTF8View

    var scheme: Bytes?
    /// Name and port, and user info where there should be none.
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

// Foundation would percent-encode what cannot stand in a host and send the request somewhere odd, so each part is
// checked by RFC 3986, section 3.2: byte by byte, since every request passes here.
extension URLHost.Parts {
  /// Why this is no host, or nil.
  var problem: String? {
    if authority.isEmpty, path.isEmpty, scheme == nil { return "it is empty" }
    if let scheme, !["https", "http"].contains(Substring(scheme).lowercased()) {
      return "its scheme is neither http nor https"
    }
    if authority.contains(UInt8(ascii: "@")) { return "it has a user name in it; use a header for credentials" }
    if path.contains(UInt8(ascii: "?")) || path.contains(UInt8(ascii: "#")) {
      return "it has a query or a fragment; give a query to the endpoint"
    }
    return nameAndPortProblem ?? pathProblem
  }

  private var nameAndPortProblem: String? {
    var rest = authority[authority.endIndex...]
    if authority.first == UInt8(ascii: "[") {
      guard let bracket = authority.firstIndex(of: UInt8(ascii: "]")) else {
        return "its address has no closing bracket"
      }
      guard IPv6Address.isValid(Substring(authority[..<bracket]).dropFirst()) else {
        return "what is in brackets is not an IPv6 address"
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
      return "what follows its name is not a port"
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
    let hint = text[index] < 0x80 ? "" : "; write a name that is not ASCII in Punycode"
    return "it has \(scalar.quoted) in it\(hint)"
  }
}

/// The check of an address in brackets.
enum IPv6Address {
  /// Whether a text is an IPv6 address without a zone.
  ///
  /// See [RFC 4291, section 2.2](https://www.rfc-editor.org/rfc/rfc4291#section-2.2).
  static func isValid(_ text: Substring) -> Bool {
    guard let gap = text.firstRange(of: "::") else { return groupCount(in: text, mayEndInIPv4: true) == 8 }
    guard let head = groupCount(in: text[..<gap.lowerBound], mayEndInIPv4: false),
      let tail = groupCount(in: text[gap.upperBound...], mayEndInIPv4: true)
    else { return false }
    return head + tail <= 7
  }

  /// How many groups of 16 bits a text has, or nil if one of them is none.
  private static func groupCount(in text: Substring, mayEndInIPv4: Bool) -> Int? {
    if text.isEmpty { return 0 }
    var groups = text.split(separator: ":", omittingEmptySubsequences: false)
    var count = 0
    if mayEndInIPv4, let last = groups.last, last.contains(".") {
      guard isIPv4(last) else { return nil }
      groups.removeLast()
      count = 2
    }
    let areGroups = groups.allSatisfy { group in
      (1...4).contains(group.utf8.count) && group.utf8.allSatisfy(ASCIISet.hexDigits.contains)
    }
    return areGroups ? count + groups.count : nil
  }

  private static func isIPv4(_ text: Substring) -> Bool {
    let numbers = text.split(separator: ".", omittingEmptySubsequences: false)
    return numbers.count == 4
      && numbers.allSatisfy { $0.utf8.allSatisfy(ASCIISet.digits.contains) && UInt8($0) != nil }
  }
}
