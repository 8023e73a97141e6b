/// The names of header fields, query items, form fields, cookies and JSON keys that hold secrets.
///
/// Case, dashes, underscores, dots and brackets are ignored: `X-Api-Key`, `xApiKey` and `x_api_key` are one name.
///
/// ```swift
/// SensitiveNames.standard.contains("X-Api-Key")     // true
/// SensitiveNames.standard.verdict(on: "key")        // .doubtful: a sort key is not a secret
/// var names = SensitiveNames.standard
/// names.insert("x-acme-*")
/// names.remove("sessionTitle")
/// ```
package struct SensitiveNames: Hashable, Sendable {
  /// The verdict of a name on its value.
  package enum Verdict: Hashable, Sendable {
    /// The value is a secret.
    case secret
    /// The value is a secret if it looks like one.
    case doubtful
    /// The name has no significance.
    case harmless
  }

  private var inserted: Set<NamePattern> = []
  private var removed: Set<NamePattern> = []

  /// The names that are sensitive everywhere: credentials, tokens, keys, signatures, cookies.
  package static let standard = Self()

  /// Returns whether a value with this name should be hidden from people who may not read secrets.
  ///
  /// For values that do not matter or are not known: a doubtful name counts, except for `code`, which more often means an error
  /// or a country than an authorization.
  ///
  /// - Parameter name: The name in any spelling.
  package func contains(_ name: String) -> Bool {
    NameTraits(name, names: self).isHidden
  }

  /// Returns the verdict of a name on its value.
  ///
  /// - Parameter name: The name in any spelling.
  package func verdict(on name: String) -> Verdict {
    verdict(onPlain: NamePattern.plain(name))
  }

  fileprivate func verdict(onPlain plain: String) -> Verdict {
    if removed.contains(where: { $0.matches(plain) }) { return .harmless }
    if inserted.contains(where: { $0.matches(plain) }) { return .secret }
    return StandardNames.verdict(on: plain)
  }

  /// Returns whether a name was declared not to hold a secret.
  package func isKept(_ name: String) -> Bool {
    let plain = NamePattern.plain(name)
    return removed.contains { $0.matches(plain) }
  }

  /// Adds names.
  ///
  /// - Parameter pattern: A name, in which `*` stands for anything.
  package mutating func insert(_ pattern: String) {
    inserted.insert(NamePattern(pattern))
  }

  /// Removes names, both standard ones and those that were added.
  ///
  /// - Parameter pattern: A name, in which `*` stands for anything.
  package mutating func remove(_ pattern: String) {
    removed.insert(NamePattern(pattern))
  }
}

/// A name in which `*` stands for anything.
package struct NamePattern: Hashable, Sendable {
  /// The text between the stars.
  private let pieces: [String]

  init(_ pattern: String) {
    pieces = pattern.split(separator: "*", omittingEmptySubsequences: false).map { Self.plain(String($0)) }
  }

  func matches(_ plain: String) -> Bool {
    Wildcards.match(Array(plain.utf8)[...], pieces: pieces.map { Array($0.utf8)[...] }, atLeast: 0)
  }

  /// Returns the name without the differences of spellings.
  package static func plain(_ name: String) -> String {
    String(decoding: name.utf8.compactMap(letter), as: UTF8.self)
  }

  private static func letter(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: " "), UInt8(ascii: "["),
      UInt8(ascii: "]"):
      nil
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
    default: byte
    }
  }
}

