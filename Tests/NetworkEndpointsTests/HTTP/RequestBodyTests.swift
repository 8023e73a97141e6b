import NetworkTesting

@Suite("A request body")
struct RequestBodyTests {
  @Test(
    "a request body of JSON has sorted keys and plain slashes, so that the same value makes the same bytes",
    arguments: 0..<20)
  func json(run: Int) throws {
    let names = ["b", "a", "ä", "Z", "10", "9", "url"].shuffled()
    let value = Dictionary(uniqueKeysWithValues: names.map { ($0, $0 == "url" ? "https://a/b" : $0) })
    #expect(
      try text(.json(value)) == #"{"10":"10","9":"9","Z":"Z","a":"a","b":"b","url":"https://a/b","ä":"ä"}"#)
  }

  @Test("a request body of JSON takes another encoder where it is given one")
  func encoder() throws {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    #expect(try text(.json(Draft(unitPrice: 1), encoder: encoder)) == #"{"unit_price":1}"#)
  }

  @Test(
    "a request body says what it is in its content type",
    arguments: [
      (RequestBody.json(["a": 1]), "application/json"),
      (.form([]), "application/x-www-form-urlencoded"),
      (.text("é"), "text/plain; charset=utf-8"),
      (.text("a,b", contentType: "text/csv"), "text/csv"),
      (.data(Data()), "application/octet-stream"),
      (.data(Data([1]), contentType: "image/png"), "image/png"),
    ])
  func contentType(body: RequestBody, expected: String) throws {
    #expect(try request(body: body).value(forHTTPHeaderField: "Content-Type") == expected)
  }

  @Test(
    "a request body leaves a content type alone that the endpoint names itself",
    arguments: ["Content-Type", "content-type"])
  func ownContentType(name: String) throws {
    let request = try request(headers: [name: "application/problem+json"], body: .json(1))
    #expect(request.value(forHTTPHeaderField: "Content-Type") == "application/problem+json")
  }

  @Test("a request body of bytes and of text is sent as it is")
  func bytes() throws {
    let bytes = Data((0...255).map(UInt8.init))
    #expect(try request(body: .data(bytes)).httpBody == bytes)
    #expect(try text(.text("naïve 🧮\r\n")) == "naïve 🧮\r\n")
  }

  @Test("a request body that is not there is nil, with no content type")
  func none() throws {
    let request = try request(method: .post)
    #expect(request.httpBody == nil)
    #expect(request.value(forHTTPHeaderField: "Content-Type") == nil)
  }

  @Test(
    "a request body whose content type would start a header field of its own is refused",
    arguments: ["a\r\nX: y", "a\n", "\0"])
  func injectedContentType(type: String) throws {
    let error = try #require(throws: InvalidEndpointError.self) {
      try request(body: .data(Data(), contentType: type))
    }
    #expect(error.code == .invalidHeader)
  }

  @Test(
    "a request body that cannot be encoded is reported with the place in it and the reason",
    arguments: [Double.nan, .infinity])
  func unencodable(number: Double) throws {
    let error = try #require(throws: InvalidEndpointError.self) {
      try request(method: .post, body: .json(["prices": [1, number]]))
    }
    #expect(error.code == .invalidBody)
    #expect(error.endpoint == "POST items")
    // The encoder of Swift 6.2 names the array only.
    #if compiler(>=6.3)
      #expect(error.reason.contains("its body could not be encoded: $.prices[1]: "))
    #else
      #expect(error.reason.contains("its body could not be encoded: $.prices: "))
    #endif
    #expect(error.underlyingError is EncodingError)
  }

  @Test("a request body whose value throws an error of its own is reported with it")
  func throwing() throws {
    let error = try #require(throws: InvalidEndpointError.self) { try request(body: .json(Refusing())) }
    #expect(error.code == .invalidBody)
    #expect(error.reason == "its body could not be encoded: out of ink")
  }

  private func text(_ body: RequestBody) throws -> String {
    try String(decoding: #require(request(method: .post, body: body).httpBody), as: UTF8.self)
  }
}

private struct Draft: Encodable {
  var unitPrice: Int
}

private struct Refusing: Encodable {
  struct Reason: Error, CustomStringConvertible {
    let description = "out of ink"
  }

  func encode(to encoder: any Encoder) throws { throw Reason() }
}
