import NetworkEndpoints
import TestSupport
import Testing

@testable import NetworkStubs

@Suite("The difference of a secret")
struct MaskedDifferenceTests {
  private static let slips: [(sent: String, expected: String, note: String)] = [
    ("pass word-1", "pass+word-1", "a space where + is expected: in a form or a query, send %2B for a plus"),
    ("pass+word-1", "pass word-1", "with + where a space is expected"),
    ("a%2Bb", "a+b", "encoded twice"), ("a+b", "a%2Bb", "with its escapes decoded"),
    ("secret-of-ada\n", "secret-of-ada", "with a line break at its end"),
    (" secret-of-ada", "secret-of-ada", "with a blank at its start"),
    ("secret-of-ada ", "secret-of-ada", "with a blank at its end"),
    ("  secret-of-ada", "secret-of-ada", "with blanks around it"),
    ("secret-of-ada", "secret-of-ada ", "without the blanks around it"),
    ("\"secret-of-ada\"", "secret-of-ada", "in quotation marks"),
    ("SECRET-of-ada", "secret-of-ada", "in other upper and lower case"),
    ("caf\u{E9}-secret", "cafe\u{301}-secret", "in another Unicode form"), ("", "secret-of-ada", "an empty value"),
  ]

  @Test(
    "the difference of a secret names a slip by its kind, offers no code that allows it, and shows neither value",
    arguments: slips.indices)
  func slip(index: Int) {
    let (sent, expected, note) = Self.slips[index]
    let difference = MaskedDifference(sent, from: expected)
    #expect(difference.text.contains(note) && difference.suspicion == .request, "\(difference)")
    if !sent.isEmpty { #expect(!difference.text.contains(sent) && !difference.text.contains(expected)) }
  }

  @Test("the difference of a secret says where it begins, or that the length is another, and no more")
  func others() {
    for (sent, expected, note) in [
      ("secret-of-ada", "secret-of-grace", "which differs from character 11 on"),
      ("secret-of", "secret-of-ada", "the first 9 characters of it"), ("abc", "abcd", "of another length"),
    ] {
      let difference = MaskedDifference(sent, from: expected)
      #expect(difference.text.hasSuffix(", \(note)") && difference.suspicion == nil, "\(difference)")
    }
    #expect(MaskedDifference("abc", from: "abd").text == MaskedDifference.unknown)
    #expect(MaskedDifference(12, from: "12")?.text == "another value (masked), a number")
  }

  @Test("the difference of a secret is told in a form, a field, JSON, a cookie and a text")
  func places() {
    let (sent, expected) = ("pass word-1", "pass+word-1")
    let note = "with a space where + is expected"
    let cases: [(RequestMatcher, ReceivedRequest)] = [
      (.any.form("password", .exactly(expected)), .form("password=pass+word-1")),
      (.any.query("api_key", .exactly(expected)), .test("GET", "https://a.test/?api_key=pass+word-1")),
      (.any.header("X-Api-Key", .exactly(expected)), .test(headers: ["X-Api-Key": sent])),
      (.any.cookie("session", .exactly(expected)), .test(headers: ["Cookie": "session=\(sent)"])),
      (.any.body(json: ["password": .string(expected)]), .json(#"{"password":"\#(sent)"}"#)),
      (.any.body(at: "$.password", .string(expected)), .json(#"{"password":"\#(sent)"}"#)),
    ]
    for (matcher, request) in cases {
      let findings = matcher.findings(RequestReader(request)).filter { !$0.isMatch }
      #expect(findings.contains { $0.detail.contains(note) && $0.isLikelyMistake }, "\(matcher): \(findings)")
    }
  }

  @Test("the difference of a secret that is the value of another field says which")
  func exchanged() {
    let matcher = RequestMatcher.any.form(["username": "ada", "password": "byron-1815"])
    let lines = matcher.lines(.form("username=byron-1815&password=ada"))
    #expect(lines.contains { $0.contains(#"got the value that "username" should have"#) }, "\(lines)")
  }
}
