import TestSupport
import Testing

@testable import NetworkStubs

struct JSONPathTests {
  static let body: JSONValue = [
    "users": [["name": "Ada", "age": 36], ["name": "Alan"]], "odd key": 1, "it's": 2, "a']b": 3, "a.b": 4, "größe": 5,
    "back\\slash": 6, "": 7, "nothing": nil,
  ]

  @Test(
    "a path leads to values",
    arguments: [
      ("$", [body]), ("$.users[0].name", ["Ada"]), ("users[0].name", ["Ada"]), ("$.users[-1].name", ["Alan"]),
      ("$.users[*].name", ["Ada", "Alan"]), ("$.users.*.name", ["Ada", "Alan"]), ("$['odd key']", [1]),
      ("$[\"odd key\"]", [1]), ("$['it\\'s']", [2]), ("$[\"it's\"]", [2]), ("$['a\\']b']", [3]), ("$['a.b']", [4]),
      ("$.größe", [5]), ("$['back\\\\slash']", [6]), ("$['']", [7]), ("$[ 'odd key' ]", [1]), ("['odd key']", [1]),
      ("$.users[ 0 ].age", [36]), ("$.nothing", [.null]), ("$.users[2].name", []), ("$.users[-3]", []),
      ("$.users.name", []), ("$.missing.deeper", []), ("$.users[9223372036854775807]", []),
      ("$.users[-9223372036854775808]", []),
    ] as [(String, [JSONValue])])
  func values(path: String, values: [JSONValue]) {
    #expect(JSONPath(path).values(in: Self.body) == values)
  }

  @Test(
    "a text that is not a path matches nothing, and says so",
    arguments: ["", "$.", "$..name", "$[", "$[]", "$['a", "$['a','b']", "$[0:2]", "$[?@.a]", "$x", "$.a[x]", "$.a.[0]"])
  func noPath(text: String) {
    let matcher = RequestMatcher.any.body(at: text, 1)
    #expect(!matcher.takes(.json("{}")))
    let lines = matcher.conditionLines(.json("{}"))
    #expect(lines.count == 1 && lines[0].hasPrefix("✗ body \(text): \(text.quoted) is not a JSON path"), "\(lines)")
  }

  @Test(
    "a difference's path leads back to the place",
    arguments: ["a", "odd key", "it's", "a']b", "a.b", "größe", "", "\\", "0"])
  func roundTrip(key: String) {
    #expect(JSONPath("$" + JSONPath.step(key)).steps == [.key(key)])
  }
}
