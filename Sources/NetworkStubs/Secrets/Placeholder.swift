/// The replacement for a secret in a recording: `REDACTED-access-token-1`.
///
/// Letters, digits, dashes and a tilde need no encoding in a header field, a URL, a cookie, JSON or a form. The name describes
/// the secret, and numbers count per name, so that a new secret leaves the others' placeholders unchanged. A key that
/// distinguishes resources also has a digest, as in `REDACTED-api-key-1~5f3a09c1`: different keys stay different.
package enum Placeholder {
  /// The replacement for any secret where requests are compared.
  package static let bare = Array("REDACTED".utf8)
  /// The number of digits of a digest.
  package static let digestCount = 8

  /// Returns the digest at the end of a placeholder, with its tilde, or nothing.
  package static func digest(_ placeholder: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    placeholder.place(of: UInt8(ascii: "~")).map { placeholder[$0...] } ?? placeholder.suffix(0)
  }

  /// Returns the end of a placeholder that starts here; nil if none does.
  package static func end(in bytes: ArraySlice<UInt8>, at start: Int) -> Int? {
    guard bytes[start] == UInt8(ascii: "R"), bytes[start...].starts(with: bare) else { return nil }
    var end = start + bare.count
    while end + 1 < bytes.endIndex, bytes[end] == UInt8(ascii: "-"), bytes[end + 1].isLowercaseLetterOrDigit {
      end += 2
      while end < bytes.endIndex, bytes[end].isLowercaseLetterOrDigit { end += 1 }
    }
    guard end < bytes.endIndex, bytes[end] == UInt8(ascii: "~") else { return end }
    let digits = bytes[(end + 1)...].prefix(digestCount)
    let isDigest = digits.count == digestCount && digits.allSatisfy { $0.hexadecimalValue != nil }
    return isDigest ? digits.endIndex : end
  }

  package static func isPlaceholder(_ bytes: ArraySlice<UInt8>) -> Bool {
    !bytes.isEmpty && end(in: bytes, at: bytes.startIndex) == bytes.endIndex
  }
}
