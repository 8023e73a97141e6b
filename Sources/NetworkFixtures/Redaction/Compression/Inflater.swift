/// Undoes DEFLATE: [RFC 1951](https://www.rfc-editor.org/rfc/rfc1951).
///
/// Foundation has no such thing on all platforms, and what cannot be looked into cannot be committed.
struct Inflater {
  private struct Damaged: Error {}

  /// How much may come out: a few bytes can be made to stand for gigabytes, but real ones never stand for so many.
  private let largest: Int
  private let bytes: ArraySlice<UInt8>
  /// Where the next byte is; after ``inflate()``, the end of the compressed data.
  private(set) var index: Int
  private var bits: UInt32 = 0
  private var bitCount = 0
  private var output: [UInt8] = []

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    index = bytes.startIndex
    largest = min(64 << 20, 65_536 + bytes.count * 256)
  }

  /// The decompressed bytes; nil where the data is damaged, cut off or immense.
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
      guard index < bytes.endIndex else { throw Damaged() }
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
    (bits, bitCount) = (0, 0)
    let (length, complement) = (try take(16), try take(16))
    guard length == ~complement & 0xFFFF, bytes.endIndex - index >= length else { throw Damaged() }
    try append(bytes[index..<(index + length)])
    index += length
  }

  private mutating func append(_ more: ArraySlice<UInt8>) throws {
    guard output.count + more.count <= largest else { throw Damaged() }
    output += more
  }

  private mutating func symbol(_ code: HuffmanCode) throws -> Int {
    var walk = HuffmanCode.Walk()
    while true {
      if let symbol = code.symbol(after: try take(1), &walk) { return symbol }
      if walk.isOver { throw Damaged() }
    }
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
        guard distance <= output.count, output.count + length <= largest else { throw Damaged() }
        // The copy may reach into itself.
        for _ in 0..<length { output.append(output[output.count - distance]) }
      default: throw Damaged()
      }
    }
  }

  /// The codes of a block that brings its own.
  private mutating func codes() throws -> (literals: HuffmanCode, distances: HuffmanCode) {
    let (literals, distances, count) = (try take(5) + 257, try take(5) + 1, try take(4) + 4)
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
  private static let lengthBits = [
    0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
  ]
  private static let distances = [
    1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145,
    8193, 12289, 16385, 24577,
  ]
  private static let distanceBits = [
    0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13,
  ]
  private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
}
