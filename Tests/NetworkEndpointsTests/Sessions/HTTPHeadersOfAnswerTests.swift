import Testing

@testable import NetworkEndpoints

#if canImport(FoundationNetworking)
  import FoundationNetworking
#else
  import Foundation
#endif

@Suite("The fields of a session's answer")
struct HTTPHeadersOfAnswerTests {
  @Test(
    "the fields of a session's answer have each cookie in a field of its own",
    arguments: [
      ("a=1", ["a=1"]), ("a=1,b=2", ["a=1", "b=2"]), ("a=1; Path=/, b=2; Secure", ["a=1; Path=/", "b=2; Secure"]),
      ("a=1; Expires=Wed, 11 Jun 2031 17:42:08 GMT", ["a=1; Expires=Wed, 11 Jun 2031 17:42:08 GMT"]),
      (
        "a=1; expires=Wed, 11-Jun-31 17:42:08 GMT; Path=/,b=2; Expires=Thu, 12 Jun 2031 17:42:08 GMT,c=",
        ["a=1; expires=Wed, 11-Jun-31 17:42:08 GMT; Path=/", "b=2; Expires=Thu, 12 Jun 2031 17:42:08 GMT", "c="]
      ),
      ("a=1,2; Path=/", ["a=1,2; Path=/"]), ("", [""]), ("a", ["a"]),
    ])
  func cookies(_ joined: String, _ cookies: [String]) {
    #expect(HTTPHeaders.cookies(in: joined) == cookies)
  }

  @Test("the fields of a session's answer are otherwise as they came, in the order of their names")
  func others() throws {
    let url = try #require(URL(string: "https://api.example.com/"))
    let response = try #require(
      HTTPURLResponse(
        url: url, statusCode: 200, httpVersion: "HTTP/1.1",
        headerFields: ["Vary": "Accept, Origin", "Set-Cookie": "a=1, b=2", "Age": "1"]))
    let headers = HTTPHeaders(of: response)
    #expect(headers.map(\.name) == ["Age", "Set-Cookie", "Set-Cookie", "Vary"])
    #expect(headers["Vary"] == "Accept, Origin")
    #expect(headers.values(for: "set-cookie") == ["a=1", "b=2"])
  }
}
