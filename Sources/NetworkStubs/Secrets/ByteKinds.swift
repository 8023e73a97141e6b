/// The uses of each byte, in a table so that a loop need not compare.
///
/// Tests run in debug builds, where a closure or a generic call for each byte costs fifty times as much as a table look-up: loops
/// over long texts use indices, over bytes that do not move. `ASCIISet` has the sets for short texts, such as names; it is called
/// for each byte, and is too slow here.
package struct ByteKinds: OptionSet {
  package let rawValue: UInt16

  package init(rawValue: UInt16) { self.rawValue = rawValue }

  package static let digit = Self(rawValue: 2)
  /// Base64 in either alphabet.
  package static let base64 = Self(rawValue: 4)
  /// Names before an equals sign or a colon.
  package static let name = Self(rawValue: 16)
  /// The ends of a value, and of one that is not in a query.
  package static let valueEnd = Self(rawValue: 32)
  package static let listMark = Self(rawValue: 64)
  /// The ends of a parameter of a path.
  package static let pathEnd = Self(rawValue: 8)
  package static let authorityEnd = Self(rawValue: 128)
  /// The credentials of RFC 9110, section 11.2.
  package static let token68 = Self(rawValue: 256)
  /// Base64 in the alphabet for URLs.
  package static let webToken = Self(rawValue: 1_024)

  static let table: [Self] = (UInt8.min...UInt8.max).map { byte in
    let isLetterOrDigit = byte.isLetterOrDigit
    var kinds: Self = isLetterOrDigit ? [.base64, .name, .token68, .webToken] : []
    if byte.isDigit { kinds.insert(.digit) }
    for (marks, kind) in [
      ("+/-_", Self.base64), ("_-.[]%$", .name), ("&#\"'`<>\\", .valueEnd), (";,)]}|", .listMark), ("/?", .pathEnd),
      ("/?# \t\r\n\"'<>`{}", .authorityEnd), ("-._~+/=", .token68), ("-_", .webToken),
    ] where marks.utf8.contains(byte) { kinds.insert(kind) }
    if byte <= 0x20 { kinds.insert(.valueEnd) }
    if byte >= 0x80 { kinds.insert(.authorityEnd) }
    return kinds
  }
}

extension ArraySlice<UInt8> {
  package func end(of kinds: ByteKinds, from start: Int, limit: Int = .max) -> Int {
    let wanted = kinds.rawValue
    let end = (limit < endIndex - start ? start + limit : endIndex) - startIndex
    return ByteKinds.table.withUnsafeBufferPointer { table in
      withUnsafeBufferPointer { bytes in
        var place = start - startIndex
        while place < end, table[Int(bytes[place])].rawValue & wanted != 0 { place += 1 }
        return startIndex + place
      }
    }
  }

  package func first(of kinds: ByteKinds, from start: Int, limit: Int = .max) -> Int {
    let wanted = kinds.rawValue
    let end = (limit < endIndex - start ? start + limit : endIndex) - startIndex
    return ByteKinds.table.withUnsafeBufferPointer { table in
      withUnsafeBufferPointer { bytes in
        var place = start - startIndex
        while place < end, table[Int(bytes[place])].rawValue & wanted == 0 { place += 1 }
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
