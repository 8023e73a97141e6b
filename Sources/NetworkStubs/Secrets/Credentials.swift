/// The cookies of a `Cookie` field, or of `Set-Cookie` fields that were joined with line breaks or commas.
package struct CookieField {
  package private(set) var cookies: [(name: String, range: Range<Int>)] = []
  /// The attributes, each a name and a value.
  package private(set) var attributes: [ArraySlice<UInt8>] = []

  /// Reads a field; nil if its name is that of another one.
  package init?(_ field: ArraySlice<UInt8>, named name: ValueName) {
    guard ["cookie", "setcookie", "setcookie2"].contains(name.plain) else { return nil }
    for line in field.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      let parts = line.split(separator: UInt8(ascii: ";"))
      if name.plain == "cookie" {
        parts.forEach { add($0) }
        continue
      }
      // Attributes follow. Another cookie comes after a comma; one in a date is not followed by a name.
      let others = parts.dropFirst().flatMap { $0.split(separator: UInt8(ascii: ",")).dropFirst() }
      for cookie in parts.prefix(1) + others { add(cookie) }
      attributes += parts.dropFirst()
    }
  }

  private mutating func add(_ pair: ArraySlice<UInt8>) {
    guard let equals = pair.firstIndex(of: UInt8(ascii: "=")) else { return }
    let name = String(decoding: pair[..<equals], as: UTF8.self).trimmingCharacters(in: .whitespaces)
    let isSpace: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 || $0 == UInt8(ascii: "\"") }
    let value = pair[(equals + 1)...].drop(while: isSpace)
    let end = value.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? value.startIndex
    cookies.append((name, value.startIndex..<end))
  }
}

/// The word before credentials: [RFC 9110, section 11](https://www.rfc-editor.org/rfc/rfc9110#section-11).
package enum AuthorizationScheme {
  /// Returns the start of the credentials after a scheme; nil without a scheme.
  package static func end(in value: ArraySlice<UInt8>) -> Int? {
    let scheme = value.prefix(20).prefix { $0 != 0x20 }
    guard scheme.endIndex < value.endIndex, value[scheme.endIndex] == 0x20,
      schemes.contains(String(decoding: scheme, as: UTF8.self).lowercased())
    else { return nil }
    let credentials = value[scheme.endIndex...].drop { $0 == 0x20 }
    return credentials.isEmpty ? nil : credentials.startIndex
  }

  /// Returns the password in the credentials of `Basic`: [RFC 7617](https://www.rfc-editor.org/rfc/rfc7617).
  package static func password(in credentials: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard let decoded = Base64Text.decode(credentials.prefix { $0 != UInt8(ascii: "=") }),
      let colon = decoded.firstIndex(of: UInt8(ascii: ":")), decoded.firstOffsetThatIsNotUTF8 == nil
    else { return nil }
    return decoded[(colon + 1)...]
  }

  private static let schemes: Set = [
    "bearer", "basic", "digest", "token", "negotiate", "ntlm", "oauth", "hawk", "mac", "apikey", "api-key", "key",
    "jwt", "bot", "sso-key", "splunk", "signature", "hoba", "mutual", "scram-sha-1", "scram-sha-256", "vapid", "dpop",
    "gnap", "privatetoken", "aws4-hmac-sha256", "goog4-rsa-sha256", "sharedkey", "sharedaccesssignature", "geniekey",
    "googlelogin", "client-id",
  ]
}
