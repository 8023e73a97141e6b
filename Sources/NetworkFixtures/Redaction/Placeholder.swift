/// Which placeholders take the place of secrets.
package enum PlaceholderStyle: Sendable {
  /// A name and a number each, in recordings: what was equal stays equal.
  case numbered
  /// The same word for all, where requests are compared.
  case bare
  /// `•••`, in texts for readers. It is never encoded, and hides a little more: logs of builds are read by many.
  case masked
}

/// What stands for a secret in a recording: `REDACTED-access-token-1`.
///
/// Letters, digits, dashes and a tilde stand in a header field, a URL, a cookie, JSON and a form alike without being
/// encoded. The name says what was there, and numbers count per name, so that a new secret leaves the others' placeholders
/// alone. A key that tells resources apart has a digest as well, as in `REDACTED-api-key-1~5f3a09c1`: what was another key
/// stays another.
package enum Placeholder {
  /// Stands for any secret where requests are compared.
  package static let bare = Array("REDACTED".utf8)

  /// Stands for any secret in a text for readers.
  static let mask = Array("•••".utf8)

  package static func text(_ slug: String, _ number: Int) -> [UInt8] {
    bare + Array("-\(slug)-\(number)".utf8)
  }

  /// The name that a placeholder shows.
  static func slug(_ name: String) -> String {
    let words = name.percentDecoded.lowercased().utf8.split { !$0.isLowercaseLetterOrDigit }.map {
      String(decoding: $0, as: UTF8.self)
    }
    let slug = words.joined(separator: "-")
    // A name that long was made by a program.
    return slug.isEmpty || slug.utf8.count > 32 ? "secret" : slug
  }

  /// The placeholder of a secret that a digest tells from others.
  package static func text(_ placeholder: [UInt8], digest secret: [UInt8]) -> [UInt8] {
    placeholder + [UInt8(ascii: "~")] + HexText.encode(SecretDigest.bytes(of: secret))
  }

  /// The digest that a placeholder ends in, with its tilde; empty where it has none.
  package static func digest(_ placeholder: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    placeholder.place(of: UInt8(ascii: "~")).map { placeholder[$0...] } ?? placeholder.suffix(0)
  }

  /// Where a placeholder that starts here ends; nil where none starts.
  package static func end(in bytes: ArraySlice<UInt8>, at start: Int) -> Int? {
    guard bytes[start] == UInt8(ascii: "R"), bytes[start...].starts(with: bare) else { return nil }
    var end = start + bare.count
    while end + 1 < bytes.endIndex, bytes[end] == UInt8(ascii: "-"), bytes[end + 1].isLowercaseLetterOrDigit {
      end += 2
      while end < bytes.endIndex, bytes[end].isLowercaseLetterOrDigit { end += 1 }
    }
    guard end < bytes.endIndex, bytes[end] == UInt8(ascii: "~") else { return end }
    let digits = bytes[(end + 1)...].prefix(SecretDigest.count)
    let isDigest = digits.count == SecretDigest.count && digits.allSatisfy { $0.hexadecimalValue != nil }
    return isDigest ? digits.endIndex : end
  }

  static func isPlaceholder(_ bytes: ArraySlice<UInt8>) -> Bool {
    !bytes.isEmpty && end(in: bytes, at: bytes.startIndex) == bytes.endIndex
  }

  /// The name and number of a placeholder.
  package static func parts(_ placeholder: ArraySlice<UInt8>) -> (slug: String, number: Int)? {
    let placeholder = placeholder[..<digest(placeholder).startIndex]
    guard let dash = placeholder.lastIndex(of: UInt8(ascii: "-")), dash > placeholder.startIndex + bare.count,
      let number = Int(String(decoding: placeholder[(dash + 1)...], as: UTF8.self))
    else { return nil }
    return (String(decoding: placeholder[(placeholder.startIndex + bare.count + 1)..<dash], as: UTF8.self), number)
  }
}

/// What stands for a number that is a secret: a number again, so that the recording still decodes.
enum NumericPlaceholder {
  /// Stands for any secret number where requests are compared.
  package static let bare = 990_000_000

  static func isPlaceholder(_ digits: ArraySlice<UInt8>) -> Bool {
    digits.count == 9 && digits.starts(with: Array("990".utf8))
  }
}

extension UInt8 {
  var isLowercaseLetterOrDigit: Bool { self >= 0x61 && self <= 0x7A || isDigit }

  var isDigit: Bool { self >= 0x30 && self <= 0x39 }

  var isLetterOrDigit: Bool { self >= 0x61 && self <= 0x7A || self >= 0x41 && self <= 0x5A || isDigit }
}
