/// The result of one look at each byte of a text: the searches that can find something in it.
package struct TextProfile {
  /// A mark that some search needs.
  package struct Mark: OptionSet {
    package let rawValue: UInt16

    package init(rawValue: UInt16) { self.rawValue = rawValue }

    /// An equals sign, a colon or the end of a tag, which follow names, also in URLs.
    package static let name = Self(rawValue: 1)
    package static let percent = Self(rawValue: 2)
    package static let plus = Self(rawValue: 4)
    package static let backslash = Self(rawValue: 8)
    package static let ampersand = Self(rawValue: 16)
    package static let bracket = Self(rawValue: 32)
    package static let lineBreak = Self(rawValue: 64)
    /// The first letter of a placeholder.
    package static let placeholder = Self(rawValue: 128)
    /// The start of a markup element.
    package static let tag = Self(rawValue: 256)
    fileprivate static let word = Self(rawValue: 1 << 15)
  }

  private var marks: UInt16 = 0
  /// The length of the longest run of characters of base64, keys and tokens.
  package private(set) var longestWord = 0
  /// Whether it contains a prefix of credentials or of a private key.
  private var hasPrelude = false

  package init(_ text: ArraySlice<UInt8>) {
    self = text.withUnsafeBufferPointer { Self($0) }
  }

  /// Creates the profile of bytes that do not move.
  init(_ text: UnsafeBufferPointer<UInt8>) { Self.kinds.withUnsafeBufferPointer { look(at: text, $0) } }

  package func has(_ mark: Mark) -> Bool { marks & mark.rawValue != 0 }

  /// Whether the text can contain only secrets that are already known.
  package var isPlain: Bool {
    let harmless = Mark.lineBreak.rawValue | Mark.placeholder.rawValue | Mark.tag.rawValue | Mark.word.rawValue
    return marks & ~harmless == 0 && longestWord < Base64Text.shortest && !hasPrelude
  }

  private mutating func look(at text: UnsafeBufferPointer<UInt8>, _ kinds: UnsafeBufferPointer<UInt16>) {
    var length = 0
    var last = UInt8(0)
    var index = 0
    var all = UInt16(0)
    var longest = 0
    let count = text.count
    while index < count {
      let byte = text[index]
      let kind = kinds[Int(byte)]
      all |= kind
      if kind & 0x8000 != 0 {
        length += 1
        if byte == 0x2D, last == 0x2D { hasPrelude = true }
      } else {
        if length >= 5, Self.isScheme(text, before: index) { hasPrelude = true }
        if length > longest { longest = length }
        length = 0
      }
      last = byte
      index += 1
    }
    marks = all
    longestWord = length > longest ? length : longest
  }

  /// Returns whether the word before a place may be `Bearer` or `Basic`.
  private static func isScheme(_ text: UnsafeBufferPointer<UInt8>, before end: Int) -> Bool {
    switch text[end - 1] | 0x20 {
    case UInt8(ascii: "r"): end >= 6 && text[end - 6] | 0x20 == UInt8(ascii: "b")
    case UInt8(ascii: "c"): text[end - 5] | 0x20 == UInt8(ascii: "b")
    default: false
    }
  }

  static let kinds: [UInt16] = (UInt8.min...UInt8.max).map { byte in
    let marks: [(String, Mark)] = [
      ("=:>", .name), ("%", .percent), ("+", .plus), ("\\", .backslash), ("&", .ampersand), ("{[", .bracket),
      ("\n", .lineBreak), ("R", .placeholder), ("<", .tag),
    ]
    let mark = marks.first { $0.0.utf8.contains(byte) }?.1 ?? []
    let isWord = byte.isLetterOrDigit || "-_/.~+".utf8.contains(byte)
    return isWord ? mark.union(.word).rawValue : mark.rawValue
  }
}
