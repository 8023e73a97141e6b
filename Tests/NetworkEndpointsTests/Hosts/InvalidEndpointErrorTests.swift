import NetworkTesting
import TestSupport

@Suite("An invalid endpoint error")
struct InvalidEndpointErrorTests {
  @Test("an invalid endpoint error says what was to be called, what is wrong and what to do")
  func texts() throws {
    let cases: [(String, () throws -> URLRequest)] = [
      ("no host", { try Endpoint<EndpointKinds.Public, Void>(path: "items/latest").makeRequest() }),
      ("an empty host", { try request(host: "") }),
      ("a host that is not ASCII", { try request(host: "café.example") }),
      ("a host with a space", { try request(host: "api example.com") }),
      ("a host with a user", { try request(host: "https://ada:s3cret@api.example.com/v1?key=s3cret") }),
      ("a host with a query", { try request(host: "api.example.com/v1?key=s3cret") }),
      ("a host of another scheme", { try request(host: "ftp://api.example.com") }),
      ("a host without a name", { try request(host: "https:///v1") }),
      ("a port that is not a number", { try request(host: "localhost:http") }),
      ("a port that is too large", { try request(host: "localhost:70000") }),
      ("an address that is not valid", { try request(host: "[::1::]:8080") }),
      ("a whole URL as path", { try request(path: "https://ada:s3cret@api.example.com/items?key=s3cret") }),
      ("a method that is not valid", { try request(method: "GET items") }),
      ("a header name", { try request(headers: ["X Trace": "1"]) }),
      ("a header value", { try request(headers: ["X-Trace": "s3cret\r\nX-Evil: 1"]) }),
      ("a token", { try Endpoint<EndpointKinds.Private, Void>(path: "p").makeRequest(with: "s3cret\n", host: "h") }),
      ("a body", { try request(method: .post, body: .json(Refusing())) }),
      (
        "a multipart part",
        {
          try request(method: .post, body: .multipart([MultipartPart(name: "a", data: Data(), contentType: "\n")]))
        }
      ),
    ]
    let texts = try cases.map { name, make in
      "\(name)\n  \(try #require(throws: InvalidEndpointError.self) { try make() })\n"
    }
    let text = texts.joined(separator: "\n")
    #expect(!text.contains("s3cret"))
    try expectGolden(text, "Endpoints/invalid-endpoint.txt")
  }

  @Test("an invalid endpoint error says the same to a user and in a log")
  func localized() {
    let error = InvalidEndpointError(.invalidPath, endpoint: "GET p", reason: "it is odd")
    #expect("\(error)" == "Cannot make a request from GET p, because it is odd.")
    #expect(error.localizedDescription == "\(error)")
    #expect("\(InvalidEndpointError(.invalidPath, reason: "it is odd"))".contains("from this endpoint"))
  }

  @Test("an invalid endpoint error can be thrown by a kind of one's own, and gets the endpoint's name")
  func ownKind() {
    let expected = InvalidEndpointError(.invalidHeader, endpoint: "GET p", reason: "the tenant is unknown")
    #expect(throws: expected) { try Endpoint<Tenant, Void>(path: "p").makeRequest(host: "h") }
  }
}

private enum Tenant: EndpointKind {
  static func prepare(_ request: inout URLRequest, with data: Void) throws {
    throw InvalidEndpointError(.invalidHeader, reason: "the tenant is unknown")
  }
}

private struct Refusing: Encodable {
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    let context = EncodingError.Context(codingPath: container.codingPath, debugDescription: "Out of ink.")
    try container.encode(1)
    throw EncodingError.invalidValue(1, context)
  }
}
