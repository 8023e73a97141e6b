import Foundation
import NetworkEndpoints
import NetworkStubs
import NetworkTesting
import TestSupport
import Testing

@testable import NetworkHAR

@Suite("JSON for readers")
struct ReadableJSONTests {
  private static let seed: UInt64 = 20_261_123

  /// Random JSON, its parts joined by a comma and a colon as they are given.
  private static func json(_ random: inout Dice, _ comma: String, _ colon: String, depth: Int = 0) -> String {
    let strings = [#""""#, #""a\\\"b""#, #""{[,:]}""#, #""\u00e9 ü""#, #""  ""#]
    let scalars = ["null", "true", "-1.50e+3", "12345678901234567890"]
    switch depth == 0 ? Int.random(in: 0...1, using: &random) : depth > 4 ? 2 : Int.random(in: 0...3, using: &random) {
    case 0:
      let members = (0..<Int.random(in: 0...4, using: &random)).map { number in
        "\"k\(number)\"" + colon + json(&random, comma, colon, depth: depth + 1)
      }
      return "{" + members.joined(separator: comma) + "}"
    case 1:
      let elements = (0..<Int.random(in: 0...4, using: &random)).map { _ in
        json(&random, comma, colon, depth: depth + 1)
      }
      return "[" + elements.joined(separator: comma) + "]"
    default: return (strings + scalars).randomElement(using: &random) ?? "0"
    }
  }

  @Test("JSON for readers becomes the same bytes again", arguments: [(",", ":"), (", ", ": ")])
  func roundTrip(_ comma: String, _ colon: String) throws {
    var random = Dice(seed: Self.seed)
    for number in 0..<Effort.count(60, full: 2_000) {
      let body = Data(Self.json(&random, comma, colon).utf8)
      let text = String(decoding: body, as: UTF8.self)
      let layout = try #require(ReadableJSON(body), "\(number), seed \(Self.seed): \(text)")
      let lines = ReadableJSON.laidOut(body)
      #expect(layout.restored(lines) == body, "\(number), seed \(Self.seed): \(text)")
      #expect(try JSONValue(parsing: lines) == JSONValue(parsing: body))
    }
  }

  @Test(
    "JSON for readers is not what has lines of its own, or is not JSON",
    arguments: ["{ }", "{\n\"a\":1}", "[1, 2,3]", "{\"a\":1", "\"a\"", ""])
  func others(_ text: String) { #expect(ReadableJSON(Data(text.utf8)) == nil) }

  @Test("JSON for readers has a line for each value")
  func lines() {
    let lines = ReadableJSON.laidOut(Data(#"{"a":[1,{"b":"x, y"}],"c":{},"d":[]}"#.utf8))
    #expect(
      String(decoding: lines, as: UTF8.self) == """
        {
          "a": [
            1,
            {
              "b": "x, y"
            }
          ],
          "c": {},
          "d": []
        }

        """)
  }

  @Test("JSON for readers that was made something else of by hand is taken as it is")
  func edited() {
    #expect(ReadableJSON.compact.restored(Data("{ not JSON".utf8)) == Data("{ not JSON".utf8))
    #expect(ReadableJSON.compact.restored(Data("{ \"a\" : 2 }".utf8)) == Data(#"{"a":2}"#.utf8))
  }
}
