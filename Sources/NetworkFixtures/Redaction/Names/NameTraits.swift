/// A name that a value stands under, and what it says.
struct ValueName: Sendable {
  let text: String
  let traits: NameTraits
}

/// What a name says, worked out once: a recording has few names, each thousands of times.
struct NameTraits: Sendable {
  let verdict: SensitiveNames.Verdict
  /// Whether a number under it is a secret.
  let isNumeric: Bool
  /// Whether it is about a secret, and none itself.
  let isAbout: Bool
  /// Whether it is an id, a digest or a position in a list, which are random and no secrets.
  let isIdentifier: Bool

  init(_ name: String, names: SensitiveNames) {
    let plain = NamePattern.plain(name)
    verdict = names.verdict(on: name)
    isNumeric = StandardNames.isNumeric(plain)
    isAbout = StandardNames.isAbout(plain)
    isIdentifier = Self.identifiers.contains(where: plain.hasSuffix)
  }

  private static let identifiers = [
    "id", "ids", "etag", "ifnonematch", "ifmatch", "hash", "digest", "checksum", "integrity", "cursor", "md5", "sha1",
    "sha256", "sha512", "nonce", "fingerprint", "revision", "commit", "trace", "traceparent", "tracestate", "cfray",
    "id2", "secwebsocketkey", "secwebsocketaccept", "nel", "reportto", "useragent", "contentsecuritypolicy",
  ]
}
