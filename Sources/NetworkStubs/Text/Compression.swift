/// A compression that can be undone, as in the content codings `gzip` and `deflate`.
package enum Compression {
  /// [RFC 1952](https://www.rfc-editor.org/rfc/rfc1952).
  case gzip
  /// [RFC 1950](https://www.rfc-editor.org/rfc/rfc1950).
  case zlib

  package init?(of bytes: ArraySlice<UInt8>) {
    let start = Array(bytes.prefix(3))
    guard start.count == 3 else { return nil }
    if start == Self.gzipMark {
      self = .gzip
    } else if start[0] == 0x78, (Int(start[0]) << 8 | Int(start[1])).isMultiple(of: 31) {
      self = .zlib
    } else {
      return nil
    }
  }

  static let gzipMark: [UInt8] = [0x1F, 0x8B, 0x08]

  /// The most bytes that a body may become: a few can expand to gigabytes, but real ones never do.
  package static let mostBytes = 64 << 20

  /// The result of undoing a compression.
  package enum Unpacked {
    case plain([UInt8])
    /// Corrupt or incomplete.
    case damaged
    /// More than is allowed.
    case immense
  }

  /// Returns the decompressed bytes; nil if they are corrupt or incomplete, or more than ``mostBytes``.
  package func decompressed(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
    if case .plain(let plain) = unpacked(bytes, most: Self.mostBytes) { plain } else { nil }
  }

  /// Undoes the compression.
  ///
  /// - Parameters:
  ///   - bytes: The data.
  ///   - most: The most bytes that all of it may become.
  package func unpacked(_ bytes: ArraySlice<UInt8>, most: Int) -> Unpacked {
    switch self {
    case .zlib:
      var inflater = Inflater(bytes.dropFirst(2), most: most)
      return inflater.inflate().map(Unpacked.plain) ?? (inflater.isFull ? .immense : .damaged)
    case .gzip:
      // A file may be several, one after the other.
      var result = [UInt8]()
      var rest = bytes
      repeat {
        guard rest.starts(with: Self.gzipMark), let start = Self.dataStart(of: rest) else { return .damaged }
        // One limit for all parts, each of which may be a small one that grows.
        var inflater = Inflater(rest[start...], most: most - result.count)
        guard let part = inflater.inflate() else { return inflater.isFull ? .immense : .damaged }
        result += part
        // The checksum and the length.
        guard rest.endIndex - inflater.index >= 8 else { return .damaged }
        rest = rest[(inflater.index + 8)...]
      } while !rest.isEmpty
      return .plain(result)
    }
  }

  /// Returns the decompressed bytes as far as they go, as clients have them that decode what comes, and whether a fault follows: more
  /// bytes than belong there. Nil if the data is corrupt.
  ///
  /// - Parameters:
  ///   - bytes: The data, whole or a part.
  ///   - compression: The compression; nil for a `deflate` body without its header.
  package static func decompressedStart(
    of bytes: ArraySlice<UInt8>, as compression: Compression?
  ) -> (bytes: [UInt8], isFaulty: Bool)? {
    let start =
      switch compression {
      case .gzip: dataStart(of: bytes)
      case .zlib: bytes.startIndex + 2
      case nil: bytes.startIndex
      }
    guard let start else { return nil }
    var inflater = Inflater(bytes[start...])
    // Where all of it is there, at most the checksum and the length are missing.
    if let whole = inflater.inflate() { return (whole, bytes.endIndex - inflater.index > 8) }
    return inflater.isCut ? (inflater.output, false) : nil
  }

  /// Returns the bytes of a `deflate` body without the header that the coding asks for, as some servers send it; nil if they are not
  /// just that.
  ///
  /// Clients accept both: [RFC 9110, section 8.4.1.2](https://www.rfc-editor.org/rfc/rfc9110#section-8.4.1.2).
  package static func inflated(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
    var inflater = Inflater(bytes)
    guard let whole = inflater.inflate(), inflater.index == bytes.endIndex else { return nil }
    return whole
  }

  /// Returns the place behind a header with its optional parts.
  private static func dataStart(of bytes: ArraySlice<UInt8>) -> Int? {
    guard bytes.count >= 18 else { return nil }
    let flags = bytes[bytes.startIndex + 3]
    var rest = bytes.dropFirst(10)
    if flags & 4 != 0 {
      let length = rest.prefix(2).reversed().reduce(0) { $0 << 8 | Int($1) }
      rest = rest.dropFirst(2 + length)
    }
    // The name and the comment end with a zero.
    for flag in [8, 16] as [UInt8] where flags & flag != 0 { rest = rest.drop { $0 != 0 }.dropFirst() }
    if flags & 2 != 0 { rest = rest.dropFirst(2) }
    return rest.isEmpty ? nil : rest.startIndex
  }
}

/// A decompressor for DEFLATE: [RFC 1951](https://www.rfc-editor.org/rfc/rfc1951).
///
/// Foundation offers this only on some platforms, and data that cannot be searched cannot be committed.
struct Inflater {
  private struct Damaged: Error {}

  /// The size limit of the output.
  private let largest: Int
  private let bytes: ArraySlice<UInt8>
  /// The index of the next byte; after ``inflate()``, the end of the compressed data.
  private(set) var index: Int
  private var bits: UInt32 = 0
  private var bitCount = 0
  private(set) var output: [UInt8] = []
  /// Whether the data breaks off, so that ``output`` is a part.
  private(set) var isCut = false
  /// Whether there is more than the limit allows.
  private(set) var isFull = false

