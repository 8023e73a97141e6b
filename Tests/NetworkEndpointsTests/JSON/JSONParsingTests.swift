import NetworkTesting
import TestSupport

@Suite("Reading JSON")
struct JSONParsingTests {
  private func parse(_ text: String) throws -> JSONValue { try JSONValue(parsing: Data(text.utf8)) }

  @Test(
    "reads what JSON is",
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
    "says where and why a text is no JSON",
    arguments: [
      ("", "it ends where a value is expected, at line 1, column 1"),
      ("[1,\n 2,]", "a value is expected, at line 2, column 4"),
      ("{\"a\" 1}", "a colon is expected, at line 1, column 6"),
      ("{a: 1}", "a key in quotes is expected, at line 1, column 2"),
      ("{\"a\": 1,}", "a key in quotes is expected, at line 1, column 9"),
      ("[1 2]", "a comma or the end of the array is expected, at line 1, column 4"),
      ("{\"a\": 1", "it ends where a comma or the end of the object is expected, at line 1, column 8"),
      ("1 2", "there is more after the end of the value, at line 1, column 3"),
      ("\"é\n\"", "a control character in a string must be written as an escape, at line 1, column 3"),
      ("\"abc", "it ends where the end of the string is expected, at line 1, column 5"),
      ("\"\\x\"", "there is no such escape, at line 1, column 3"),
      ("\"\\u12G4\"", "four hexadecimal digits are expected, at line 1, column 4"),
      (#""\ud83c""#, "the other half of a surrogate pair is expected, at line 1, column 8"),
      (#""\ud83c\u0041""#, "this is not the other half of a surrogate pair, at line 1, column 14"),
      ("01", "there is more after the end of the value, at line 1, column 2"),
      ("1.", "it ends where a digit is expected, at line 1, column 3"),
      ("-", "it ends where a digit is expected, at line 1, column 2"),
      ("nul", "a value is expected, at line 1, column 1"), ("NaN", "a value is expected, at line 1, column 1"),
      ("1e999", "a number is out of range, at line 1, column 1"),
      (String(repeating: "[", count: 100_000), "it is nested deeper than 512 levels, at line 1, column 513"),
    ])
  func flaw(text: String, expected: String) throws {
    let error = try #require(throws: JSONSyntaxError.self) { try parse(text) }
    #expect("\(error)" == expected)
  }

  @Test("agrees with JSONDecoder on every fixture")
  func fixtures() throws {
    let folder = FixtureFolder.nearest()
    for name in try folder.fileNames() where name.hasSuffix(".json") {
      let data = try Fixture(name, in: folder).data
      #expect(try JSONValue(parsing: data) == JSONDecoder().decode(JSONValue.self, from: data))
    }
  }

  @Test("reads what it writes, and takes damaged text without a crash", arguments: 1...200)
  func damaged(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
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
