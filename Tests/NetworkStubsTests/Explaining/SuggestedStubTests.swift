import Foundation
import NetworkEndpoints
import TestSupport
import Testing

@testable import NetworkStubs

/// Corrections of drawn stubs for requests that differ in one part.
struct SuggestedStubTests {
  @Test(
    "a corrected stub takes the request that differs, keeps its answer, and no longer takes the one it was for",
    arguments: Effort.seeds(50, full: 2_000))
  func oneDifference(seed: UInt64) throws {
    var random = Dice(seed: seed)
    for _ in 0..<10 {
      let draft = random.draft()
      let other = random.changed(draft)
      let (meant, sent) = (draft.request, other.request)
      let stub = draft.matcher.respond(json: ["answer": 1])
      #expect(draft.matcher.takes(meant) && !draft.matcher.takes(sent), "\(draft.matcher) \(draft.matcher.lines(sent))")
      let correction = try #require(
        SuggestedStub(sent, near: draft.matcher).correction, "\(draft.matcher) \(draft.matcher.lines(sent))")
      #expect(correction.takes(sent), "\(correction) \(correction.lines(sent))")
      #expect(!correction.takes(meant), "\(correction) for \(draft.matcher)")
      #expect(correction.conditions.count == draft.matcher.conditions.count, "\(correction) for \(draft.matcher)")
      var table = StubTable()
      _ = table.add([correction.respond(with: stub.definition.answers[0])])
      guard let answer = table.take(RequestReader(sent), number: 1)?.answer.kind.readyResponse else {
        Issue.record("\(correction) does not answer")
        continue
      }
      #expect(answer.body == Data(#"{"answer":1}"#.utf8))
    }
  }

  @Test(
    "what looks made per run may be anything",
    arguments: [
      "f81d4fae-7dec-11d0-a765-00a0c91e6bf6", "2026-11-23T16:28:28Z", "1795451308", "1795451308123",
      "9e107d9d372bb6826bd81d3542a419d6",
    ])
  func perRun(value: String) {
    let request = ReceivedRequest.test(
      "POST", "https://a.test/orders/\(value)?at=\(value)", body: "{\"id\":\"\(value)\",\"n\":1}")
    let code = SuggestedStub(request).code
    #expect(
      code == #".post("/orders/{id}").query("at", .anything).body(jsonContaining: ["n": 1]).respond(status: 200)"#)
    let near = SuggestedStub(request, near: .post("/orders/{id}").body(at: "$.id", "old")).code
    #expect(near == #".post("/orders/{id}").body(at: "$.id", text: .anything).respond(status: 200)"#)
    let operation = ReceivedRequest.test(
      "POST", "https://a.test/graphql",
      body: "{\"query\":\"query A($id: ID!) { a(id: $id) }\",\"variables\":{\"id\":\"\(value)\"}}")
    #expect(SuggestedStub(operation).code == #".post("/graphql").graphQL("A").respond(status: 200)"#)
  }

  @Test(
    "what a corrected stub no longer asks for is said, also where a name is near",
    arguments: [
      (.post().header("Accept", "a/b"), "Accept"), (.post().cookie("session"), "cookie session"),
      (.post().body(at: "$.name", "Ada"), "body $.name"),
      (.post().body(jsonContaining: ["name": "Ada"]), "body $.name"),
      (.post().query("page", "1"), "query page"), (.post().form("page", "1"), "form page"),
      (.post().body(json: ["name": "Ada"]), "body $.name"),
    ] as [(RequestMatcher, String)])
  func near(matcher: RequestMatcher, lost: String) {
    let request = ReceivedRequest.test(
      "POST", "https://a.test/?pgae=1", headers: ["Acept": "a/b", "Cookie": "sesion=1"], body: #"{"nmae":"Ada"}"#)
    let findings = matcher.findings(RequestReader(request))
    #expect(findings.filter(\.isAbsent).map(\.label) == [lost], "\(findings)")
  }

  @Test("a suggested stub corrects the closest of its alternatives, and keeps the others")
  func alternatives() throws {
    let matcher = RequestMatcher.get("/a").query("p", "1") || .get("/b").query("p", "1")
    let correction = try #require(SuggestedStub(.test("GET", "https://a.test/b?p=2"), near: matcher).correction)
    #expect("\(correction)" == #".anyOf(.get("/a").query("p", "1"), .get("/b").query("p", "2"))"#)
    let signed = RequestMatcher.get("/a").bearer("secret") || .get("/b").query("p", "1")
    let rest = try #require(SuggestedStub(.test("GET", "https://a.test/b?p=2"), near: signed).correction)
    #expect("\(rest)" == #".get("/b").query("p", "2")"#)
  }

  @Test("what only looks a little like it is kept", arguments: ["2026-11-23", "12345", "0123456789", "abcdef"])
  func kept(value: String) {
    let code = SuggestedStub(.test("GET", "https://a.test/a?at=\(value)")).code
    #expect(code.contains(value))
  }

  /// A matcher, the request that it was written for, and one that differs in what the matcher asks for.
  private static let slips: [(matcher: RequestMatcher, meant: ReceivedRequest, sent: ReceivedRequest, code: String)] = [
    (
      .get("/a").query("page", "1"), .test("GET", "https://a.test/a?page=1"), .test("GET", "https://a.test/a?page=2"),
      #".get("/a").query("page", "2")"#
    ),
    (
      .get("/a").query("page", "1"), .test("GET", "https://a.test/a?page=1"), .test("GET", "https://a.test/a?pgae=1"),
      #".get("/a").query("pgae", "1")"#
    ),
    (.get("/a/{id}"), .test("GET", "https://a.test/a/1"), .test("POST", "https://a.test/a/1"), #".post("/a/{id}")"#),
    (
      .get("https://b.test/a"), .test("GET", "https://b.test/a"), .test("GET", "https://a.test/a"),
      #".get("https://a.test/a")"#
    ),
    (
      .any.header("X", "1").header("Y", "2"), .test(headers: ["X": "1", "Y": "2"]),
      .test(headers: ["X": "1", "Y": "3"]), #".any.header("X", "1").header("Y", "3")"#
    ),
    (
      .any.form("q", "1"), .form("q=1"), .form("q=2"), #".any.form("q", "2")"#
    ),
    (.any.body(json: ["a": 1]), .json(#"{"a":1}"#), .json(#"{"a":2}"#), #".any.body(json: ["a": 2])"#),
    (
      .any.body(jsonContaining: ["a": ["b": 1]]), .json(#"{"a":{"b":1,"c":2}}"#), .json(#"{"a":{"b":3,"c":2}}"#),
      #".any.body(jsonContaining: ["a": ["b": 3]])"#
    ),
    (.any.body(at: "$.a", 1), .json(#"{"a":1}"#), .json(#"{"a":2,"b":1}"#), #".any.body(at: "$.a", 2)"#),
    (
      .any.graphQL("Cart", variables: ["id": 1]), .json(#"{"operationName":"Cart","variables":{"id":1}}"#),
      .json(#"{"operationName":"Cart","variables":{"id":2,"b":1}}"#), #".any.graphQL("Cart", variables: ["id": 2])"#
    ),
  ]

  @Test(
    "a suggested stub is the one that was meant with what differs, and takes its request alone",
    arguments: slips.indices)
  func suggested(index: Int) {
    let (matcher, meant, sent, code) = Self.slips[index]
    #expect(matcher.takes(meant) && !matcher.takes(sent))
    let suggestion = SuggestedStub(sent, near: matcher).matcher
    #expect(suggestion.description == code)
    #expect(suggestion.takes(sent) && !suggestion.takes(meant))
  }
}

#if os(Linux)
  /// Suggestions as a user pastes them: compiled by themselves, against the modules beside the tests, and run.
  struct PastedSuggestionTests {
    private static let products = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent()
    private static let compiler = (ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? [])
      .map { URL(fileURLWithPath: "\($0)/swiftc") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }

    private static let start = """
      @testable import NetworkStubs
      #if canImport(FoundationNetworking)
        import FoundationNetworking
      #endif

      var checked = 0

      func request(_ method: String, _ url: String, _ fields: [String: String], _ body: String) -> URLRequest {
        var request = URLRequest(url: URL(string: url)!)
        request.httpMethod = method
        request.allHTTPHeaderFields = fields
        request.httpBody = body.isEmpty ? nil : Data(body.utf8)
        return request
      }

      @MainActor func check(_ number: Int, _ stub: Stub, _ body: String, takes sent: URLRequest, not other: URLRequest?) async {
        let transport = StubTransport(stub.optional())
        let answer = try? await transport.send(sent)
        if answer.map({ String(decoding: $0.body, as: UTF8.self) }) != body { print("\\(number) does not answer: \\(stub)") }
        if let other, (try? await transport.send(other)) != nil { print("\\(number) answers another: \\(stub)") }
        try? await transport.verify()
        checked += 1
      }

      """

    private func code(_ request: ReceivedRequest) -> String {
      let fields = SwiftLiteral.dictionary(request.headers.map { ($0.name, $0.value.swiftLiteral) })
      let words = [request.method.rawValue, request.url?.absoluteString ?? ""].map(\.swiftLiteral)
      return
        "request(\(words.joined(separator: ", ")), \(fields), \(String(decoding: request.body, as: UTF8.self).swiftLiteral))"
    }

    @Test(
      "compile, answer their request, keep the answer, and do not answer the request that differs",
      .enabled("in full runs, where swiftc is on PATH") { Effort.isFull() && Self.compiler != nil })
    func pasted() throws {
      var random = Dice(seed: 33)
      var (program, calls) = (Self.start, "")
      for number in 0..<500 {
        // Short functions, which take the compiler seconds, and a long one minutes.
        if number % 10 == 0 {
          program += "\(number == 0 ? "" : "}")\n@MainActor func part\(number)() async {\n"
          calls += "await part\(number)()\n"
        }
        let draft = random.draft()
        let (meant, sent) = (draft.request, random.changed(draft).request)
        let correction = try #require(SuggestedStub(sent, near: draft.matcher).correction)
        program += """
              await check(
                \(number), \(correction).respond(json: ["answer": \(number)]), #"{"answer":\(number)}"#,
                takes: \(code(sent)), not: \(code(meant)))
              await check(\(number), \(SuggestedStub(sent).code), "", takes: \(code(sent)), not: nil)

          """
      }
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let (source, result) = (folder.appendingPathComponent("main.swift"), folder.appendingPathComponent("program"))
      try Data((program + "}\n\(calls)print(checked)\n").utf8).write(to: source)
      let objects = try ["NetworkStubs", "NetworkEndpoints"].flatMap { module in
        let folder = Self.products.appendingPathComponent("\(module).build")
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".o") }
          .map { folder.appendingPathComponent($0).path }
      }
      let modules = Self.products.appendingPathComponent("Modules").path
      let compilation = try ChildProcess(
        try #require(Self.compiler),
        ["-swift-version", "6", "-I", modules, source.path, "-o", result.path] + objects,
        output: .nothing, errors: .pipe)
      let errors = String(decoding: try compilation.errors.readToEnd() ?? Data(), as: UTF8.self)
      #expect(compilation.end() == 0, "\(errors)")
      let run = try ChildProcess(result).result()
      #expect(run.status == 0 && run.text == "1000\n", "\(run.text)")
    }
  }
#endif

private struct Draft {
  var method = "POST"
  var host: String?
  var path = "/a/7"
  var isTemplate = false
  var query: [(name: String, value: String)] = []
  var headers: [String: String] = [:]
  var cookie: String?
  var body = Body.none

  enum Body {
    case none
    case form([(name: String, value: String)], isExact: Bool)
    case json(JSONValue), part(JSONValue), path(JSONValue)
    case text(String)
    case operation(String, JSONValue)
  }

  var request: ReceivedRequest {
    var fields = headers
    if let cookie { fields["Cookie"] = "sid=\(cookie)" }
    var text: String?
    switch body {
    case .none: break
    case .form(let items, _):
      fields["Content-Type"] = "application/x-www-form-urlencoded"
      text = items.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
    case .json(let value): text = value.description
    case .part(let value): text = (["more": 1, "item": value] as JSONValue).description
    case .path(let value): text = (["more": 1, "item": ["id": value]] as JSONValue).description
    case .text(let value): text = value
    case .operation(let name, let variables):
      text =
        (["operationName": .string(name), "query": "query A { a } query B { b }", "variables": variables] as JSONValue)
        .description
    }
    let items = query.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
    return .test(
      method, "https://\(host ?? "a.test")\(path)\(items.isEmpty ? "" : "?\(items)")", headers: fields, body: text)
  }

  var matcher: RequestMatcher {
    let pattern = isTemplate ? "/a/{id}" : path
    var matcher = RequestMatcher.request(
      HTTPMethod(rawValue: method), URLPattern(host.map { "https://\($0)\(pattern)" } ?? pattern))
    for item in query { matcher = matcher.query(item.name, .exactly(item.value)) }
    for (name, value) in headers.sorted(by: { $0.key < $1.key }) { matcher = matcher.header(name, .exactly(value)) }
    switch body {
    case .none: break
    case .form(let items, let isExact):
      let fields = items.map { URLQueryItem(name: $0.name, value: $0.value) }
      matcher = isExact ? matcher.form(exactly: fields) : matcher.form(fields)
    case .json(let value): matcher = matcher.body(json: value)
    case .part(let value): matcher = matcher.body(jsonContaining: ["item": value])
    case .path(let value): matcher = matcher.body(at: "$.item.id", value)
    case .text(let value): matcher = matcher.body(text: .exactly(value))
    case .operation(let name, let variables): matcher = matcher.graphQL(name, variables: variables)
    }
    return matcher
  }
}

extension Dice {
  private mutating func word() -> String {
    pick(["tea", "green", "a b".replacing(" ", with: "-"), "42", "x1", "Oslo"])
  }

  private mutating func member() -> JSONValue { pick([.string(word()), .integer(number(1...99)), true, 1.5]) }

  fileprivate mutating func draft() -> Draft {
    var draft = Draft()
    draft.method = pick(["POST", "PUT", "GET"])
    if number(0...2) == 0 { draft.host = pick(["b.test", "api.example.com"]) }
    draft.isTemplate = number(0...2) == 0
    draft.query = ["q", "page", "sort"].prefix(number(0...3)).map { (name: $0, value: word()) }
    for name in ["Accept", "X-Mode"] where number(0...2) == 0 { draft.headers[name] = word() }
    switch number(0...7) {
    case 0: break
    case 1:
      draft.body = .form(
        ["name", "city", "kind"].prefix(number(1...3)).map { (name: $0, value: word()) }, isExact: true)
    case 2:
      draft.body = .form(
        ["name", "city", "kind"].prefix(number(1...3)).map { (name: $0, value: word()) }, isExact: false)
    case 3: draft.body = .json(["id": member(), "tags": [member(), member()], "inner": ["n": member()]])
    case 4: draft.body = .part(["id": member(), "inner": ["n": member()]])
    case 5: draft.body = .path(member())
    case 6: draft.body = .text("text \(word())")
    default: draft.body = .operation(pick(["A", "B"]), ["id": member()])
    }
    return draft
  }

  /// The draft with one part changed to a value that none has.
  fileprivate mutating func changed(_ draft: Draft) -> Draft {
    var draft = draft
    switch number(0...5) {
    case 0 where !draft.query.isEmpty: draft.query[index(below: draft.query.count)].value = "new"
    case 1 where !draft.headers.isEmpty:
      draft.headers[draft.headers.keys.sorted()[index(below: draft.headers.count)]] = "new"
    case 2 where !draft.isTemplate: draft.path = "/a/8"
    case 3 where draft.host != nil: draft.host = "c.test"
    default:
      switch draft.body {
      case .none: draft.method = "PATCH"
      case .form(var items, let isExact):
        items[index(below: items.count)].value = "new"
        draft.body = .form(items, isExact: isExact)
      case .json: draft.body = .json(["id": "new", "tags": [1, 2], "inner": ["n": "new"]])
      case .part(let value): draft.body = .part(["id": "new", "inner": value["inner"] ?? .null])
      case .path: draft.body = .path("new")
      case .text: draft.body = .text("text new")
      case .operation(let name, _): draft.body = .operation(name, ["id": "new"])
      }
    }
    return draft
  }
}
