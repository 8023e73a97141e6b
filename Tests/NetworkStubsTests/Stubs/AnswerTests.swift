import NetworkStubs
import NetworkTesting
import TestSupport

@Suite("Answers of JSON")
struct JSONAnswerTests {
  private struct Tea: Codable, Equatable { var name: String }

  private func body(_ answer: Answer) async throws -> JSONValue {
    try JSONValue(parsing: await MockTransport(.any.respond(with: answer)).send(.make(.get, "https://a.test/")).body)
  }

  @Test("a literal holds variables of mixed types, values of its own and what JSONSerialization has")
  func mixed() async throws {
    let (name, count, isOpen, price): (String, Int, Bool, Double) = ("Tea", 3, true, 1.5)
    let none: String? = nil
    let parsed = try JSONSerialization.jsonObject(with: Data(#"{"a":[1,true,null,"x",2.5]}"#.utf8))
    let answer = Answer.json([
      "name": name, "count": count, "isOpen": isOpen, "price": price, "none": none, "null": nil,
      "tea": Tea(name: "Green"), "list": [name, count] as [Any], "nested": ["a": count, "b": name] as [String: Any],
      "json": JSONValue.null,
      "parsed": parsed,
    ])
    #expect(
      try await body(answer) == [
        "name": "Tea", "count": 3, "isOpen": true, "price": 1.5, "none": nil, "null": nil, "tea": ["name": "Green"],
        "list": ["Tea", 3], "nested": ["a": 3, "b": "Tea"], "json": nil, "parsed": ["a": [1, true, nil, "x", 2.5]],
      ])
  }

  @Test("so does a list")
  func mixedList() async throws {
    let (name, count) = ("Tea", 3)
    let none: String? = nil
    #expect(
      try await body(.json([["name": name, "count": count, "tags": [name, 1]], [count, name]])) == [
        ["name": "Tea", "count": 3, "tags": ["Tea", 1]], [3, "Tea"],
      ])
    #expect(
      try await body(.json([name, count, none, nil, Tea(name: "Green")])) == ["Tea", 3, nil, nil, ["name": "Green"]])
    let parsed = try JSONSerialization.jsonObject(with: Data(#"[1, {"a": null}]"#.utf8)) as? [Any]
    #expect(try await body(.json(try #require(parsed))) == [1, ["a": nil]])
  }

  @Test("a matcher compares with a list that holds variables")
  func listOfVariables() {
    let (name, count) = ("Tea", 3)
    let sent = ReceivedRequest.json(#"[{"name":"Tea","count":3,"more":1},"Tea"]"#)
    #expect(RequestMatcher.any.body(jsonContaining: [["name": name, "count": count], name]).takes(sent))
    #expect(RequestMatcher.any.body(json: [["name": name, "count": count, "more": 1], name]).takes(sent))
    #expect(!RequestMatcher.any.body(json: [["name": name, "count": count], name]).takes(sent))
    #expect(RequestMatcher.any.body(at: "$", [["name": name, "count": count, "more": 1], name]).takes(sent))
    #expect(!RequestMatcher.any.body(at: "$", [["name": name, "count": count], count]).takes(sent))
  }

  @Test("a literal of one kind of value, and one of values of its own, is what it says")
  func plain() async throws {
    let name = "Tea"
    #expect(try await body(.json(["name": "Tea"])) == ["name": "Tea"])
    #expect(try await body(.json(["name": name])) == ["name": "Tea"])
    #expect(try await body(.json(["name": "\(name) \(1 + 1)"])) == ["name": "Tea 2"])
    #expect(try await body(.json(["tea": Tea(name: "Green")])) == ["tea": ["name": "Green"]])
    #expect(try await body(.json([Tea(name: "Green")])) == [["name": "Green"]])
    #expect(try await body(.json("Tea")) == "Tea")
  }

  @Test("a value that is no JSON is a problem of its stub, which names its place")
  func notJSON() async throws {
    let text = await FailureText.of(
      .any.respond(json: ["list": [1, URLSession.self] as [Any]] as [String: Any]),
      sending: [.make(.get, "https://a.test/")])
    #expect(text.contains("The value at $.list[1] is a"), "\(text)")
    #expect(text.contains("which is not JSON."))
    let list = await FailureText.of(
      .any.respond(json: [1, URLSession.self]), sending: [.make(.get, "https://a.test/")])
    #expect(list.contains("The value at $[1] is a"), "\(list)")
  }

  @Test("an answer of a closure that no server gives is a problem of its stub")
  func closure() async throws {
    for stub: Stub in [
      .any.respond { _ in .status(2_000) }, .any.respond { _ in HTTPResponse(status: 0) },
      .any.respond { _ in .jsonText("{") },
    ] {
      let text = await FailureText.of(stub, sending: [.make(.get, "https://a.test/")])
      let isStatus = text.contains("but a status has three digits, such as 200")
      #expect(text.contains("its answer could not be made") && isStatus != text.contains("is not JSON"), "\(text)")
    }
  }

  @Test("JSON as a text is a problem, and not a string in quotation marks", arguments: [true, false])
  func text(isLiteral: Bool) async throws {
    let document = #"{"name": "Tea"}"#
    let text = await FailureText.of(
      isLiteral ? .any.respond(json: #"{"name": "Tea"}"#) : .any.respond(json: document),
      sending: [.make(.get, "https://a.test/")])
    #expect(text.contains("The answer is JSON as a text"), "\(text)")
    #expect(try await body(.json("{ is no JSON")) == "{ is no JSON")
  }

  @Test("bytes given as JSON are a problem, and not a string in base64")
  func bytes() async {
    let text = await FailureText.of(
      .any.respond(json: Data("{}".utf8)), sending: [.make(.get, "https://a.test/")])
    #expect(text.contains("The answer is bytes") && text.contains(".respond(data: …"), "\(text)")
  }
}

@Suite("Answers of fixtures")
struct FixtureAnswerTests {
  private let fixtures: TemporaryFixtures
  private var folder: FixtureFolder { FixtureFolder(at: fixtures.url) }

  init() throws {
    fixtures = try TemporaryFixtures()
    try Data("HTTP/1.1 418 Teapot\nX-Kind: tea\nX-Kind: green\nContent-Type: text/tea\n\nhot\n".utf8)
      .write(to: fixtures.url.appendingPathComponent("tea.http"))
    try Data("GET /tea HTTP/1.1\nHost: a.test\n\n".utf8).write(to: fixtures.url.appendingPathComponent("get.http"))
    try Data("{}".utf8).write(to: fixtures.url.appendingPathComponent("tea.json"))
  }

  @Test(
    "a message answers as the whole response that it is, at every depth",
    arguments: ["transport", "session", "suspended"])
  func message(depth: String) async throws {
    let answer = Answer.fixture(Fixture("tea.http", in: folder))
    let request = URLRequest.make(.get, "https://a.test/tea")
    let response: HTTPResponse
    switch depth {
    case "transport": response = try await MockTransport(.any.respond(with: answer)).send(request)
    case "session":
      let transport = MockTransport(.any.respond(with: answer))
      response = try await URLSessionTransport(session: .mocked(by: transport)).send(request)
    default:
      let transport = SuspendedTransport()
      async let sent = transport.send(request)
      try await transport.nextCall().answer(with: answer)
      response = try await sent
    }
    #expect(response.status == 418)
    #expect(String(decoding: response.body, as: UTF8.self).hasPrefix("hot"))
    #expect(response.headers["Content-Type"] == "text/tea")
    #expect(response.headers["X-Kind"] == "tea, green")
  }

  @Test("a status and fields of one's own are in place of those of the file")
  func own() async throws {
    let answer = Answer.fixture(Fixture("tea.http", in: folder), status: 500, headers: ["x-kind": "black"])
    let response = try await MockTransport(.any.respond(with: answer)).send(.make(.get, "https://a.test/tea"))
    #expect(response.status == 500)
    #expect(response.headers.values(for: "X-Kind") == ["black"])
    let json = Answer.fixture(Fixture("tea.json", in: folder))
    #expect(try await MockTransport(.any.respond(with: json)).send(.make(.get, "https://a.test/tea")).status == 200)
  }

  @Test("a request in place of a response is a problem of its stub")
  func request() async throws {
    let folder = folder
    let text = await FailureText.of(
      .any.respond(with: .fixture(Fixture("get.http", in: folder))), sending: [.make(.get, "https://a.test/")])
    #expect(text.contains("its answer could not be made"))
    #expect(text.contains("it is a request, not a response"))
  }
}
