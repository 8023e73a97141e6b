import TestSupport
import Testing

@testable import NetworkStubs

/// The quick algorithms held against what is too slow to use and too simple to be wrong.
struct GlobPropertyTests {
  @Test("a glob takes what a naive matcher takes", arguments: MatchingPropertyTests.seeds)
  func segments(seed: UInt64) {
    var random = Dice(seed: seed)
    for _ in 0..<50 {
      let glob = random.list(0...6) { $0.pick(["a", "b", "*", "é"]) }.joined()
      let text = random.list(0...7) { $0.pick(["a", "b", "é"]) }.joined()
      let pattern = SegmentPattern(glob)
      #expect((pattern.match(text) != nil) == Self.takes(Array(glob)[...], Array(text)[...]), "\(glob) \(text)")
    }
  }

  @Test("a path pattern takes what a naive matcher takes", arguments: MatchingPropertyTests.seeds)
  func paths(seed: UInt64) {
    var random = Dice(seed: seed)
    for _ in 0..<50 {
      let pattern = PathPattern(segments: random.list(0...5) { $0.pick(["a", "b", "*", "**", "{x}", "a*", ""]) })
      let path = random.list(1...6) { $0.pick(["a", "b", "ab", ""]) }
      let isMatch = Self.takes(pattern.segments[...], path[...])
      #expect(pattern.matches(path) == isMatch, "\(pattern.segments) \(path)")
      #expect((pattern.match(path) != nil) == isMatch)
    }
  }

  private static func takes(_ glob: ArraySlice<Character>, _ text: ArraySlice<Character>) -> Bool {
    guard let first = glob.first else { return text.isEmpty }
    if first == "*" { return (text.startIndex...text.endIndex).contains { takes(glob.dropFirst(), text[$0...]) } }
    return text.first == first && takes(glob.dropFirst(), text.dropFirst())
  }

  private static func takes(_ pattern: ArraySlice<PathPattern.Segment>, _ path: ArraySlice<String>) -> Bool {
    guard let first = pattern.first else { return path.isEmpty }
    if first == .anySegments {
      return (path.startIndex...path.endIndex).contains { takes(pattern.dropFirst(), path[$0...]) }
    }
    guard let text = path.first, takes(pattern.dropFirst(), path.dropFirst()) else { return false }
    return switch first {
    case .literal(let literal): literal == text
    case .parameter: !text.isEmpty
    case .pattern: text.hasPrefix("a")
    case .anySegments: false
    }
  }
}
