import Testing

@testable import NetworkFixtures

@Suite("The flaw in a text that is not JSON")
struct JSONFlawTests {
  @Test(
    "is found where it is, with what is expected there",
    arguments: [
      ("", 0, "the text ends, expected a value."),
      ("<!doctype html>", 0, "expected a value."),
      ("[1, 2", 5, #"the text ends, expected "," or "]"."#),
      ("[{]", 2, #"expected a key in quotation marks or "}"."#),
      ("[1,]", 3, "expected a value."),
      (#"{"a":1,}"#, 7, "expected a key in quotation marks."),
      (#"{"a" 1}"#, 5, #"expected ":"."#),
      (#"{"a":1]"#, 6, #"expected "," or "}"."#),
      ("[1] x", 4, "expected nothing more."),
      ("tru", 0, "expected a value."),
      ("01", 0, "expected a value."),
      ("[1.]", 1, #"expected a value or "]"."#),
      (#"["\q"]"#, 3, #"expected one of "\/bfnrtu."#),
      (#"["\u12g4"]"#, 4, "expected four hexadecimal digits."),
      ("\"a\nb\"", 2, "expected no control character in a string."),
      ("\"a", 2, "the text ends, expected the end of a string."),
    ]
  )
  func found(_ text: String, _ offset: Int, _ reason: String) {
    let flaw = JSONFlaw(in: Array(text.utf8))
    #expect(flaw?.offset == offset)
    #expect(flaw?.reason == reason)
  }

  @Test(
    "is not there in JSON",
    arguments: [
      "0", "-0.5e+10", "1E3", #""""#, "null", "[]", "{}",
      #" { "a" : [ true , false , { } , [ ] ] } "#, #"["\u00e4\\\/\"ü"]"#,
    ]
  )
  func none(_ text: String) {
    #expect(JSONFlaw(in: Array(text.utf8)) == nil)
  }

  @Test("is not there in the repository's fixtures", arguments: ["items/page-1.json", "search.json", "users/ada.json"])
  func repository(_ name: String) throws {
    #expect(try JSONFlaw(in: Array(Fixture(name).data)) == nil)
  }

  @Test("is found behind nesting of any depth")
  func deep() {
    #expect(JSONFlaw(in: Array(String(repeating: "[", count: 200_000).utf8))?.offset == 200_000)
  }
}
