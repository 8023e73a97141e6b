import NetworkEndpoints

/// How much a text looks like a key, made by a machine so that nobody can guess it.
struct KeyLikeness {
  private var length = 0
  private var (lower, upper, digits) = (0, 0, 0)
  /// How often a letter stands next to a digit.
  private var changes = 0
  private var longestRun = 0
  private var hasOther = false

  init(_ text: ArraySlice<UInt8>) {
    length = text.count
    var (run, last) = (0, UInt8(0))
    for byte in text {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"): lower += 1
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): upper += 1
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digits += 1
      default: hasOther = hasOther || !"_-+/=.~:".utf8.contains(byte)
      }
      let isInRun = byte.isLetterOrDigit
      if isInRun, last.isLetterOrDigit, byte.isDigit != last.isDigit { changes += 1 }
      run = isInRun ? run + 1 : 0
      longestRun = max(longestRun, run)
      last = byte
    }
  }

  /// Whether it may be a key where its name makes one expect one.
  var isKeyLike: Bool {
    !hasOther && length >= 16 && digits >= 2 && lower + upper >= 2 && changes >= 3 && changes * 8 >= length
  }

  /// Whether it can be nothing else, wherever it stands. Digests in hexadecimal and ids with few letters are not.
  var isKey: Bool {
    !hasOther && (32...256).contains(length) && longestRun >= 20 && lower >= 6 && upper >= 6 && digits >= 3
      && changes * 7 >= length
  }
}

/// The texts that are no secrets, whatever they stand under.
enum OrdinaryText {
  /// Whether a text says nothing that somebody could use: a word of programming, a date, an address.
  static func isOrdinary(_ text: ArraySlice<UInt8>) -> Bool {
    if text.count <= 9, words.contains(String(decoding: text, as: UTF8.self).lowercased()) { return true }
    return isDate(text) || isAddress(text)
  }

  /// Whether a text is too common to look for it everywhere.
  static func isCommon(_ text: ArraySlice<UInt8>) -> Bool {
    if let first = text.first, text.allSatisfy({ $0 == first }) { return true }
    return text.count <= 16 && common.contains(String(decoding: text, as: UTF8.self).lowercased())
  }

  static func isDate(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.count >= 10, text.count <= 40 else { return false }
    if text.first?.isDigit == true { return HARDate.parse(String(decoding: text, as: UTF8.self)) != nil }
    return text.suffix(4).elementsEqual(" GMT".utf8)
  }

  /// Whether a text has the form of `2025-06-11T17:42:08.123Z`, which most dates of JSON have.
  static func isTimestamp(_ text: ArraySlice<UInt8>) -> Bool {
    let start = text.startIndex
    guard (16...35).contains(text.count), text[start + 10] == UInt8(ascii: "T"), text[start].isDigit else {
      return false
    }
    return text.indices.allSatisfy { $0 == start + 10 || text[$0].isDigit || timestampMarks.contains(text[$0]) }
  }

  private static let timestampMarks = ASCIISet("-:.Z")

  private static func isAddress(_ text: ArraySlice<UInt8>) -> Bool {
    text.starts(with: "https://".utf8) || text.starts(with: "http://".utf8)
  }

  private static let words: Set = ["", "true", "false", "null", "nil", "none", "undefined", "yes", "no", "n/a", "*"]

  private static let common: Set = [
    "password", "secret", "bearer", "basic", "digest", "token", "tokens", "admin", "administrator", "guest",
    "anonymous",
    "default", "example", "testing", "changeme", "undefined", "disabled", "enabled", "required", "invalid", "expired",
    "unknown", "username", "authorization", "session", "cookie", "public", "private", "application", "deleted",
    "active",
    "credentials", "passwords", "access_token", "refresh_token", "accepted", "optional", "hidden", "string", "client",
    "redacted", "localhost", "internal", "production", "staging", "development", "same-origin", "english", "include",
  ]
}
