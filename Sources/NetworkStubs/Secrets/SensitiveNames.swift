/// The names of header fields, query items, form fields, cookies and JSON keys that hold secrets.
///
/// Case, dashes, underscores, dots and brackets are ignored: `X-Api-Key`, `xApiKey` and `x_api_key` are one name.
package struct SensitiveNames: Hashable, Sendable {
  /// The verdict of a name on its value.
  package enum Verdict: Hashable, Sendable {
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
  package func contains(_ name: String) -> Bool { ValueName(name, names: self).isHidden }

  /// Returns a name with its properties.
  package func name(_ text: String) -> ValueName { self == .standard ? .standard(text) : ValueName(text, names: self) }

  /// Returns the verdict of a name, in any spelling, on its value.
  package func verdict(on name: String) -> Verdict { verdict(onPlain: NamePattern.plain(name)) }

  fileprivate func verdict(onPlain plain: String) -> Verdict {
    if removed.contains(where: { $0.matches(plain) }) { return .harmless }
    if inserted.contains(where: { $0.matches(plain) }) { return .secret }
    return StandardNames.verdict(on: plain)
  }

  fileprivate func isDeclared(_ plain: String) -> Bool { inserted.contains { $0.matches(plain) } }

  /// Returns whether a name was declared not to hold a secret.
  package func isKept(_ name: String) -> Bool {
    let plain = NamePattern.plain(name)
    return removed.contains { $0.matches(plain) }
  }

  /// Adds a name, in which `*` stands for anything.
  package mutating func insert(_ pattern: String) { inserted.insert(NamePattern(pattern)) }

  /// Removes a name, standard or added, in which `*` stands for anything.
  package mutating func remove(_ pattern: String) { removed.insert(NamePattern(pattern)) }
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
    let letters = name.utf8.filter { !"-_. []".utf8.contains($0) }
    return String(decoding: letters.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
}

/// The usual sensitive names, in lower case and without dashes.
///
/// A client's credentials are secrets by their names. An answer has the same names for other things, so there an ambiguous name
/// decides only together with a value like a key. What identifies is never a secret by its name: the form of its value decides.
package enum StandardNames {
  static func verdict(on plain: String) -> SensitiveNames.Verdict {
    if words.contains(plain) || ambiguousWords.contains(plain) { return .secret }
    if isHarmless(plain) || plain.hasPrefix("secretscanning") { return .harmless }
    if doubtful.contains(plain) || isSession(plain) { return .doubtful }
    // `check_cookie` is no field of cookies.
    let isSubject =
      ["cookie", "setcookie", "setcookie2", "cookies"].contains(plain)
      || ["authorization", "credential", "credentials"].contains(where: plain.hasSuffix)
    if isSubject || endings.contains(where: plain.hasSuffix) || contains(anyOf: parts, plain) {
      return isAbout(plain) ? .doubtful : .secret
    }
    // `cookieConsent` says something about its subject.
    let isInDoubt = keys.contains { plain.hasSuffix($0 + "key") } || contains(anyOf: subjects, plain)
    return isInDoubt ? .doubtful : .harmless
  }

  /// Returns whether a secret's name also means something else: a token is a currency, a signature ends a letter.
  static func isAmbiguous(_ plain: String) -> Bool {
    if ambiguousWords.contains(plain) { return true }
    return !words.contains(plain) && !contains(anyOf: parts, plain) && ambiguous.contains(where: plain.hasSuffix)
  }

  /// Returns whether a name is that of a session, which identifies a user where its value is like a key.
  static func isSession(_ plain: String) -> Bool {
    plain == "sid" || plain == "connectsid" || ["sessionid", "sessid"].contains(where: plain.hasSuffix)
  }

  /// Returns whether a header field of a client may be a credential, if its value is like a key.
  static func isField(_ plain: String) -> Bool {
    !isHarmless(plain) && ["key", "auth", "token", "sign", "artapi", "honeycombteam"].contains(where: plain.hasSuffix)
  }

  /// Returns whether a name is a user's, whose value is no secret inside `credentials` either.
  static func isUser(_ plain: String) -> Bool { identities.contains(plain) }

  /// Returns whether a name is a password's, which can be guessed.
  static func isPassword(_ plain: String) -> Bool { plain.contains("pass") || plain.contains("pwd") }

  /// Returns whether a name is about something, such as its type or its date, and not the thing itself.
  static func isAbout(_ plain: String) -> Bool { about.contains(where: plain.hasSuffix) }

  /// Returns whether a name is that of a resource, as `apiKeyId` is, and not of a secret, as `sessionId` may be.
  static func isIdentity(_ plain: String) -> Bool {
    if identities.contains(plain) { return true }
    if isSession(plain) { return false }
    guard let ending = ["uuid", "guid", "fingerprint", "ids", "id"].first(where: plain.hasSuffix) else { return false }
    return !["token", "secret"].contains(where: plain.dropLast(ending.count).hasSuffix)
  }

  static let identities: Set = ["user", "username", "login", "email", "account", "host"]

  /// Returns whether a number with this name is a secret: a one-time code is, a count of passwords is not.
  static func isNumeric(_ plain: String) -> Bool { numeric.contains(where: plain.hasSuffix) }

  static let words: Set = [
    "pwd", "otp", "totp", "passcode", "cvv", "cvc", "cvv2", "ssn", "clientassertion", "samlresponse", "codeverifier",
    "mnemonic", "psk",
  ]

  static let ambiguousWords: Set = [
    "sig", "pin", "pincode", "hmac", "assertion", "xsrf", "csrf", "onetimecode", "mfacode", "smscode", "usercode",
    "devicecode", "2facode", "twofactorcode",
    "totpcode", "logincode", "recoverycodes", "backupcodes", "pan", "cardnumber",
  ]

  /// Returns whether a name ends like those of credentials, but means something else.
  package static func isHarmless(_ plain: String) -> Bool { harmlessEndings.contains(where: plain.hasSuffix) }

  // Places in a list, and keys of repeated requests, which are not credentials.
  static let harmlessEndings = [
    "pagetoken", "continuationtoken", "synctoken", "paginationtoken", "skiptoken", "deltatoken", "cursortoken",
    "nexttoken", "previoustoken", "prevtoken", "scrolltoken", "resumetoken", "idempotencytoken", "idempotencykey",
    "clientrequesttoken", "publickey", "publicsigningkey", "secwebsocketkey", "cachekey", "surrogatekey",
  ]

  // Also common words, so the value has to look like a secret.
  static let doubtful: Set = [
    "auth", "key", "keys", "session", "code", "tokens", "pass", "appid", "ticket",
  ]

  /// The words before `key` that are doubtful: most other keys are names of resources.
  static let keys = [
    "app", "routing", "integration", "hmac", "write", "server", "consumer", "developer", "dev", "ingest", "ingestion",
    "deploy", "activation", "merchant", "transaction", "client",
  ]

  static let endings =
    ambiguous + [
      "accesskey", "privatekey", "secretkey", "sharedkey", "masterkey", "authkey", "signingkey", "encryptionkey",
      "accountkey", "subscriptionkey", "functionskey", "adminkey", "servicekey", "sshkey", "applicationkey",
      "passphrase", "passcode", "pwd", "seedphrase", "connectionstring",
    ]

  private static let ambiguous = [
    "token", "signature", "sessionkey", "licensekey", "pincode", "authcode", "authorizationcode",
    "verificationcode", "securitycode", "otpcode", "recoverycode", "csrf", "xsrf", "signature256", "signaturesha1",
    "signaturesha256", "signatureed25519", "signaturev1", "signaturev2",
  ]

  static let parts = [
    "password", "passwd", "secret", "jwt", "bearer", "apikey", "accesstoken", "authtoken", "refreshtoken", "idtoken",
    "sessiontoken", "securitytoken", "csrftoken", "xsrftoken",
  ].map { Array($0.utf8) }

  static let subjects = ["authorization", "cookie", "credential"].map { Array($0.utf8) }

  private static func contains(anyOf parts: [[UInt8]], _ plain: String) -> Bool {
    let bytes = Array(plain.utf8)[...]
    return parts.contains { bytes.firstRange(of: $0[...]) != nil }
  }

  // `passwordUpdatedAt` is about a password, and is not one.
  static let about = [
    "type", "kind", "method", "methods", "count", "length", "size", "expiry", "expires", "expiresin", "expiresat",
    "expired", "expiration", "ttl", "maxage", "uri", "endpoint", "edat", "issuedat", "date", "time", "hint", "policy",
    "name", "names", "status", "enabled", "required", "valid", "version", "scope", "title", "label", "description",
    "algorithm", "alg", "format", "strength", "consent", "banner", "question", "id", "ids", "url", "config", "provider",
    "supported",
  ]

  /// Returns whether a name stands over texts about fields, whose names are its keys: messages, descriptions, permissions.
  static func isAboutFields(_ plain: String) -> Bool {
    aboutFields.contains(plain) || plain.hasSuffix("permissions") || plain.hasSuffix("scopes")
  }

  private static let aboutFields: Set = [
    "error", "errors", "violations", "details", "properties", "i18n", "translations", "messages", "labels",
  ]

  static let webKeys: Set = ["key", "keys", "jwk", "jwks"]

  /// The members of a web key that are public: [RFC 7518, section 6](https://www.rfc-editor.org/rfc/rfc7518#section-6).
  package static let publicMembers: Set = [
    "kty", "use", "key_ops", "alg", "kid", "x5u", "x5c", "x5t", "x5t#S256", "crv", "n", "e", "x", "y",
  ]

  private static let numeric = [
    "otp", "pin", "cvv", "cvc", "cvv2", "ssn", "pwd", "password", "secret", "token", "passcode", "pincode", "otpcode",
    "securitycode", "cardnumber",
  ]
}

/// A name of values and its properties, computed once: a recording has few names, each thousands of times.
package final class ValueName: Sendable {
  package let text: String
  /// Whether the member with this name names another, and whether it is the named one.
  package let isName: Bool
  package let isValue: Bool
  /// The name without the differences of spellings.
  package let plain: String
  package let verdict: SensitiveNames.Verdict
  /// Whether a rule of the user declares it.
  package let isDeclared: Bool
  /// Whether a text for readers hides all its values.
  package let isHidden: Bool
  /// Whether it has other meanings in an answer.
  package let isAmbiguous: Bool
  /// Whether it is a session's, and whether it is a credential's as a header field.
  package let isSession: Bool
  package let isField: Bool
  /// Whether its values are short, as a code's and a pin's are.
  package let isCode: Bool
  /// Whether a key under this name may be one of a resource, so that a digest has to distinguish it.
  package let mayIdentify: Bool
  /// Whether a number with this name is a secret.
  package let isNumeric: Bool
  /// Whether it is about a secret, and not one itself.
  package let isAbout: Bool
  /// Whether it is the name of a resource.
  package let isIdentity: Bool
  /// Whether it stands over texts about fields.
  package let isAboutFields: Bool
  /// Whether it is a plural: `secrets` may be a permission, with the value `read`.
  package let isPlural: Bool

  /// Whether its values may be secrets.
  package var mayBeSecret: Bool { verdict != .harmless }

  /// The names that were met last, for all that redact by the standard ones: few names are used often, and each is compared with many.
  private static let known = Guarded<[String: ValueName]>([:])

  /// Returns a name as the standard ones have it.
  package static func standard(_ text: String) -> ValueName {
    if let known = known.withLock({ $0[text] }) { return known }
    let new = ValueName(text, names: .standard)
    // Names invented by an attacker must not fill the memory.
    guard text.utf8.count <= 64 else { return new }
    known.withLock { known in
      if known.count >= 1_000 { known = [:] }
      known[text] = new
    }
    return new
  }

  package init(_ text: String, names: SensitiveNames) {
    self.text = text
    isName = text == "name" || text == "key" || text == "Name" || text == "Key"
    isValue = text == "value" || text == "Value"
    plain = NamePattern.plain(text)
    // `x[sid]` and `data-sid` are that of a session too, and `inside` is not.
    let isNestedSession =
      text.utf8.split { "-_. []".utf8.contains($0) }.last.map { $0.elementsEqual("sid".utf8) } ?? false
    let known = names.verdict(onPlain: plain)
    verdict = isNestedSession && known == .harmless && !names.isKept(text) ? .doubtful : known
    isDeclared = names.isDeclared(plain)
    isHidden = verdict == .secret || verdict == .doubtful && plain != "code"
    let isStandardSecret = verdict == .secret && !isDeclared
    isAmbiguous = isStandardSecret && StandardNames.isAmbiguous(plain)
    isSession = isNestedSession || StandardNames.isSession(plain)
    isField = StandardNames.isField(plain)
    isCode = ["pin", "code", "codes"].contains(where: plain.hasSuffix)
    mayIdentify = verdict == .doubtful && !StandardNames.isPassword(plain)
    isNumeric = StandardNames.isNumeric(plain)
    isAbout = StandardNames.isAbout(plain)
    isIdentity = verdict != .secret && !isNestedSession && StandardNames.isIdentity(plain)
    isAboutFields = StandardNames.isAboutFields(plain)
    isPlural = plain.hasSuffix("s")
  }
}

/// Matching of texts with gaps.
package enum Wildcards {
  /// Returns whether a text consists of pieces with a gap of some bytes between them.
  package static func match(_ text: ArraySlice<UInt8>, pieces: [ArraySlice<UInt8>], atLeast least: Int) -> Bool {
    guard let first = pieces.first, let last = pieces.last, text.starts(with: first) else { return false }
    guard pieces.count > 1 else { return text.count == first.count }
    var rest = text.dropFirst(first.count)
    // The leftmost place of each piece leaves the most for those after it, so no backtracking is needed.
    for piece in pieces.dropFirst().dropLast() {
      guard let found = rest.dropFirst(least).firstRange(of: piece) else { return false }
      rest = rest[found.upperBound...]
    }
    return rest.count >= least + last.count && rest.suffix(last.count).elementsEqual(last)
  }
}
