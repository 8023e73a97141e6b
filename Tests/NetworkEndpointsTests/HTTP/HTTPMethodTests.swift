import NetworkTesting

@Suite("A method")
struct HTTPMethodTests {
  @Test(
    "is sent as it is written",
    arguments: [
      HTTPMethod.get, .head, .post, .put, .patch, .delete, .options, .trace, "CONNECT", "PROPFIND", "M-SEARCH",
    ])
  func sent(method: HTTPMethod) throws {
    #expect(try request(method: method).httpMethod == method.rawValue)
  }

  @Test(
    "that is not a token is refused",
    arguments: ["", " ", "GET ", "GE T", "GET\r\nX: y", "GET/", "É", "\0", "G\u{2028}"])
  func refused(name: String) throws {
    let error = try #require(throws: InvalidEndpointError.self) { try request(method: HTTPMethod(rawValue: name)) }
    #expect(error.code == .invalidMethod)
    #expect(error.reason.contains("is not a method"))
    #expect(!error.description.contains { $0.isNewline })
  }

  @Test("is compared with case, as the standard says")
  func comparison() {
    #expect("GET" == HTTPMethod.get)
    #expect("get" != HTTPMethod.get)
    #expect(Set<HTTPMethod>([.get, "GET", .post]).count == 2)
    #expect("\(HTTPMethod.patch)" == "PATCH")
  }
}
