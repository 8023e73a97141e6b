import Foundation
import NetworkEndpoints
import TestSupport
import Testing

@testable import NetworkStubs

/// Hostile and large requests: nothing traps, and nothing takes more steps than it must.
///
/// There is no clock here. What would be exponential or quadratic in these sizes would not come to an end.
struct RobustnessTests {
  @Test("JSON nested without end is refused with a reason, up to the limit it is read")
  func deepJSON() throws {
    func nested(_ levels: Int) -> String {
      String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
    }
    let deepest = nested(512)
    #expect(RequestMatcher.any.body(jsonContaining: try JSONValue(parsing: Data(deepest.utf8))).takes(.json(deepest)))
    let lines = RequestMatcher.any.body(json: []).conditionLines(.json(nested(100_000)))
    let reason = "expected at most 512 nested containers, at line 1, column 513"
    #expect(lines[0].hasSuffix("which is not JSON: \(reason)"))
    let objects = String(repeating: #"{"a":"#, count: 100_000)
    #expect(!RequestMatcher.any.body(jsonContaining: ["a": [:]]).takes(.json(objects)))
  }

  @Test("a value nested without end does not trap")
  func deepEncodable() {
    struct Deep: Encodable {
      var levels: Int
      func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        if levels > 0 { try container.encode(Self(levels: levels - 1)) }
      }
    }
    #expect(!RequestMatcher.any.body(json: Deep(levels: 300)).takes(.json("[]")))
  }

  @Test(
    "a hundred kilobytes are compared by every condition",
    arguments: [UInt8(ascii: "a"), UInt8(ascii: "["), 0x0A, 0xFF, 0x2D])
  func largeBody(byte: UInt8) {
    let body = Data(repeating: byte, count: 100_000)
    let request = ReceivedRequest.test(
      "POST", headers: ["Content-Type": "multipart/form-data; boundary=\(String(repeating: "-", count: 70))"],
      data: body)
    for matcher: RequestMatcher in [
      .any.body(Data(repeating: byte, count: 99_999)), .any.body(text: "b"), .any.body(text: .containing("aab")),
      .any.body(text: .suffix("b")), .any.body(json: []), .any.body(at: "$.a", 1), .any.form("a", "1"),
      .any.part("a", text: "1"), .any.graphQL("a"), .any.body(as: [Int].self, "is small") { $0.isEmpty },
    ] {
      #expect(!matcher.takes(request))
      #expect(matcher.conditionLines(request).allSatisfy { $0.utf8.count < 500 })
    }
  }

  @Test("large JSON with nothing in common is told in a few lines' worth of work")
  func largeDifference() {
    let expected = JSONValue.object(
      Dictionary(uniqueKeysWithValues: (0..<5_000).map { ("expected \($0)", .integer($0)) }))
    let body = "{" + (0..<5_000).map { "\"actual \($0)\":\($0)" }.joined(separator: ",") + "}"
    let findings = RequestMatcher.any.body(json: expected).findings(RequestReader(.json(body)))
    #expect(findings.count == 500)
  }

  @Test("a glob of many stars goes back only where it must")
  func hostileGlobs() {
    let path = "/" + Array(repeating: "a", count: 300).joined(separator: "/")
    for glob in [
      String(repeating: "/**/a", count: 40) + "/b", String(repeating: "/**", count: 200) + "/b",
      String(repeating: "/**/{a}/*a*", count: 40) + "/b",
    ] {
      #expect(!RequestMatcher.get(URLPattern(glob)).takes("https://a.test\(path)"))
      #expect(RequestMatcher.get(URLPattern(glob)).takes("https://a.test\(path)/b"))
    }
    let long = String(repeating: "a", count: 20_000)
    #expect(
      !RequestMatcher.get(URLPattern("/" + String(repeating: "*a", count: 50) + "*b")).takes("https://a.test/\(long)"))
    #expect(RequestMatcher.get(URLPattern("/" + String(repeating: "*a", count: 50))).takes("https://a.test/\(long)"))
  }

  @Test("repeated query items are paired without trying every order")
  func hostileQuery() {
    let url = "https://a.test/?" + Array(repeating: "a=x", count: 300).joined(separator: "&")
    let items = (0..<301).map { _ in PairMatching.Expected("a", .containing("x")) }
    #expect(!PairMatching.matches(items, URLParts(url).query))
    #expect(PairMatching.matches(Array(items.dropLast()), URLParts(url).query, isExact: true))
  }

  @Test("many and huge headers are read")
  func hugeHeaders() {
    let huge = String(repeating: "a=1; ", count: 10_000)
    let headers = Dictionary(uniqueKeysWithValues: (0..<2_000).map { ("X-\($0)", "\($0)") })
    let request = ReceivedRequest.test(headers: headers.merging(["Cookie": huge, "X-Huge": huge]) { $1 })
    for matcher: RequestMatcher in [
      .any.header("X-Hug", "1"), .any.header("X-Huge", .suffix("b")), .any.cookie("b"), .any.cookie("a", "2"),
    ] {
      #expect(!matcher.takes(request))
      #expect(matcher.conditionLines(request).allSatisfy { $0.utf8.count < 500 })
    }
  }

  @Test(
    "odd URLs are taken apart somehow",
    arguments: [
      "", "/", "//", "?", "#", "://", "a://", "https://", "https://:", "https://@", "https://[", "https://]:1",
      "https://a:99999999999999999999", "https://a:b/", "https://a:-1", "%", "%%", "%F", "?=&=&&", "https://a.test?#?",
      "/%",
      "https:/a", "mailto:a@b.test", "data:,a?b#c", "https://%41/",
    ])
  func oddURLs(text: String) {
    let parts = URLParts(text)
    #expect(!parts.segments.isEmpty)
    #expect(!URLParts(text, isPattern: true).segments.isEmpty)
    let pattern = URLPattern(text)
    #expect(pattern.matches(parts) == (pattern.problem == nil))
  }

  @Test("random bytes are no multipart body, or one with parts", arguments: MatchingPropertyTests.seeds)
  func randomMultipart(seed: UInt64) {
    var random = Dice(seed: seed)
    let pieces = [
      "--b", "--b--", "\r\n", "\n", "\r", "Content-Disposition: form-data; name=a", ":", " ", "--", "x", "\"", ";",
    ]
    let body = random.list(0...30) { $0.pick(pieces) }.joined()
    let multipart = MultipartBody(contentType: "multipart/form-data; boundary=b", data: Data(body.utf8))
    #expect((multipart.problem == nil) == !multipart.parts.isEmpty)
    #expect(multipart.parts.allSatisfy { $0.data.count < body.utf8.count })
  }
}
