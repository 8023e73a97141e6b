package import Foundation

/// Damaged copies of real files, the same each time for the same seed.
package struct Mutations {
  private let files: [[UInt8]]
  private let words: [[UInt8]]
  private var generator: Dice

  /// Prepares mutations.
  ///
  /// - Parameters:
  ///   - files: The files to damage.
  ///   - words: What to put into them here and there.
  ///   - seed: Which mutations to make.
  package init(of files: [Data], words: [String], seed: UInt64) {
    self.files = files.map { Array($0) }
    self.words = words.map { Array($0.utf8) }
    generator = Dice(seed: seed)
  }

  private mutating func random(below limit: Int) -> Int {
    generator.index(below: max(limit, 1))
  }

  /// The next damaged file: one to six changes to one of the files.
  package mutating func next() -> Data {
    var bytes = files[random(below: files.count)]
    for _ in 0...random(below: 6) { mutate(&bytes) }
    return Data(bytes)
  }

  private mutating func mutate(_ bytes: inout [UInt8]) {
    let place = random(below: bytes.count)
    let end = min(bytes.count, place + 1 + random(below: 40))
    switch random(below: 9) {
    case 0: if place < bytes.count { bytes[place] ^= 1 << UInt8(random(below: 8)) }
    case 1: if place < bytes.count { bytes[place] = UInt8(random(below: 256)) }
    case 2: bytes.removeSubrange(place..<end)
    case 3: bytes.insert(contentsOf: words[random(below: words.count)], at: place)
    case 4: bytes.replaceSubrange(place..<end, with: words[random(below: words.count)])
    case 5: bytes.insert(contentsOf: bytes[place..<end], at: place)
    case 6: bytes.removeSubrange(place...)
    case 7:
      let other = files[random(below: files.count)]
      let start = random(below: other.count)
      bytes.insert(contentsOf: other[start..<min(other.count, start + random(below: 200))], at: place)
    default: bytes.insert(contentsOf: (0..<random(below: 8)).map { _ in UInt8(random(below: 256)) }, at: place)
    }
  }
}
