import Foundation
import NetworkEndpoints
import NetworkHAR
import NetworkStubs
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("A request and its message")
struct HTTPMessageExchangeTests {
  private static func request(_ url: String, _ headers: [String: String] = [:]) throws -> URLRequest {
    var request = URLRequest(url: try #require(URL(string: url)))
    for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
    return request
  }

  @Test(
    "a request and its message are the same, the other way round as well",
    arguments: [
      "https://api.example.com/items?page=1&q=a%20b", "https://api.example.com", "https://api.example.com:8443/?",
      "http://127.0.0.1:8080/a", "https://ada:secret@api.example.com/a", "https://[2001:db8::1]/a",
    ]
  )
  func roundTrip(_ url: String) throws {
    var request = try Self.request(url, ["Accept": "text/html", "B": "c"])
    request.httpMethod = "PATCH"
    request.httpBody = Data([0, 1, 255])
    let again = try HTTPMessage(HTTPMessage.request(request).encoded()).urlRequest()
    // A target has a path at least, also where the URL has none.
    #expect(again.url?.absoluteString == (url.hasSuffix(".com") ? url + "/" : url))
    #expect(again.allHTTPHeaderFields == request.allHTTPHeaderFields)
    #expect((again.httpMethod, again.httpBody) == ("PATCH", request.httpBody))
  }

  @Test("a request and its message begin with the path and the host")
  func head() throws {
    let request = try Self.request("https://api.example.com/items?page=1#top", ["B": "2", "A": "1"])
    #expect(
      HTTPMessage.request(request).description
        == "GET /items?page=1 HTTP/1.1\nHost: api.example.com\nA: 1\nB: 2\n\n")
  }

  @Test("a request and its message have a whole URL where a path would lose something")
  func whole() throws {
    let plain = HTTPMessage.request(try Self.request("http://127.0.0.1:8080/a"))
    #expect(plain.startLine == .request(method: .get, target: "http://127.0.0.1:8080/a"))
    let other = try Self.request("https://api.example.com/a", ["Host": "internal.example.com"])
    let again = try HTTPMessage.request(other).urlRequest()
    #expect(again.url == other.url)
    #expect(again.value(forHTTPHeaderField: "Host") == "internal.example.com")
  }

  @Test("a request and its message find their host in the test where the file names none")
  func host() throws {
    let message = HTTPMessage.request(.get, "/items", headers: ["A": "1", "A": "2"])
    let request = try message.urlRequest(host: "http://127.0.0.1:8080")
    #expect(request.url?.absoluteString == "http://127.0.0.1:8080/items")
    #expect(request.value(forHTTPHeaderField: "A")?.filter { $0 != " " } == "1,2")
  }

  @Test("the message of a response keeps its fields in their order")
  func response() throws {
    let response = HTTPResponse(
      status: 201, headers: ["Set-Cookie": "a=1", "B": "c", "Set-Cookie": "b=2"], body: Data([1, 2]))
    let message = HTTPMessage.response(response)
    #expect(message.startLine == .response(status: 201, reason: "Created"))
    #expect(try HTTPMessage(message.encoded()).httpResponse() == response)
  }
}
