import Foundation
import NetworkEndpoints
import NetworkHAR
import NetworkStubs
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("An exchange in a recording")
struct HARExchangeTests {
  private static func exchange(body: Data = Data("[]".utf8), requestBody: Data? = nil) throws -> RecordedExchange {
    var request = URLRequest(
      url: try #require(URL(string: "https://api.example.com/search?q=brass%20tea&q=&flag&p=a+b")))
    request.httpMethod = "POST"
    request.setValue("theme=dark; consent=1", forHTTPHeaderField: "Cookie")
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.httpBody = requestBody
    let response = HTTPResponse(
      status: 302,
      headers: [
        "Set-Cookie": "seen=1; Path=/; Expires=Wed, 11 Jun 2025 17:42:08 GMT; HttpOnly",
        "Set-Cookie": "variant=b=c; Domain=example.com; Secure",
        "Location": "/items",
        "Content-Type": "application/json",
      ],
      body: body,
      url: request.url)
    return RecordedExchange(
      request: request,
      response: response,
      started: Date(timeIntervalSince1970: 1_749_663_728.412),
      duration: .microseconds(38_255))
  }

  @Test(
    "an exchange in a recording comes back as it was, whatever its bodies are",
    arguments: ["", "text ü \u{0} \u{2028}", "\u{FEFF}{}"])
  func roundTrip(_ text: String) throws {
    for body in [Data(text.utf8), Data(text.utf8) + Data([0x80, 0xFF])] {
      let exchange = try Self.exchange(body: body, requestBody: body.isEmpty ? nil : body)
      let har = try HAR(HAR([exchange]).encoded())
      #expect(try har.log.entries.map { try $0.exchange() } == [exchange])
    }
  }

  @Test("an exchange in a recording is written with its query, its cookies and its times")
  func written() throws {
    let har = HAR([try Self.exchange(requestBody: Data(#"{"a":1}"#.utf8))])
    #expect(HARSchema.problems(in: har.encoded()) == [])
    try expectGolden(String(decoding: har.encoded(), as: UTF8.self), "Messages/exchange.har")
  }

  @Test("an exchange in a recording remembers where a redirected answer came from")
  func redirected() throws {
    var exchange = try Self.exchange()
    exchange.response.url = URL(string: "https://www.example.com/items")
    #expect(try HAR([exchange]).log.entries[0].exchange() == exchange)
  }

  @Test("an exchange in a recording takes a form's fields for the body where there is no text")
  func form() throws {
    let data = #"{"mimeType":"application/x-www-form-urlencoded","params":[{"name":"a b","value":"1&2"},{"name":"c"}]}"#
    let entry = try Recordings.entry(request: #"{"method":"POST","url":"https://a.example.com/","postData":\#(data)}"#)
    #expect(try entry.exchange().request.httpBody == Data("a+b=1%262&c=".utf8))
  }

  @Test(
    "an exchange in a recording joins repeated request fields, cookies with their own mark, and leaves out those of HTTP/2"
  )
  func repeated() throws {
    let entry = try Recordings.entry(
      request: """
        {"method":"GET","url":"https://a.example.com/","headers":[{"name":":path","value":"/"},
        {"name":"accept","value":"a"},{"name":"Accept","value":"b"},{"name":"cookie","value":"a=1"},
        {"name":"cookie","value":"b=2"}]}
        """)
    let request = try entry.exchange().request
    #expect(request.value(forHTTPHeaderField: "Accept") == "a, b")
    #expect(request.value(forHTTPHeaderField: "Cookie") == "a=1; b=2")
    #expect(request.allHTTPHeaderFields?.count == 2)
  }

  @Test("an exchange in a recording reads a body that lies beside the recording")
  func beside() throws {
    let entry = try Recordings.entry(response: #"{"status":200,"content":{"size":3,"_file":"big.bin"}}"#)
    let exchange = try entry.exchange { name in Data(name.utf8) }
    #expect(exchange.response.body == Data("big.bin".utf8))
  }

  @Test(
    "an exchange in a recording has the bytes of a base64 body, also of a request's in either spelling",
    arguments: ["encoding", "_encoding"])
  func base64(_ name: String) throws {
    let data = #"{"mimeType":"","text":"AP8Q/w==","\#(name)":"base64"}"#
    let entry = try Recordings.entry(request: #"{"method":"PUT","url":"https://a.example.com/","postData":\#(data)}"#)
    #expect(try entry.exchange().request.httpBody == Data([0, 255, 16, 255]))
  }

  @Test("an exchange in a recording answers with its body's own length", arguments: [nil, "4", "5", "6", "9"])
  func length(_ length: String?) throws {
    let field = length.map { #"{"name":"Content-Length","value":"\#($0)"}"# } ?? ""
    // Five bytes, of which the server may have sent four.
    let entry = try Recordings.entry(
      response: #"{"status":200,"headers":[\#(field)],"content":{"size":4,"text":"grün"}}"#)
    let request = ReceivedRequest(try entry.exchange().request)
    let response = try RecordedAnswer(entry, to: request, readFile: HAR.refuseFile).response()
    #expect(response.headers["Content-Length"] == (length == "5" ? "5" : nil))
  }
}
