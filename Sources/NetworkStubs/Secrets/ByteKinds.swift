/// The uses of each byte, in a table so that a loop need not compare.
///
/// Tests run in debug builds, where a closure or a generic call for each byte costs fifty times as much as a table look-up: loops
/// over long texts use indices, over bytes that do not move. `ASCIISet` has the sets for short texts, such as names; it is called
/// for each byte, and is too slow here.
package struct ByteKinds: OptionSet {
  package let rawValue: UInt64

  package init(rawValue: UInt64) { self.rawValue = rawValue }

  package static let digit = Self(rawValue: 1)
  /// Base64 in either alphabet.
  package static let base64 = Self(rawValue: 2)
  /// Names before an equals sign or a colon.
  package static let name = Self(rawValue: 1 << 2)
  /// The ends of a value, and of one that is not in a query.
  package static let valueEnd = Self(rawValue: 1 << 3)
  package static let listMark = Self(rawValue: 1 << 4)
  /// The ends of a parameter of a path.
  package static let pathEnd = Self(rawValue: 1 << 5)
  package static let authorityEnd = Self(rawValue: 1 << 6)
  /// The credentials of RFC 9110, section 11.2.
  package static let token68 = Self(rawValue: 1 << 7)
  /// Base64 in the alphabet for URLs.
  package static let webToken = Self(rawValue: 1 << 8)
  /// Base64, keys and tokens.
  static let word = Self(rawValue: 1 << 9)

  // Marks that some search needs.

  /// An equals sign, a colon or the end of a tag, which follow names, also in URLs.
  static let nameMark = Self(rawValue: 1 << 10)
  static let percent = Self(rawValue: 1 << 11)
  static let plus = Self(rawValue: 1 << 12)
  static let backslash = Self(rawValue: 1 << 13)
  static let ampersand = Self(rawValue: 1 << 14)
  static let bracket = Self(rawValue: 1 << 15)
  static let lineBreak = Self(rawValue: 1 << 16)
  /// The start of a markup element.
  static let tag = Self(rawValue: 1 << 17)

  /// Returns the characters of a ``KeyAlphabet``.
  static func alphabet(_ number: Int) -> Self { Self(rawValue: 1 << (32 + UInt64(number))) }

  static let table: [Self] = {
    var table = [Self](repeating: [], count: 256)
    func add(_ kinds: Self, _ characters: String) { for byte in characters.utf8 { table[Int(byte)].formUnion(kinds) } }
    add(.digit, KeyAlphabet.digits)
    add([.base64, .name, .token68, .webToken, .word], KeyAlphabet.digits + KeyAlphabet.lower + KeyAlphabet.upper)
    for (marks, kinds) in [
      ("+/-_", Self.base64), ("_-.[]%$", .name), ("&#\"'`<>\\", .valueEnd), (";,)]}|", .listMark), ("/?", .pathEnd),
      ("/?# \t\r\n\"'<>`{}", .authorityEnd), ("-._~+/=", .token68), ("-_", .webToken), ("-_/.~+", .word),
      ("=:>", .nameMark), ("%", .percent), ("+", .plus), ("\\", .backslash), ("&", .ampersand), ("{[", .bracket),
      ("\n", .lineBreak), ("<", .tag),
    ] { add(kinds, marks) }
    for (number, alphabet) in KeyAlphabet.all.enumerated() { add(.alphabet(number), alphabet.characters) }
    for byte in 0...0x20 { table[byte].insert(.valueEnd) }
    for byte in 0x80...0xFF { table[byte].insert(.authorityEnd) }
    return table
  }()
}

extension ArraySlice<UInt8> {
  /// Returns the end of the bytes of some kinds that begin at a place.
  package func end(of kinds: ByteKinds, from start: Int, limit: Int = .max) -> Int {
    first(of: kinds, isWanted: false, from: start, limit: limit)
  }

  /// Returns the first place of a byte of some kinds.
  package func first(of kinds: ByteKinds, from start: Int, limit: Int = .max) -> Int {
    first(of: kinds, isWanted: true, from: start, limit: limit)
  }

  /// Returns the first place of a byte of some kinds, or of one that is of none of them.
  private func first(of kinds: ByteKinds, isWanted: Bool, from start: Int, limit: Int) -> Int {
    let wanted = kinds.rawValue
    let end = (limit < endIndex - start ? start + limit : endIndex) - startIndex
    return ByteKinds.table.withUnsafeBufferPointer { table in
      withUnsafeBufferPointer { bytes in
        var place = start - startIndex
        while place < end, (table[Int(bytes[place])].rawValue & wanted != 0) != isWanted { place += 1 }
        return startIndex + place
      }
    }
  }

  package func count(atEnd kinds: ByteKinds) -> Int {
    let wanted = kinds.rawValue
    return ByteKinds.table.withUnsafeBufferPointer { table in
      withUnsafeBufferPointer { bytes in
        var start = bytes.count
        while start > 0, table[Int(bytes[start - 1])].rawValue & wanted != 0 { start -= 1 }
        return bytes.count - start
      }
    }
  }
}

extension UInt8 {
  package var isLowercaseLetterOrDigit: Bool { self >= 0x61 && self <= 0x7A || isDigit }

  package var isDigit: Bool { self >= 0x30 && self <= 0x39 }

  package var isLetterOrDigit: Bool { self >= 0x61 && self <= 0x7A || self >= 0x41 && self <= 0x5A || isDigit }
}
