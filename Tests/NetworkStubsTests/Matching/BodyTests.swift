import Foundation
import NetworkStubs
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct BodyTests {
  @Test("a body from a stream is read once, matched and still there")
  func stream() throws {
    var request = URLRequest(url: try #require(URL(string: "https://a.test/")))
    request.httpMethod = "POST"
    request.httpBodyStream = InputStream(data: Data(#"{"a":1}"#.utf8))
    let received = ReceivedRequest(request)
    #expect(RequestMatcher.post("/").body(json: ["a": 1]).takes(received))
    #expect(RequestMatcher.post("/").body(json: ["a": 1]).takes(received))
    #expect(received.body == Data(#"{"a":1}"#.utf8))
    #expect(received.urlRequest.httpBody == received.body)
  }

  @Test("bytes are compared to the last", arguments: ["ab", "abcd", "abd", ""])
  func bytes(body: String) {
    #expect(!RequestMatcher.any.body(Data("abc".utf8)).takes(.test(body: body)))
    #expect(RequestMatcher.any.body(Data("abc".utf8)).takes(.test(body: "abc")))
  }

  @Test("a text with more than ASCII does not match a body in another encoding, unless a field names it")
  func encoding() throws {
    let latin = try #require("caf\u{e9}".data(using: .isoLatin1))
    let matcher = RequestMatcher.any.body(text: "caf\u{e9}")
    #expect(matcher.conditionLines(.test(data: latin)).first?.contains("is not UTF-8") == true)
    #expect(matcher.takes(.test(headers: ["Content-Type": "text/plain; charset=ISO-8859-1"], data: latin)))
    #expect(RequestMatcher.any.body(text: .containing("caf")).takes(.test(data: latin)))
  }

  @Test("the finding about a body says where bytes differ")
  func differingBytes() {
    let matcher = RequestMatcher.any.body(Data([1, 2, 0xFF]))
    #expect(matcher.conditionLines(.test(data: Data([1, 2, 0xFF]))) == ["✓ body: 3 bytes"])
    #expect(
      matcher.conditionLines(.test(data: Data([1, 2, 0xFE, 4])))
        == [
          "✗ body: expected 3 bytes of binary data, got 4 bytes of binary data, which differs from byte 2 on"
        ])
    #expect(matcher.conditionLines(.test()) == ["✗ body: expected 3 bytes of binary data, got nothing"])
    #expect(RequestMatcher.any.body(Data()).conditionLines(.test(body: "a")) == [#"✗ body: not expected, got "a""#])
  }

  @Test("a part of text is found where a line break is two characters")
  func lineBreak() {
    #expect(RequestMatcher.any.body(text: .containing("\nb")).takes(.test(body: "a\r\nb")))
    #expect(RequestMatcher.any.body(text: .suffix("\n")).takes(.test(body: "a\r\n")))
    #expect(RequestMatcher.any.body(text: .prefix("a\r")).takes(.test(body: "a\r\n")))
  }

  @Test("no body is the empty text, and missing")
  func noBody() {
    #expect(RequestMatcher.any.body(text: "").takes(.test()))
    #expect(RequestMatcher.any.body(text: .missing).takes(.test()))
    #expect(!RequestMatcher.any.body(text: .anything).takes(.test()))
    #expect(!RequestMatcher.any.body(text: .missing).takes(.test(body: "a")))
  }

  @Test("a long body is shown by its start")
  func longBody() {
    let body = String(repeating: "ä", count: 100)
    #expect(
      RequestMatcher.any.body(text: "b").conditionLines(.test(body: body))
        == ["✗ body: expected \"b\", got \"\(String(repeating: "ä", count: 40))…\" (200 bytes)"])
  }

  @Test(
    "secrets in a body are not shown",
    arguments: [
      ("user=ada&password=hunter2&b=1", "user=ada&password=•••&b=1"),
      (#"{"password": "hunter\"2", "b": 1}"#, #"{\"password\": \"•••\", \"b\": 1}"#),
      (#"{"a": {"access_token":"hunter2"#, #"{\"a\": {\"access_token\":\"•••"#),
      ("Password: hunter2\r\nB: 1", #"Password: •••\r\nB: 1"#),
      ("pass%77ord=hunter2", "pass%77ord=•••"),
    ])
  func secrets(body: String, shown: String) {
    #expect(
      RequestMatcher.any.body(text: "x").conditionLines(.test(body: body)) == [
        "✗ body: expected \"x\", got \"\(shown)\""
      ]
    )
  }

  @Test("a multipart body is not shown: its names and values are lines apart")
  func multipartSecret() {
    let body = "--b\r\nContent-Disposition: form-data; name=password\r\n\r\nhunter2\r\n--b--"
    #expect(
      RequestMatcher.any.body(text: "x").conditionLines(.test(body: body))
        == [#"✗ body: expected "x", got 68 bytes of multipart"#])
  }

  @Test("a received body is read as the matchers read it, and a damaged one is an error that says where")
  func receivedJSON() throws {
    #expect(try ReceivedRequest.json(#"{"a":1,"a":2}"#).json() == ["a": 2])
    let error = try #require(throws: JSONSyntaxError.self) { try ReceivedRequest.json("[1,]").json() }
    #expect("\(error)" == "expected a value, at line 1, column 4")
  }
}
