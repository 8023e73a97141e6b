import NetworkStubs
import Testing

@Suite("The edit distance")
struct EditDistanceTests {
  @Test(
    "the edit distance counts the letters to change",
    arguments: [
      ("", "", 0), ("", "abc", 3), ("abc", "abc", 0), ("abc", "acb", 1), ("abc", "abd", 1), ("abc", "ab", 1),
      ("kitten", "sitting", 3), ("naïve", "naive", 1),
    ]
  )
  func known(_ first: String, _ second: String, _ distance: Int) {
    let (first, second) = (Array(first.unicodeScalars), Array(second.unicodeScalars))
    #expect(editDistance(first, second, atMost: 300) == distance)
    #expect(editDistance(second, first, atMost: distance) == distance)
    #expect(editDistance(first, second, atMost: distance - 1) == nil)
  }

  @Test("the edit distance is that of its definition, for all short texts and limits")
  func definition() {
    var texts: [[Unicode.Scalar]] = [[]]
    for length in 1...4 {
      texts += texts.filter { $0.count == length - 1 }.flatMap { [$0 + ["a"], $0 + ["b"]] }
    }
    for first in texts {
      for second in texts {
        let defined = defined(first[...], second[...])
        for limit in 0...4 {
          #expect(editDistance(first, second, atMost: limit) == (defined <= limit ? defined : nil))
        }
      }
    }
  }

  private func defined(_ first: ArraySlice<Unicode.Scalar>, _ second: ArraySlice<Unicode.Scalar>) -> Int {
    guard let a = first.last, let b = second.last else { return max(first.count, second.count) }
    let (shorter, other) = (first.dropLast(), second.dropLast())
    var best = min(defined(shorter, other) + (a == b ? 0 : 1), defined(shorter, second) + 1, defined(first, other) + 1)
    if a == other.last, shorter.last == b { best = min(best, defined(shorter.dropLast(), other.dropLast()) + 1) }
    return best
  }
}
