/// The names that are sensitive by custom, in lower case and without dashes.
enum StandardNames {
  static func verdict(on plain: String) -> SensitiveNames.Verdict {
    if secrets.contains(plain) { return .secret }
    if doubtful.contains(plain) { return .doubtful }
    let bytes = plain.utf8
    guard endings.contains(where: plain.hasSuffix) || parts.contains(where: { bytes.contains($0) }) else {
      return .harmless
    }
    return isAbout(plain) ? .doubtful : .secret
  }

  /// Whether a name is about something, such as its type or its date, and not the thing itself.
  static func isAbout(_ plain: String) -> Bool {
    about.contains(where: plain.hasSuffix)
  }

  /// Whether a number under this name is a secret: a count of passwords is none, a one-time code is one.
  static func isNumeric(_ plain: String) -> Bool {
    numeric.contains(plain) || numericEndings.contains(where: plain.hasSuffix)
  }

  private static let secrets: Set = [
    "pwd", "sid", "sig", "sessionid", "sessid", "phpsessid", "jsessionid", "connectsid", "otp", "totp", "passcode",
    "pin", "pincode", "cvv", "cvc", "cvv2", "ssn", "hmac", "assertion", "clientassertion", "samlresponse",
    "codeverifier", "xsrf", "csrf", "mnemonic",
  ]

  // Common words as well, so that the value has to look like a secret.
  private static let doubtful: Set = [
    "auth", "key", "keys", "session", "code", "ticket", "tokens", "pass", "devicecode",
  ]

  private static let endings = [
    "token", "apikey", "accesskey", "privatekey", "signature", "secretkey", "sharedkey", "masterkey", "authkey",
    "signingkey", "encryptionkey", "accountkey", "subscriptionkey", "functionskey", "sessionkey", "adminkey",
    "servicekey", "sshkey", "licensekey", "passphrase", "passcode", "pwd", "pincode", "sessionid", "seedphrase",
    "connectionstring", "authcode", "authorizationcode", "verificationcode", "securitycode", "otpcode", "recoverycode",
    "csrf", "xsrf", "verificationcode",
  ]

  private static let parts = [
    "password", "passwd", "secret", "authorization", "cookie", "credential", "jwt", "bearer", "apikey", "accesstoken",
    "authtoken", "refreshtoken", "idtoken", "sessiontoken", "securitytoken", "csrftoken", "xsrftoken",
  ].map { Array($0.utf8) }

  // `passwordUpdatedAt` is about a password, and none.
  private static let about = [
    "type", "kind", "method", "methods", "count", "length", "size", "expiry", "expires", "expiresin", "expiresat",
    "expired", "expiration", "ttl", "maxage", "uri", "endpoint", "edat", "issuedat", "date", "time", "hint", "policy",
    "name", "names", "status", "enabled", "required", "valid", "version", "scope", "title", "label", "description",
    "algorithm", "alg", "format", "strength", "consent", "banner", "question", "id", "url",
  ]

  private static let numeric: Set = ["otp", "totp", "pin", "pincode", "cvv", "cvc", "cvv2", "passcode", "ssn", "pwd"]

  private static let numericEndings = ["password", "secret", "token", "passcode", "pincode", "otpcode", "securitycode"]
}

extension String.UTF8View {
  fileprivate func contains(_ part: [UInt8]) -> Bool {
    guard let first = part.first, count >= part.count else { return false }
    var rest = self[...]
    while let start = rest.firstIndex(of: first) {
      if rest[start...].starts(with: part) { return true }
      rest = rest[index(after: start)...]
    }
    return false
  }
}
