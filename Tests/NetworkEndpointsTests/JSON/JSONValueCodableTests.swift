import NetworkTesting
import TestSupport

@Suite("A JSON value in JSON")
struct JSONValueCodableTests {
  @Test("a JSON value in JSON decodes to the case that fits", arguments: examples)
  func decoding(json: String, expected: JSONValue) throws {
    #expect(try decode(json) == expected)
  }

  static let examples: [(String, JSONValue)] = [
    ("null", nil), ("true", true), ("false", false), ("0", 0), ("-0", 0), ("1", 1), ("-1", -1), ("1.0", 1),
    ("1.5", 1.5),
    ("1e3", 1000), ("1E-2", 0.01), ("\"\"", ""), ("\"1\"", "1"), ("\"true\"", "true"), ("\"null\"", "null"),
    ("[]", []), ("{}", [:]), ("[null,[],{}]", [nil, [], [:]]), (" [ 1 , 2 ] ", [1, 2]),
    ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
    ("9223372036854775808", .number(0x1p63)), ("18446744073709551615", .decimal("18446744073709551615")),
    ("9007199254740993", 9_007_199_254_740_993), ("1e300", .number(1e300)), ("5e-324", .number(.leastNonzeroMagnitude)),
    (#""\u00e9\n\"\\\/\b\f""#, "é\n\"\\/\u{8}\u{C}"), (#""\ud83e\uddee""#, "🧮"), ("\"é日🧮\"", "é日🧮"),
    (#"{"a":{"b":[{"c":null}]}}"#, ["a": ["b": [["c": nil]]]]), (#"{"":""}"#, ["": ""]),
    (#"{"1":1,"2":2}"#, ["1": 1, "2": 2]),
  ]

  @Test("a JSON value in JSON keeps whole numbers whole", arguments: ["1", "9007199254740993", "-5"])
  func integers(json: String) throws {
    guard case .integer(let value) = try decode(json) else {
      Issue.record("\(json) is no integer")
      return
    }
    #expect(String(value) == json)
  }

  @Test("a JSON value in JSON encodes and decodes to itself, also in what it prints", arguments: 0..<8 as Range<UInt64>)
  func roundTrip(seed: UInt64) throws {
    var generator = Dice(seed: seed)
    for _ in 0..<100 {
      let value = generator.jsonValue()
      #expect(try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(value)) == value)
      #expect(try decode(value.description) == value)
    }
  }

  @Test("a JSON value in JSON prints on one line with sorted keys", arguments: prints)
  func description(value: JSONValue, expected: String) {
    #expect(value.description.unicodeScalars.elementsEqual(expected.unicodeScalars), "\(value)")
  }

  static let prints: [(JSONValue, String)] = [
    (["b": [1, 2.5, nil], "a": "x/y"], #"{"a":"x/y","b":[1,2.5,null]}"#),
    (nil, "null"), (true, "true"), ("", "\"\""), ([], "[]"), ([:], "{}"), (1e22, "1e+22"), (.number(.infinity), "null"),
    ("\"\\\n\r\t\0\u{1F}\u{7F}é", "\"\\\"\\\\\\n\\r\\t\\u0000\\u001f\u{7F}é\""),
    ("\r\n\"\u{301}", "\"\\r\\n\\\"\u{301}\""),
  ]

  @Test(
    "a JSON value in JSON that is damaged is an error with the place of the damage",
    arguments: [
      (#"{"a":[1,{"b":1e999}]}"#, "$.a[1].b"), (#"[[[1e999]]]"#, "$[0][0][0]"),
    ])
  func errors(json: String, place: String) async throws {
    let error = try await #require(throws: LoadError.self) { try await load(json) }
    #expect(error.reason?.hasPrefix(place + ": ") == true, "\(error.reason ?? "")")
  }

  @Test("a JSON value in JSON that is nested deeper than the decoder goes is an error", arguments: ["[", #"{"a":"#])
  func depth(opening: String) {
    #expect(throws: DecodingError.self) { try decode(String(repeating: opening, count: 100_000)) }
  }

  @Test("a JSON value in JSON reads a fixture of many items, and writes it as the same JSON")
  func fixture() throws {
    let page = try RepositoryFixture.data("search.json")
    let value = try JSONDecoder().decode(JSONValue.self, from: page)
    #expect(try decode(value.description) == value)
  }

  private func decode(_ json: String) throws -> JSONValue {
    try JSONDecoder().decode(JSONValue.self, from: Data(json.utf8))
  }

  private func load(_ json: String) async throws -> JSONValue {
    let transport = FixedTransport(HTTPResponse(body: Data(json.utf8)))
    return try await EndpointLoader(transport: transport, host: "h")
      .load(endpoint: Endpoint<EndpointKinds.Public, JSONValue>(path: "p"))
  }
}
