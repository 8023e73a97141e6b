/// A code in which frequent symbols have few bits, known from the lengths alone:
/// [RFC 1951, section 3.2.2](https://www.rfc-editor.org/rfc/rfc1951#section-3.2.2).
struct HuffmanCode: Sendable {
  /// How far the bits of a symbol have been read.
  struct Walk {
    fileprivate var length = 0
    fileprivate var code = 0
    /// The first code of the current length, and how many symbols are shorter.
    fileprivate var first = 0
    fileprivate var shorter = 0

    /// Whether no symbol has so many bits.
    var isOver: Bool { length >= 15 }
  }

  /// How many symbols have each length.
  private var counts = [Int](repeating: 0, count: 16)
  /// The symbols by length, then by value.
  private let symbols: [Int]

  init(lengths: [Int]) {
    for length in lengths where length > 0 { counts[length] += 1 }
    symbols = lengths.indices.filter { lengths[$0] > 0 }.sorted { (lengths[$0], $0) < (lengths[$1], $1) }
  }

  /// The symbol that ends with a bit, if one does.
  func symbol(after bit: Int, _ walk: inout Walk) -> Int? {
    walk.length += 1
    walk.code = walk.code << 1 | bit
    walk.first <<= 1
    let count = counts[walk.length]
    if (0..<count).contains(walk.code - walk.first) { return symbols[walk.shorter + walk.code - walk.first] }
    walk.first += count
    walk.shorter += count
    return nil
  }

  static let fixedLiterals = Self(
    lengths: (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 })
  static let fixedDistances = Self(lengths: [Int](repeating: 5, count: 30))
}
