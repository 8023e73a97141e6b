import Foundation

/// A set of ASCII characters in two words of bits: every byte of every request passes through one.
package struct ASCIISet: Sendable {
  @usableFromInline var low: UInt64 = 0
  @usableFromInline var high: UInt64 = 0

  package init(_ members: String) {
    for byte in members.utf8 {
      if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte & 63) }
    }
  }

  @inlinable
  package func contains(_ byte: UInt8) -> Bool {
    switch byte {
    case 0..<64: low & (1 << UInt64(byte)) != 0
    case 64..<128: high & (1 << UInt64(byte & 63)) != 0
    default: false
    }
  }
}

extension ASCIISet {
  private static let alphanumeric = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"

  static let digits = Self("0123456789")
  static let hexDigits = Self("0123456789abcdefABCDEF")
  /// `tchar` of RFC 9110, section 5.6.2.
  static let token = Self(alphanumeric + "!#$%&'*+-.^_`|~")
  static let hostName = Self(alphanumeric + "-._")
  /// `pchar` of RFC 3986, section 3.3, and the slash.
  static let path = Self(alphanumeric + "-._~!$&'()*+,;=:@/")
  /// Without `+`, which servers read as a space, and `;`, which some read as `&`.
  static let queryComponent = Self(alphanumeric + "-._~!$'()*,:@/?")
  /// <https://url.spec.whatwg.org/#application-x-www-form-urlencoded-percent-encode-set>, and the space.
  static let formComponent = Self(alphanumeric + "*-._ ")
}

// What people wrote may be anything; error texts show it in one line of bounded length, and end up in logs.
extension String {
  /// The text in quotes, as in ``onOneLine``.
  var quoted: String { "\"\(onOneLine)\"" }

  /// The text with what does not print as escapes, and only its start where it is long.
  var onOneLine: String {
    let start = unicodeScalars.prefix(Self.shownLength)
    let isWhole = start.endIndex == unicodeScalars.endIndex
    return start.reduce(into: "") { text, scalar in
      text += scalar.isPlain ? String(scalar) : scalar.escaped(asASCII: true)
    } + (isWhole ? "" : "…")
  }

  /// The text without what follows `?` or `#`.
  var withoutQuery: String {
    // By scalars: to a string, a `?` with an accent after it is another character.
    guard let end = unicodeScalars.firstIndex(where: { $0 == "?" || $0 == "#" }) else { return self }
    return "\(self[..<end])\(unicodeScalars[end])…"
  }

  /// The text of a URL that may not be one, without user info and query.
  var withoutSecrets: String {
    let text = unicodeScalars
    let start = text.firstRange(of: "://".unicodeScalars)?.upperBound ?? text.startIndex
    guard let at = text[start...].lastIndex(of: "@") else { return withoutQuery }
    // A password may have a `?` in it: what stands before an `@` is never shown.
    let end = text[start...].firstIndex { $0 == "?" || $0 == "#" } ?? text.endIndex
    return self[..<start] + "•••" + (at < end ? String(self[at...]).withoutQuery : "")
  }

  private static let shownLength = 100
}

extension URL {
  /// The text without user info and query.
  var withoutSecrets: String {
    guard var components = URLComponents(url: self, resolvingAgainstBaseURL: true) else { return "a URL" }
    let hasQuery = components.percentEncodedQuery != nil
    components.user = nil
    components.password = nil
    components.percentEncodedQuery = nil
    components.fragment = nil
    return (components.string ?? "a URL") + (hasQuery ? "?…" : "")
  }
}

extension Unicode.Scalar {
  fileprivate var isPlain: Bool { isPrinting && self != "\"" && self != "\\" }

  /// Whether the scalar shows itself, and neither ends a line nor turns the text around nor speaks to a terminal.
  package var isPrinting: Bool {
    // Most texts are ASCII, whose categories need no look into a table.
    if value < 0x7F { return value >= 0x20 }
    return switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: false
    default: true
    }
  }
}
