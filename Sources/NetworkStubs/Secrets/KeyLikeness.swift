/// The likeness of a text to a key, which a machine creates to be unguessable.
package struct KeyLikeness {
  private var length = 0
  private var (lower, upper, digits) = (0, 0, 0)
  /// The number of letters next to a digit.
  private var changes = 0
  /// The number of lower-case letters, capitals and digits next to another kind.
  private var mixes = 0
  private var longestRun = 0
  private var hasOther = false

  package init(_ text: ArraySlice<UInt8>) {
    length = text.count
    var run = 0
    var last = UInt8(0)
    var index = text.startIndex
    while index < text.endIndex {
      let byte = text[index]
      index += 1
      let isDigit = byte >= 0x30 && byte <= 0x39
      if isDigit {
        digits += 1
      } else if byte >= 0x61 && byte <= 0x7A {
        lower += 1
      } else if byte >= 0x41 && byte <= 0x5A {
        upper += 1
      } else {
        hasOther = hasOther || !Self.marks.contains(byte)
        run = 0
        last = byte
        continue
      }
      if run > 0 {
        if isDigit != last.isDigit { changes += 1 }
        // Letters differ in one bit from those of the other case, and in another from digits.
        if (byte ^ last) & 0x60 != 0 { mixes += 1 }
      }
      run += 1
      if run > longestRun { longestRun = run }
      last = byte
    }
  }

  private static let marks = Array("_-+/=.~:|".utf8)

  /// Whether it may be a key, if its name suggests one.
  package var isKeyLike: Bool {
    guard !hasOther, length >= 16 else { return false }
    // A key may hold few digits, and is then a mixture of lower-case and capital letters, unlike words.
    return digits >= 2 && lower + upper >= 2 && changes >= 3 && changes * 8 >= length
      || lower >= 3 && upper >= 3 && mixes * 5 >= length * 2
  }

  /// Whether it may be a key, a password or a code, and not a word or a number, if its name says that it is one.
  package var mayBeKey: Bool {
    isKeyLike || !hasOther && length >= 8 && digits >= 2 && lower + upper >= 2 || digits == length && length >= 12
  }

  /// Whether it is a word with a number, such as `foobar31306`.
  package var isNumberedWord: Bool { changes < 2 && lower + upper > 0 && length < 16 }

  package var isWord: Bool { digits == 0 && !hasOther }

  package var isNumber: Bool { digits == length }

  /// Whether it is likely to be a key under any name, so that an author should check it.
  package var isSuspicious: Bool {
    !hasOther && (24...256).contains(length) && longestRun >= 20 && digits >= 2 && lower >= 4 && upper >= 4
      && mixes * 3 >= length
  }
}