/// The usual sensitive names, in lower case and without dashes.
package enum StandardNames {
  static func verdict(on plain: String) -> SensitiveNames.Verdict {
    if secrets.contains(plain) { return .secret }
    if isHarmless(plain) || plain.hasPrefix("secretscanning") { return .harmless }
    if doubtful.contains(plain) { return .doubtful }
    guard endings.contains(where: plain.hasSuffix) || contains(anyOf: parts, plain) else { return .harmless }
    return isAbout(plain) ? .doubtful : .secret
  }

  /// Returns whether a name is about something, such as its type or its date, and not the thing itself.
  static func isAbout(_ plain: String) -> Bool {
    about.contains(where: plain.hasSuffix)
  }

  /// Returns whether a number with this name is a secret: a one-time code is, a count of passwords is not.
  static func isNumeric(_ plain: String) -> Bool {
    numeric.contains(plain) || numericEndings.contains(where: plain.hasSuffix)
  }

  private static let secrets: Set = [
    "pwd", "sid", "sig", "sessionid", "sessid", "phpsessid", "jsessionid", "connectsid", "otp", "totp", "passcode",
    "pin", "pincode", "cvv", "cvc", "cvv2", "ssn", "hmac", "assertion", "clientassertion", "samlresponse",
    "codeverifier", "xsrf", "csrf", "mnemonic", "onetimecode", "mfacode", "smscode", "usercode", "devicecode",
    "2facode",
    "twofactorcode", "totpcode", "logincode",
  ]

  /// Returns whether a name ends like those of credentials, but means something else.
  package static func isHarmless(_ plain: String) -> Bool {
    harmlessEndings.contains(where: plain.hasSuffix)
  }

  // Places in a list, and keys of repeated requests, which are not credentials.
  private static let harmlessEndings = [
    "pagetoken", "continuationtoken", "synctoken", "paginationtoken", "skiptoken", "deltatoken", "cursortoken",
    "nexttoken", "previoustoken", "prevtoken", "scrolltoken", "resumetoken", "idempotencytoken", "idempotencykey",
    "clientrequesttoken", "publickey", "publicsigningkey",
  ]

  // Also common words, so the value has to look like a secret.
  private static let doubtful: Set = [
    "auth", "key", "keys", "session", "code", "ticket", "tokens", "pass",
  ]

  private static let endings = [
    "token", "apikey", "accesskey", "privatekey", "signature", "secretkey", "sharedkey", "masterkey", "authkey",
    "signingkey", "encryptionkey", "accountkey", "subscriptionkey", "functionskey", "sessionkey", "adminkey",
    "servicekey", "sshkey", "licensekey", "passphrase", "passcode", "pwd", "pincode", "sessionid", "seedphrase",
    "connectionstring", "authcode", "authorizationcode", "verificationcode", "securitycode", "otpcode", "recoverycode",
    "csrf", "xsrf", "signature256", "signaturesha1", "signaturesha256", "signatureed25519", "signaturev1",
    "signaturev2",
  ]

  private static let parts = [
    "password", "passwd", "secret", "authorization", "cookie", "credential", "jwt", "bearer", "apikey", "accesstoken",
    "authtoken", "refreshtoken", "idtoken", "sessiontoken", "securitytoken", "csrftoken", "xsrftoken",
  ].map { Array($0.utf8) }

  private static func contains(anyOf parts: [[UInt8]], _ plain: String) -> Bool {
    let bytes = Array(plain.utf8)[...]
    return parts.contains { bytes.firstRange(of: $0[...]) != nil }
  }

  // `passwordUpdatedAt` is about a password, and is not one.
  private static let about = [
    "type", "kind", "method", "methods", "count", "length", "size", "expiry", "expires", "expiresin", "expiresat",
    "expired", "expiration", "ttl", "maxage", "uri", "endpoint", "edat", "issuedat", "date", "time", "hint", "policy",
    "name", "names", "status", "enabled", "required", "valid", "version", "scope", "title", "label", "description",
    "algorithm", "alg", "format", "strength", "consent", "banner", "question", "id", "url",
  ]

  /// Returns whether a name describes its context, as in `"access_token": { "location": "query" }` of an API's description.
  static func isDescription(_ plain: String) -> Bool { descriptions.contains(plain) }

  private static let descriptions: Set = [
    "enum", "enumdescriptions", "flatpath", "location", "parameterorder", "path", "pattern", "summary",
  ]

  private static let numeric: Set = ["otp", "totp", "pin", "pincode", "cvv", "cvc", "cvv2", "passcode", "ssn", "pwd"]

  private static let numericEndings = ["password", "secret", "token", "passcode", "pincode", "otpcode", "securitycode"]
}

/// A name of values, and its verdict, shared by all of them.
package final class ValueName: Sendable {
  package let text: String
  let traits: NameTraits
  let mayBeSecret: Bool
  /// Whether the member with this name names another, and whether it is the named one.
  let isName: Bool
  let isValue: Bool

  init(text: String, traits: NameTraits) {
    self.text = text
    self.traits = traits
    mayBeSecret = traits.verdict != .harmless
    isName = text == "name" || text == "key" || text == "Name" || text == "Key"
    isValue = text == "value" || text == "Value"
  }
}

/// The properties of a name, computed once: a recording has few names, each thousands of times.
struct NameTraits: Sendable {
  /// The name without the differences of spellings.
  package let plain: String
  let verdict: SensitiveNames.Verdict
  /// Whether a text for readers hides all its values.
  let isHidden: Bool
  /// Whether a number with this name is a secret.
  let isNumeric: Bool
  /// Whether it is about a secret, and not one itself.
  let isAbout: Bool
  /// Whether it describes its context.
  let isDescription: Bool
  /// Whether it is the name of an id.
  let isIdentifier: Bool
  /// Whether it is a plural: `secrets` may be a permission, with the value `read`.
  let isPlural: Bool
  /// Whether it names a group of permissions or settings, whose values are states.
  let isAboutRights: Bool

  init(_ name: String, names: SensitiveNames) {
    plain = NamePattern.plain(name)
    verdict = names.verdict(onPlain: plain)
    isHidden = verdict == .secret || verdict == .doubtful && plain != "code"
    isNumeric = StandardNames.isNumeric(plain)
    isAbout = StandardNames.isAbout(plain)
    isDescription = StandardNames.isDescription(plain)
    isIdentifier = plain.hasSuffix("id") || plain.hasSuffix("ids")
    isPlural = plain.hasSuffix("s")
    isAboutRights = plain.hasSuffix("permissions") || plain.hasSuffix("scopes")
  }
}

/// The members of a web key: [RFC 7518, section 6](https://www.rfc-editor.org/rfc/rfc7518#section-6).
package enum WebKeyMembers {
  package static func isPublic(_ name: String) -> Bool { publicNames.contains(name) }

  private static let publicNames: Set = [
    "kty", "use", "key_ops", "alg", "kid", "x5u", "x5c", "x5t", "x5t#S256", "crv", "n", "e", "x", "y",
  ]
}
