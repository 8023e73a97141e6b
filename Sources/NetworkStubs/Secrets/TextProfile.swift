/// The result of one look at each byte of a text: the searches that can find something in it.
package struct TextProfile {
  /// The kinds of all its bytes.
  private var kinds: ByteKinds = []
  /// The length of the longest run of characters of base64, keys and tokens.
  package private(set) var longestWord = 0
  /// Whether it contains a prefix of credentials or of a private key.
  private var hasPrelude = false

  package init(_ text: ArraySlice<UInt8>) {
    self = text.withUnsafeBufferPointer { Self($0) }
  }

  /// Creates the profile of bytes that do not move.
  init(_ text: UnsafeBufferPointer<UInt8>) { ByteKinds.table.withUnsafeBufferPointer { look(at: text, $0) } }

  package func has(_ kinds: ByteKinds) -> Bool { self.kinds.rawValue & kinds.rawValue != 0 }

  /// Whether the text can contain only secrets that are already known.
  package var isPlain: Bool { !has(Self.marks) && longestWord < Base64Text.shortest && !hasPrelude }

  /// The marks of names, encodings and JSON.
  private static let marks: ByteKinds = [.nameMark, .percent, .plus, .backslash, .ampersand, .bracket]

  private mutating func look(at text: UnsafeBufferPointer<UInt8>, _ kinds: UnsafeBufferPointer<ByteKinds>) {
    let word = ByteKinds.word.rawValue
    var length = 0
    var last = UInt8(0)
    var index = 0
    var all = UInt64(0)
    var longest = 0
    let count = text.count
    while index < count {
      let byte = text[index]
      let kind = kinds[Int(byte)].rawValue
      all |= kind
      if kind & word != 0 {
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
    self.kinds = ByteKinds(rawValue: all)
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
}
