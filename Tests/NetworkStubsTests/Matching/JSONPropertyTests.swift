import Foundation
import NetworkEndpoints
import TestSupport
import Testing

@testable import NetworkStubs

struct JSONPropertyTests {
  @Test("JSON is read as it is printed", arguments: MatchingPropertyTests.seeds)
  func roundTrip(seed: UInt64) throws {
    var random = Dice(seed: seed)
    let value = random.json(depth: 5)
    #expect(try JSONValue(parsing: Data(value.description.utf8)) == value)
    #expect(try JSONValue(parsing: JSONEncoder().encode(value)) == value)
  }

  @Test("damaged JSON is read if and only if the platform reads it", arguments: MatchingPropertyTests.seeds)
  func damaged(seed: UInt64) {
    var random = Dice(seed: seed)
    for _ in 0..<20 {
      // One byte changed, removed or added turns JSON into something near it.
      var bytes = Array(random.json().description.utf8)
      let place = random.number(0...bytes.count)
      let mark = random.pick(Array("{}[]\",:0-1.e\\ \n\tntf".utf8))
      switch random.number(0...2) {
      case 0 where place < bytes.count: bytes[place] = mark
      case 1 where place < bytes.count: bytes.remove(at: place)
      default: bytes.insert(mark, at: place)
      }
      let isDecoded = (try? JSONDecoder().decode(JSONValue.self, from: Data(bytes))) != nil
      let isRead = (try? JSONValue(parsing: Data(bytes))) != nil
      let text = String(decoding: bytes, as: UTF8.self)
      // Foundation lets a comma stand after the last element.
      let hasLastComma = text.contains(/,\s*[\]}]/)
      #expect(isDecoded == isRead || (isDecoded && hasLastComma), "\(text)")
    }
  }

  @Test("differences are empty if and only if there are none", arguments: MatchingPropertyTests.seeds)
  func differences(seed: UInt64) {
    var random = Dice(seed: seed)
    let (a, b) = (random.json(), random.json())
    for (lhs, rhs) in [(a, a), (a, b), (b, a)] {
      #expect(JSONDifference.between(expected: lhs, actual: rhs, isSubset: false).isEmpty == (lhs == rhs))
      #expect(
        JSONDifference.between(expected: lhs, actual: rhs, isSubset: true).isEmpty == JSONDifference.contains(rhs, lhs))
    }
  }

  @Test("a subset is reflexive and transitive, and what is equal is one", arguments: MatchingPropertyTests.seeds)
  func subset(seed: UInt64) {
    var random = Dice(seed: seed)
    let large = random.json(depth: 4)
    let middle = random.pruned(large)
    let small = random.pruned(middle)
    #expect(JSONDifference.contains(large, large))
    #expect(JSONDifference.contains(large, middle))
    #expect(JSONDifference.contains(middle, small))
    #expect(JSONDifference.contains(large, small))
  }
}

extension Dice {
  /// JSON with some keys left out.
  fileprivate mutating func pruned(_ value: JSONValue) -> JSONValue {
    switch value {
    case .array(let elements): return .array(elements.map { pruned($0) })
    case .object(let members):
      let kept = members.sorted { $0.key < $1.key }.filter { _ in number(0...2) > 0 }
      return .object(Dictionary(uniqueKeysWithValues: kept.map { ($0, pruned($1)) }))
    default: return value
    }
  }
}