/// The texts that are not secrets under any name.
package enum OrdinaryText {
  /// Returns whether a text reveals nothing: a word of programming, a date, an address.
  package static func isOrdinary(_ text: ArraySlice<UInt8>) -> Bool {
    if text.count <= 9, words.contains(String(decoding: text, as: UTF8.self).lowercased()) { return true }
    return isDate(text) || isAddress(text) || isPublic(text) || isVariable(text)
      || text.count > 2 && text.allSatisfy { "*.•x".utf8.contains($0) }
  }

  /// Returns whether a text is prose: several words without a digit among letters.
  package static func isSentence(_ text: ArraySlice<UInt8>) -> Bool {
    let words = text.split(separator: 0x20)
    guard words.count > 1, AuthorizationScheme.end(in: text) == nil else { return false }
    // The twelve words of a seed phrase are a secret.
    if words.count >= 12, words.allSatisfy({ $0.allSatisfy { (0x61...0x7A).contains($0) } }) { return false }
    return !text.contains(0x0A)
      && !words.contains { word in
        word.contains(where: \.isDigit) && word.contains { $0.isLetterOrDigit && !$0.isDigit } || word.count > 30
      }
  }

  /// Returns whether a word may be of a language or a program: `changeme`, `getURLById`, `my-tls`, `${TOKEN}`.
  package static func isCode(_ text: ArraySlice<UInt8>) -> Bool {
    let isName = text.contains { $0 == 0x2D || $0 == 0x5F } && text.allSatisfy { $0 > 0x5E && $0 < 0x7B || $0 == 0x2D }
    guard !isName, text.count >= 6, text.allSatisfy({ $0.isLetterOrDigit || "-_!@#%^+?~".utf8.contains($0) }) else {
      return true
    }
    // The words of a name can be spoken: hardly one has no vowel, and no digits are before letters.
    let words = String(decoding: text, as: UTF8.self).matches(of: /[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[0-9]+(?=[A-Za-z])/)
    return words.filter { !$0.output.contains { "aeiouyAEIOUY".contains($0) } }.count * 4 <= words.count
  }

  /// Returns whether a text has the form of an id that many services draw: a UUID, a lexical or an object id, one with a prefix.
  package static func isIdentifier(_ text: ArraySlice<UInt8>) -> Bool {
    let string = String(decoding: text.prefix(64), as: UTF8.self)
    return text.count == 36
      && string.wholeMatch(of: /[0-9A-Fa-f]{8}-(?:[0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}/) != nil
      || text.count == 26 && string.wholeMatch(of: /[0-7][0-9A-HJKMNP-TV-Z]{25}/) != nil
      || text.count == 24 && string.wholeMatch(of: /[0-9a-f]{24}/) != nil
      || string.hasPrefix("urn:") || hasIdentifierPrefix(string)
  }

  /// Returns whether a text is the id of a resource under the name `sid`, such as `CA` and 32 digits.
  package static func isNumbered(_ text: ArraySlice<UInt8>) -> Bool {
    text.count == 34 && String(decoding: text, as: UTF8.self).wholeMatch(of: /[A-Z]{2}[0-9a-f]{32}/) != nil
  }

  /// Returns whether a text has the prefix of an id, such as `ch_3MmlLrLkdIwHu7ix0snN0B15`, and not that of a key.
  package static func hasIdentifierPrefix(_ text: String) -> Bool {
    guard let prefix = text.prefixMatch(of: /[a-z]{2,14}_/)?.output.dropLast() else { return false }
    return !["sk", "pk", "rk", "pat", "api", "live", "test", "prod"].contains(prefix)
      && !keyWords.contains(where: prefix.contains)
  }

  /// Words in the names of credentials, and in the prefixes of keys.
  package static let keyWords = ["key", "token", "secret", "auth", "pass", "cred", "session"]

  /// Returns whether a text is a constant of a program, `OPAQUE_TOKEN`, or the name of its events, `.data-api`.
  package static func isConstant(_ text: ArraySlice<UInt8>) -> Bool {
    text.contains(0x5F) && text.allSatisfy { (0x41...0x5A).contains($0) || $0 == 0x5F }
      || text.first == 0x2E && text.dropFirst().allSatisfy { (0x61...0x7A).contains($0) || $0 == 0x2D }
  }

  /// Whether a text is a path with a part that is a word, like a stored file's, `uploads/qd81mz4k7w20x`; from the root, words
  /// may have capitals, as in `/2010-04-01/Accounts/AC1`. Keys have no such part.
  package static func isPath(_ text: ArraySlice<UInt8>, fromRoot: Bool = false) -> Bool {
    guard fromRoot ? text.first == 0x2F : text.contains(0x2F) else { return false }
    return text.split(separator: 0x2F).contains { part in
      part.count >= 5
        && part.allSatisfy {
          (0x61...0x7A).contains(fromRoot ? $0 | 0x20 : $0) || !fromRoot && ($0 == 0x5F || $0 == 0x2D)
        }
    }
  }

  /// Returns whether a text is a public key, a certificate or the signature of a published document.
  private static func isPublic(_ text: ArraySlice<UInt8>) -> Bool {
    guard let first = text.first, "-se".utf8.contains(first) else { return false }
    return publicStarts.contains { text.has($0, at: text.startIndex) }
      && text.firstRange(of: Array("PRIVATE KEY".utf8)[...]) == nil
  }

  private static let publicStarts = [
    "-----BEGIN CERT", "-----BEGIN PUBLIC KEY", "-----BEGIN RSA PUBLIC KEY", "-----BEGIN EC PUBLIC KEY",
    "-----BEGIN PGP PUBLIC", "-----BEGIN PGP SIGNATURE", "-----BEGIN SSH SIGNATURE", "-----BEGIN SIGNED MESSAGE",
    "-----BEGIN X509", "ssh-rsa ", "ssh-ed25519 ", "ecdsa-sha2-", "sk-ssh-", "sk-ecdsa-",
  ].map { Array($0.utf8) }

  /// Returns whether a text is too common to search for it everywhere.
  package static func isCommon(_ text: ArraySlice<UInt8>) -> Bool {
    if let first = text.first, text.allSatisfy({ $0 == first }) { return true }
    return text.count <= 16 && common.contains(String(decoding: text, as: UTF8.self).lowercased())
  }

  package static func isDate(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.count >= 10, text.count <= 40 else { return false }
    if text.first?.isDigit == true {
      let time = /\d{4}-\d\d-\d\d(?:[Tt ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:[Zz]|[+-]\d\d(?::?\d\d)?)?)?/
      return String(decoding: text, as: UTF8.self).wholeMatch(of: time) != nil
    }
    return text.suffix(4).elementsEqual(" GMT".utf8)
  }

  /// Returns whether a text is the name of a variable in a template, `${token}` or `{{token}}`, in place of its value.
  private static func isVariable(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.count > 3, text.last == UInt8(ascii: "}") else { return false }
    return text.starts(with: "${".utf8) || text.starts(with: "{{".utf8) && text.dropLast().last == UInt8(ascii: "}")
  }

  private static func isAddress(_ text: ArraySlice<UInt8>) -> Bool {
    text.starts(with: "https://".utf8) || text.starts(with: "http://".utf8)
  }

  private static let words: Set = [
    "", "true", "false", "null", "nil", "none", "undefined", "yes", "no", "n/a", "*", "on", "off",
  ]

  private static let common: Set = [
    "password", "secret", "bearer", "basic", "digest", "token", "tokens", "admin", "administrator", "guest",
    "anonymous", "default", "example", "testing", "changeme", "undefined", "disabled", "enabled", "required", "invalid",
    "expired", "unknown", "username", "authorization", "session", "cookie", "public", "private", "application",
    "deleted", "active", "credentials", "passwords", "access_token", "refresh_token", "accepted", "optional", "hidden",
    "string", "client", "redacted", "localhost", "internal", "production", "staging", "development", "same-origin",
    "english", "include",
  ]
}
