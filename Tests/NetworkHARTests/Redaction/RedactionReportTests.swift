import Foundation
import NetworkEndpoints
import NetworkStubs
import TestSupport
import Testing

@testable import NetworkHAR

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("The report of a recording")
struct RedactionReportTests {
  @Test(
    "the report of a recording says what went, under which rule, in how many places, and what was left, with the line to add"
  )
  func golden() throws {
    let fixtures = try TemporaryFolder()
    let file = RecordingFile("checkout", in: FixtureFolder(at: fixtures.url))
    var request = URLRequest(url: try #require(URL(string: "https://api.example.com/v1/login?api_key=k3y-0f-th3-t3st")))
    request.httpMethod = "POST"
    request.setValue("Bearer t0ken-4711-one", forHTTPHeaderField: "Authorization")
    request.httpBody = Data(#"{"user":"ada","password":"hunter2-hunter2","card_number":"4111 1111 1111 1111"}"#.utf8)
    let body =
      #"{"access_token":"t0ken-4711-two","ref":"aB3dE5fG7hJ9kL1mN3pQ5rS7tU9v","id":"aB3dE5fG7hJ9kL1mN3pQ5rS7"}"#
    var next = URLRequest(url: try #require(URL(string: "https://api.example.com/v1/cart?access_token=t0ken-4711-two")))
    next.setValue("theme=dark; sid=s3ssion-4711", forHTTPHeaderField: "Cookie")
    var writer = try RecordingWriter(file)
    #expect(writer.report == nil)
    let json = ["Content-Type": "application/json"]
    try writer.save([
      HAR.Entry(
        RecordedExchange(
          request: request, response: HTTPResponse(headers: HTTPHeaders(json), body: Data(body.utf8)), started: .now)),
      HAR.Entry(RecordedExchange(request: next, response: HTTPResponse(), started: .now)),
    ])
    try expectGolden(try #require(writer.report), "Recording/report.txt")
  }

  @Test(
    "the report of a recording names a value that looks like a key once, and no date, fingerprint or place in a list")
  func suspects() throws {
    let key = "aB3dE5fG7hJ9kL1mN3pQ5rS7tU9v"
    let body = """
      {"ref":"\(key)","more":[{"ref":"\(key)"},{"note":"\(key)"}],"authorized_at":"2023-01-27T12:00:00Z",\
      "ssh_keys":["3b:16:bf:e4:8b:00:8b:b8:59:8c:a9:d3:f0:19:45:fa"],"offset":"aB3dE5fG7hJ9kL1mN3pQ5rS7tU9w"}
      """
    let exchange = RecordedExchange(
      request: URLRequest(url: try #require(URL(string: "https://api.example.com/v1/items"))),
      response: HTTPResponse(headers: ["Content-Type": "application/json"], body: Data(body.utf8)), started: .now)
    let found = Redaction.standard.suspects(in: Redaction.standard.redacted(HAR([exchange, exchange])))
    #expect(found.map(\.name) == ["ref", "note"])
    #expect(found.first?.description.hasPrefix("the response's body in entry 1, and 3 more places, has what") == true)
    #expect(found.last?.others == 1)
  }

  @Test("the report of a recording says that nothing was found")
  func nothing() throws {
    let fixtures = try TemporaryFolder()
    var writer = try RecordingWriter(RecordingFile("cart", in: FixtureFolder(at: fixtures.url)))
    let request = URLRequest(url: try #require(URL(string: "https://api.example.com/v1/cart")))
    try writer.save([HAR.Entry(RecordedExchange(request: request, response: HTTPResponse(), started: .now))])
    #expect(writer.report == "Recorded 1 exchange into recordings/cart.har. No secrets were found.")
  }
}
