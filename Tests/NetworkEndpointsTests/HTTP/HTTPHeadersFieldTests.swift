import NetworkTesting

@Suite("A header field")
struct HTTPHeadersFieldTests {
  @Test(
    "a header field equals another with the same value and the same name in any case, and hashes alike",
    arguments: pairs)
  func equality(lhs: String, rhs: String, areEqual: Bool) {
    let (left, right) = (HTTPHeaders.Field(name: lhs, value: "v"), HTTPHeaders.Field(name: rhs, value: "v"))
    #expect((left == right) == areEqual)
    #expect(!areEqual || left.hashValue == right.hashValue)
  }

  static let pairs: [(String, String, Bool)] = [
    ("Accept", "accept", true), ("A-B", "a-b", true), ("A", "A ", false), ("A", "B", false), ("A", "AA", false),
    ("[", "{", false), ("@", "`", false), ("É", "é", false), ("K", "\u{212A}", false), ("", "", true),
  ]

  @Test("a header field that could not be sent is refused before anything is sent", arguments: unsendable)
  func refused(name: String, value: String, reason: String) throws {
    let error = try #require(throws: InvalidEndpointError.self) {
      try request(headers: HTTPHeaders([HTTPHeaders.Field(name: name, value: value)]))
    }
    #expect(error.code == .invalidHeader)
    #expect(error.endpoint == "GET items")
    #expect(error.reason.contains(reason))
    #expect(!error.description.contains { $0.isNewline })
    #expect(!error.description.contains("s3cret"))
  }

  static let unsendable: [(String, String, String)] = [
    ("", "v", "name \"\""), ("a b", "v", "name \"a b\""), ("a:", "v", "name \"a:\""),
    ("a\r\nX", "v", "name \"a\\r\\nX\""),
    ("é", "v", "name \"é\""), ("a\0", "v", "name \"a\\0\""), ("(a)", "v", "name \"(a)\""),
    ("\u{2028}", "v", "\\u{2028}"),
    ("X", "s3cret\r\nEvil: 1", "the header X"), ("X", "s3cret\nEvil: 1", "the header X"),
    ("X", "s3cret\r", "the header X"),
    ("X", "\0", "the header X"), ("X", "a\r\n\u{301}b", "the header X"), ("X", "a\n", "the header X"),
  ]

  @Test(
    "a header field is sent as it is", arguments: ["", "v", "a, b", "\"q\"", "é", "tab\there", "a=b; c=\"d\"", "日本"])
  func sent(value: String) throws {
    let request = try request(headers: ["X-A": value])
    #expect(request.value(forHTTPHeaderField: "x-a") == value)
  }

  @Test("a header field that is repeated is sent as one list")
  func repeated() throws {
    let request = try request(headers: ["X-A": "1", "x-a": "2", "X-B": "3", "X-A": "1"])
    let values = try #require(request.value(forHTTPHeaderField: "X-A"))
    #expect(values.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) } == ["1", "2", "1"])
    #expect(request.value(forHTTPHeaderField: "X-B") == "3")
  }

  @Test("a header field of cookies that is repeated is sent as one list of pairs")
  func repeatedCookie() throws {
    #expect(try request(headers: ["Cookie": "a=1", "cookie": "b=2"]).value(forHTTPHeaderField: "Cookie") == "a=1; b=2")
  }
}
