import NetworkStubs
import TestSupport
import Testing

@Suite("The lines of a failure text")
struct FindingLinesTests {
  @Test("one element that was put in is one line")
  func inserted() {
    let matcher = RequestMatcher.any.body(json: ["tags": ["a", "b", "c", "d"]])
    #expect(
      matcher.lines(.json(#"{"tags":["x","a","b","c","d"]}"#)) == [#"✗ body $.tags[0]: not expected, got "x""#]
    )
    #expect(matcher.lines(.json(#"{"tags":["b","c","d"]}"#)) == [#"✗ body $.tags[0]: expected "a", missing"#])
    #expect(
      matcher.lines(.json(#"{"tags":["a","B","c","d"]}"#)) == [#"✗ body $.tags[1]: expected "b", got "B""#])
  }

  @Test("values that differ far behind show where, on both sides", arguments: [90, 200, 5_000])
  func longValues(length: Int) {
    let start = String(repeating: "abcdefghij", count: length / 10)
    let lines =
      RequestMatcher.any.body(json: ["text": .string(start + "1")]).lines(.json(#"{"text":"\#(start)2"}"#))
      + RequestMatcher.any.header("X", .exactly(start + "1")).lines(.test(headers: ["X": start + "2"]))
    for line in lines {
      #expect(line.contains(#"j1""#) && line.contains(#"j2""#), "\(line)")
      #expect(!line.contains("masked"), "\(line)")
    }
  }

  @Test("ticks stay beside many crosses")
  func ticks() {
    let fields = Dictionary(uniqueKeysWithValues: (0..<30).map { ("k\($0)", JSONValue.integer($0)) })
    let lines = RequestMatcher.post("/users").body(json: .object(fields)).findings(RequestReader(.json("{}"))).lines()
    #expect(lines.contains { $0.contains("✓ method") })
    #expect(lines.count == 13)
  }
}