  init(_ bytes: ArraySlice<UInt8>, most: Int = Compression.mostBytes) {
    self.bytes = bytes
    index = bytes.startIndex
    largest = most
  }

  /// Returns the decompressed bytes; nil if the data is corrupt, incomplete or immense.
  mutating func inflate() -> [UInt8]? {
    do {
      var isLast = false
      while !isLast {
        isLast = try take(1) == 1
        switch try take(2) {
        case 0: try copyStored()
        case 1: try copyCompressed(.fixedLiterals, .fixedDistances)
        case 2:
          let (literals, distances) = try codes()
          try copyCompressed(literals, distances)
        default: throw Damaged()
        }
      }
      return output
    } catch {
      return nil
    }
  }

  private mutating func take(_ count: Int) throws -> Int {
    while bitCount < count {
      guard index < bytes.endIndex else {
        isCut = true
        throw Damaged()
      }
      bits |= UInt32(bytes[index]) << UInt32(bitCount)
      index += 1
      bitCount += 8
    }
    defer {
      bits >>= UInt32(count)
      bitCount -= count
    }
    return Int(bits & (1 << UInt32(count) - 1))
  }

  private mutating func copyStored() throws {
    bits = 0
    bitCount = 0
    let length = try take(16)
    let complement = try take(16)
    guard length == ~complement & 0xFFFF else { throw Damaged() }
    guard bytes.endIndex - index >= length else {
      try append(bytes[index...])
      isCut = true
      throw Damaged()
    }
    try append(bytes[index..<(index + length)])
    index += length
  }

  private mutating func append(_ more: ArraySlice<UInt8>) throws {
    try checkRoom(for: more.count)
    output += more
  }

  private mutating func checkRoom(for count: Int) throws {
    guard output.count + count > largest else { return }
    isFull = true
    throw Damaged()
  }

  private mutating func symbol(_ code: HuffmanCode) throws -> Int {
    guard let symbol = try code.symbol({ try take(1) }) else { throw Damaged() }
    return symbol
  }

  private mutating func copyCompressed(_ literals: HuffmanCode, _ distances: HuffmanCode) throws {
    while true {
      let symbol = try self.symbol(literals)
      switch symbol {
      case 0..<256: try append([UInt8(symbol)])
      case 256: return
      case 257..<286:
        let length = Self.lengths[symbol - 257] + (try take(Self.lengthBits[symbol - 257]))
        let place = try self.symbol(distances)
        guard place < 30 else { throw Damaged() }
        let distance = Self.distances[place] + (try take(Self.distanceBits[place]))
        guard distance <= output.count else { throw Damaged() }
        try checkRoom(for: length)
        // The copy may overlap itself.
        for _ in 0..<length { output.append(output[output.count - distance]) }
      default: throw Damaged()
      }
    }
  }

  /// Returns the codes of a block that has its own.
  private mutating func codes() throws -> (literals: HuffmanCode, distances: HuffmanCode) {
    let literals = try take(5) + 257
    let distances = try take(5) + 1
    let count = try take(4) + 4
    var small = [Int](repeating: 0, count: 19)
    for place in Self.order.prefix(count) { small[place] = try take(3) }
    let code = HuffmanCode(lengths: small)
    var lengths: [Int] = []
    while lengths.count < literals + distances {
      switch try symbol(code) {
      case let length where length < 16: lengths.append(length)
      case 16:
        guard let last = lengths.last else { throw Damaged() }
        lengths += repeatElement(last, count: 3 + (try take(2)))
      case 17: lengths += repeatElement(0, count: 3 + (try take(3)))
      default: lengths += repeatElement(0, count: 11 + (try take(7)))
      }
    }
    guard lengths.count == literals + distances else { throw Damaged() }
    return (HuffmanCode(lengths: Array(lengths[..<literals])), HuffmanCode(lengths: Array(lengths[literals...])))
  }

  // The tables of section 3.2.5 and 3.2.7.
  private static let lengths = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
  ]
  private static let lengthBits = (0..<28).map { max(0, $0 / 4 - 1) } + [0]
  private static let distances = distanceBits.indices.map { distanceBits[..<$0].reduce(1) { $0 + 1 << $1 } }
  private static let distanceBits = (0..<30).map { max(0, $0 / 2 - 1) }
  private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
}

/// A code [given by the lengths alone](https://www.rfc-editor.org/rfc/rfc1951#section-3.2.2), with few bits for frequent symbols.
struct HuffmanCode: Sendable {
  /// The number of symbols of each length.
  private var counts = [Int](repeating: 0, count: 16)
  /// The symbols by length, then by value.
  private let symbols: [Int]

  init(lengths: [Int]) {
    for length in lengths where length > 0 { counts[length] += 1 }
    symbols = lengths.indices.filter { lengths[$0] > 0 }.sorted { (lengths[$0], $0) < (lengths[$1], $1) }
  }

  /// Returns the next symbol; nil if no symbol has such bits.
  func symbol(_ takeBit: () throws -> Int) rethrows -> Int? {
    var length = 1
    var code = 0
    // The first code of the current length, and the number of shorter symbols.
    var first = 0
    var shorter = 0
    while length <= 15 {
      code = code << 1 | (try takeBit())
      first <<= 1
      let count = counts[length]
      if code >= first, code - first < count { return symbols[shorter + code - first] }
      first += count
      shorter += count
      length += 1
    }
    return nil
  }

  static let fixedLiterals = Self(lengths: (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 })
  static let fixedDistances = Self(lengths: [Int](repeating: 5, count: 30))
}
