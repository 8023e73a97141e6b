extension Redactor {
  /// Returns the edits of a value that is a secret: all of it except its scheme.
  mutating func credentialEdits(_ value: ArraySlice<UInt8>, named name: String, depth: Int) -> [Edit] {
    if let edits = cookieEdits(value, named: name) { return edits }
    guard let start = AuthorizationScheme.end(in: value) else {
      learnInside(value, depth: depth)
      return [conceal(value.indices, of: value, called: name, spreads: spreads(value, named: self.name(name)))]
    }
    let credentials = value[start...]
    // `Bearer ${token}` and `Bearer null` reveal nothing.
    if OrdinaryText.isOrdinary(credentials) { return [] }
    learnInside(credentials, depth: depth)
    if let decoded = Base64Text.decode(credentials.prefix { $0 != UInt8(ascii: "=") }),
      let colon = decoded.firstIndex(of: UInt8(ascii: ":")), decoded.firstOffsetThatIsNotUTF8 == nil
    {
      _ = conceal(Array(decoded[(colon + 1)...]), called: "password")
    }
    return [conceal(credentials.indices, of: value, called: name)]
  }

  /// Learns the secrets inside a secret that is replaced whole, such as the parts of a signature.
  private mutating func learnInside(_ value: ArraySlice<UInt8>, depth: Int) {
    guard phase == .learning else { return }
    _ = with(\.isInsideCredential, true) { $0.edits(in: value, depth: depth + 1) }
    // A token may appear elsewhere without the encoding that it needs here.
    if let view = DecodedView(value, undoing: .percent) { _ = conceal(view.bytes, called: "value", .place) }
  }

  /// Returns the edits of a `Cookie` field, or of `Set-Cookie` fields that were joined with line breaks or commas; nil for others.
  mutating func cookieEdits(_ fields: ArraySlice<UInt8>, named name: String) -> [Edit]? {
    let plain = self.name(name).plain
    guard plain == "cookie" || plain == "setcookie" || plain == "setcookie2" else { return nil }
    return fields.split { $0 == 0x0A || $0 == 0x0D }.flatMap { field -> [Edit] in
      let parts = field.split(separator: UInt8(ascii: ";"))
      if plain == "cookie" { return parts.compactMap { cookieEdit($0) } }
      // Attributes follow. Another cookie comes after a comma; one in a date is not followed by a name.
      let cookies = parts.prefix(1) + parts.dropFirst().flatMap { $0.split(separator: UInt8(ascii: ",")).dropFirst() }
      return cookies.compactMap { cookieEdit($0) } + parts.dropFirst().flatMap { pairEdits(in: $0, depth: 1) }
    }
  }

  private mutating func cookieEdit(_ pair: ArraySlice<UInt8>) -> Edit? {
    guard let equals = pair.firstIndex(of: UInt8(ascii: "=")) else { return nil }
    let name = String(decoding: pair[..<equals], as: UTF8.self).trimmingCharacters(in: .whitespaces)
    let isSpace: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 || $0 == UInt8(ascii: "\"") }
    let value = pair[(equals + 1)...].drop(while: isSpace)
    let end = value.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? value.startIndex
    return cookieValueEdit(value[..<end], named: name)
  }

  /// Returns the edit of a cookie's value: all of it, since a server may keep anything there.
  package mutating func cookieValueEdit(_ value: ArraySlice<UInt8>, named name: String) -> Edit? {
    let isAddress = value.starts(with: "http".utf8)
    guard !value.isEmpty, isAddress || !OrdinaryText.isOrdinary(value) else { return nil }
    // `theme=dark` must not remove every "dark" from the recording.
    let isNamed = self.name(name).verdict == .secret || self.name(name).isSession
    let likeness = KeyLikeness(value)
    let isSecret = isNamed && !(likeness.isWord && OrdinaryText.isCode(value)) || likeness.isKeyLike
    if isSecret || isAddress { learnInside(value, depth: 1) }
    // A cookie is a credential, which changes. An address, and a value of which any cookie may have the same, are its alone.
    return with(\.isInsideCredential, true) {
      $0.conceal(
        value.indices, of: value, called: name, isNamed ? .named : .place, spreads: isSecret && !isAddress)
    }
  }
}

/// The word before credentials: [RFC 9110, section 11](https://www.rfc-editor.org/rfc/rfc9110#section-11).
enum AuthorizationScheme {
  /// Returns the start of the credentials after a scheme; nil without a scheme.
  static func end(in value: ArraySlice<UInt8>) -> Int? {
    let scheme = value.prefix(20).prefix { $0 != 0x20 }
    guard scheme.endIndex < value.endIndex, value[scheme.endIndex] == 0x20,
      schemes.contains(String(decoding: scheme, as: UTF8.self).lowercased())
    else { return nil }
    let credentials = value[scheme.endIndex...].drop { $0 == 0x20 }
    return credentials.isEmpty ? nil : credentials.startIndex
  }

  private static let schemes: Set = [
    "bearer", "basic", "digest", "token", "negotiate", "ntlm", "oauth", "hawk", "mac", "apikey", "api-key", "key",
    "jwt", "bot", "sso-key", "splunk", "signature", "hoba", "mutual", "scram-sha-1", "scram-sha-256", "vapid", "dpop",
    "gnap", "privatetoken", "aws4-hmac-sha256", "goog4-rsa-sha256", "sharedkey", "sharedaccesssignature", "geniekey",
    "googlelogin", "client-id",
  ]
}
