import NetworkTesting
import TestSupport

@Suite("Reading JSON")
struct JSONParsingTests {
  private func parse(_ text: String) throws -> JSONValue { try JSONValue(parsing: Data(text.utf8)) }

  @Test(
    "reading JSON reads what JSON is",
    arguments: [
      ("null", nil), (" true ", true), ("false", false), ("0", 0), ("-12", -12), ("1.5e2", 150), ("-0.0", 0),
      ("9223372036854775807", .integer(.max)), ("9223372036854775808", .number(9_223_372_036_854_775_808)),
      (#""""#, ""), (#""a\"\\\/\b\f\n\r\t""#, "a\"\\/\u{8}\u{C}\n\r\t"), (#""\u00e9\ud83c\udf75é🍵""#, "é🍵é🍵"),
      ("[]", []), ("[ 1 , [ ] ]", [1, []]), ("{}", [:]), (#"{"a":{"b":[null]},"a ":1}"#, ["a": ["b": [nil]], "a ": 1]),
      (#"{"a":1,"a":2}"#, ["a": 2]), ("\u{FEFF}1", 1), ("\r\n\t 1", 1),
    ] as [(String, JSONValue)])
  func value(text: String, expected: JSONValue) throws {
    #expect(try parse(text) == expected)
  }

  @Test(
    "reading JSON says where and why a text is not JSON",
    arguments: [
      ("", "the text ends, expected a value, at line 1, column 1"),
      ("<!doctype html>", "expected a value, at line 1, column 1"),
      ("[1,\n 2,]", "expected a value, at line 2, column 4"),
      ("[1, 2", #"the text ends, expected "," or "]", at line 1, column 6"#),
      ("[,]", #"expected a value or "]", at line 1, column 2"#),
      ("{\"a\" 1}", #"expected ":", at line 1, column 6"#),
      ("{a: 1}", #"expected a key in quotation marks or "}", at line 1, column 2"#),
      ("{\"a\": 1,}", "expected a key in quotation marks, at line 1, column 9"),
      ("[1 2]", #"expected "," or "]", at line 1, column 4"#),
      (#"{"a":1]"#, #"expected "," or "}", at line 1, column 7"#),
      ("{\"a\": 1", #"the text ends, expected "," or "}", at line 1, column 8"#),
      ("1 2", "expected nothing more, at line 1, column 3"),
      ("1\0", "expected nothing more, at line 1, column 2"),
      ("\"é\n\"", "expected no control character in a string, at line 1, column 3"),
      ("\"abc", "the text ends, expected the end of a string, at line 1, column 5"),
      ("\"\\", #"the text ends, expected one of "\/bfnrtu after a backslash, at line 1, column 3"#),
      ("\"\\x\"", #"expected one of "\/bfnrtu after a backslash, at line 1, column 3"#),
      ("\"\\u12G4\"", "expected four hexadecimal digits, at line 1, column 6"),
      ("\"\\u12", "the text ends, expected four hexadecimal digits, at line 1, column 6"),
      (#""\ud83c""#, "expected both halves of a surrogate pair, at line 1, column 2"),
      (#""\udf75\ud83c\udf75""#, "expected both halves of a surrogate pair, at line 1, column 2"),
      (#""a\ud83c\u0041""#, "expected both halves of a surrogate pair, at line 1, column 3"),
      (#""\ud83c\udf7"#, "the text ends, expected four hexadecimal digits, at line 1, column 13"),
      ("01", "expected nothing more, at line 1, column 2"),
      ("1.", "the text ends, expected a digit, at line 1, column 3"),
      ("-", "the text ends, expected a digit, at line 1, column 2"),
      ("[1e+]", "expected a digit, at line 1, column 5"), ("+1", "expected a value, at line 1, column 1"),
      ("nul", "expected a value, at line 1, column 1"), ("NaN", "expected a value, at line 1, column 1"),
      ("trues", "expected nothing more, at line 1, column 5"),
    ])
  func problem(text: String, expected: String) throws {
    let error = try #require(throws: JSONSyntaxError.self) { try parse(text) }
    #expect("\(error)" == expected)
  }

  @Test("reading JSON says where containers are too deep in each other")
  func depth() throws {
    let error = try #require(throws: JSONSyntaxError.self) { try parse(String(repeating: "[", count: 100_000)) }
    #expect("\(error)" == "expected at most 512 nested containers, at line 1, column 513")
  }

  @Test("reading JSON says where a text is not UTF-8")
  func encoding() throws {
    let error = try #require(throws: JSONSyntaxError.self) {
      try JSONValue(parsing: Data("[1,\n \"é".utf8) + Data([0xC3, 0x22, 0x5D]))
    }
    #expect("\(error)" == "expected UTF-8, at line 2, column 4")
  }

  @Test("reading JSON reads nesting as deep as it may be, and writes it again", arguments: ["[", #"{"a":"#])
  func deep(open: String) throws {
    let close = open == "[" ? "]" : "}"
    let text = String(repeating: open, count: 511) + open + close + String(repeating: close, count: 511)
    let json = text.replacingOccurrences(of: #":}"#, with: #":1}"#)
    #expect(try parse(json).description == json)
  }

  @Test("reading JSON agrees with JSONDecoder on every fixture")
  func fixtures() throws {
    let folder = FixtureFolder.nearest()
    for name in try folder.fileNames() where name.hasSuffix(".json") {
      let data = try Fixture(name, in: folder).data
      #expect(try JSONValue(parsing: data) == JSONDecoder().decode(JSONValue.self, from: data))
    }
  }

  @Test(
    "reading JSON reads what it writes, and takes damaged text without a crash", arguments: Effort.seeds(8, full: 2_000)
  )
  func damaged(seed: UInt64) throws {
    var random = Dice(seed: seed)
    var bytes = Array(try Fixture("users/ada.json").data)
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
    }
    bytes.removeLast(Int.random(in: 0..<bytes.count / 2, using: &random))
    do {
      let value = try JSONValue(parsing: Data(bytes))
      #expect(try JSONValue(parsing: Data(value.description.utf8)) == value)
    } catch {
      #expect(error.line >= 1 && error.column >= 1)
    }
  }
}
