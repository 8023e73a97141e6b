import NetworkHAR
import TestSupport

@testable import NetworkStubs
@testable import NetworkTesting

@Suite("Traffic as text")
struct TrafficTextTests {
  private func exchanges() async -> [Exchange] {
    let url = "https://api.example.com/v1/users"
    return await Task.detached {
      let transport = MockTransport(
        .get("/v1/users").respond(json: [["name": "Ada", "apiKey": "planted-1"]]),
        .post("/v1/users").respond(with: .error(.timedOut)),
        .put().respond(with: .data(Data([0, 255, 1]))))
      for request: URLRequest in [
        .make(
          .get, url + "?token=planted-2", headers: ["Authorization": "Bearer planted-3", "Cookie": "id=planted-4"]),
        .make(.post, url, json: ["name": "Ada", "password": "planted-5"]),
        .make(
          .put, url, headers: ["Content-Type": "application/x-www-form-urlencoded"],
          body: "name=Ada&client_secret=planted-6"),
        .make(.delete, url),
      ] {
        _ = try? await transport.send(request)
      }
      try? await transport.verify()
      return await transport.exchanges
    }.value
  }

  @Test("traffic as text shows each exchange, with secrets masked")
  func text() async throws {
    let text = TrafficText(await exchanges()).text
    #expect(!text.contains("planted-"))
    try expectGolden(text, "Traffic/traffic.txt")
  }

  @Test("traffic as text says how much was kept of a body, also in a HAR")
  func keptPart() throws {
    let request = URLRequest.make(.post, "https://api.example.com/a", body: "0123456789")
    let response = HTTPResponse(body: Data("ab".utf8))
    var exchange = Exchange(number: 1, request: ReceivedRequest(request).keeping(4), outcome: .answered(response))
    exchange.fullBodyCount = 20
    let text = TrafficText([exchange]).text
    #expect(text.hasPrefix("#1 POST https://api.example.com/a (4 of its 10 bytes are kept)\n"), "\(text)")
    #expect(text.contains("← 200 (2 of its 20 bytes are kept)\n"), "\(text)")
    let comment = try HAR(TrafficHAR([exchange]).data).log.entries.first?.comment
    #expect(comment == "the request (4 of its 10 bytes are kept); the answer (2 of its 20 bytes are kept)")
  }

  @Test("traffic as text is also HAR that can be read again, with secrets masked")
  func har() async throws {
    let data = TrafficHAR(await exchanges()).data
    #expect(!String(decoding: data, as: UTF8.self).contains("planted-"))
    #expect(HARSchema.problems(in: data) == [])
    let entries = try HAR(data).log.entries
    #expect(entries.map(\.request.method) == ["GET", "POST", "PUT", "DELETE"])
    #expect(entries.map(\.response.status) == [200, 0, 200, 0])
    #expect(entries.last?.comment == "no stub answers")
    #expect(entries.first?.request.url == "https://api.example.com/v1/users?token=•••")
    #expect(try entries[2].response.httpResponse().body == Data([0, 255, 1]))
    #expect(
      entries.map { $0.request.postData?.mimeType } == [
        nil, "application/json", "application/x-www-form-urlencoded", nil,
      ])
    #expect(entries[1].request.postData?.text?.contains("\"Ada\"") == true)
  }

  @Test("its HAR says what failed the test, which stub answered, and when on a virtual clock")
  func report() async throws {
    let clock = VirtualClock()
    let transport = MockTransport(.get("/a").respond(status: 204).delayed(by: .seconds(2)), clock: clock)
    clock.jump(by: .seconds(5))
    async let response = transport.send(.make(.get, "https://a.test/a?token=planted-1"))
    try await clock.waitForSleepers(1)
    clock.jump(by: .seconds(2))
    _ = try await response
    let data = TrafficHAR(await transport.exchanges, of: "T.t()", issues: ["It has planted-1 in it."]).data
    #expect(HARSchema.problems(in: data) == [])
    #expect(!String(decoding: data, as: UTF8.self).contains("planted-1"))
    let log = try HAR(data).log
    #expect(log.extras["_test"]?.text == "T.t()")
    #expect(log.extras["_issues"]?.list?.count == 1)
    let entry = try #require(log.entries.first)
    #expect(entry.extras["_arrival"]?.double == 5000 && entry.time == 2000)
    #expect(entry.extras["_stub"]?.text?.contains(".get(\"/a\") at TrafficTextTests.swift:") == true)
  }

  @Test("an issue is told with its place", .quiet)
  func issues() {
    let texts = Protected<[String]>([])
    withKnownIssue {
      #expect(Bool(false), "a comment")
      Issue.record("of its own")
    } matching: { issue in
      texts.withLock { $0.append(issue.text) }
      return true
    }
    let (first, last) = texts.withLock { ($0.first, $0.last) }
    #expect(first?.hasPrefix("Expectation failed: ") == true)
    #expect(first?.contains("\na comment\n\n  at TrafficTextTests.swift:") == true)
    #expect(last?.hasPrefix("of its own\n  at TrafficTextTests.swift:") == true)
  }

  @Test("what is attached is named for its test and argument", arguments: ["tea & milk"])
  func name(argument: String) throws {
    let name = TrafficName(Test.current, Test.Case.current, Masking())
    #expect(name.title == "NetworkTestingTests.TrafficTextTests/name(argument:) with tea & milk")
    #expect(name.file.hasPrefix("TrafficTextTests.name-argument.tea-milk-"))
    #expect(TrafficName(nil, nil, Masking()).file == "test")
  }

  @Test(
    "a secret among the arguments names no attachment, nor does a digest of it",
    arguments: ["sk_live_" + "4eC39HqLyjWDarjtT1zdp7dc", "tea, password=Wren-Larch-7"])
  func secretName(argument: String) throws {
    let name = TrafficName(Test.current, Test.Case.current, Masking())
    #expect(name.title.contains(Masking.mask))
    for part in ["4ec39h", "wren", "larch"] {
      #expect(!"\(name.title) \(name.file)".lowercased().contains(part))
    }
    let testCase = try #require(Test.Case.current)
    let arguments = try #require(CaseArguments(of: testCase))
    #expect(!name.file.hasSuffix(FileSlug.hashed("", as: arguments.identity)))
  }

  @Test("a secret that the traffic gives away names no attachment either", arguments: ["Wren-Larch-7"])
  func learnedName(argument: String) {
    var masking = Masking()
    masking.learn(.request(.get, "https://a.test/?password=\(argument)"))
    let name = TrafficName(Test.current, Test.Case.current, masking)
    #expect(!"\(name.title) \(name.file)".lowercased().contains("larch"))
  }

  /// An argument that changes with each request.
  struct Double: Sendable, CustomTestStringConvertible {
    let transport = MockTransport()
    var testDescription: String { "a double" }
  }

  private static let cases = Protected<[String: Int]>([:])

  @Test(
    "a double among the arguments is named as it says, whatever it has sent", .quiet, arguments: [Double(), Double()])
  func double(argument: Double) async throws {
    let name = TrafficName(Test.current, Test.Case.current, Masking())
    #expect(name.title.hasSuffix("/double(argument:) with a double"))
    #expect(name.file.hasPrefix("TrafficTextTests.double-argument.a-double-"))
    await withKnownIssue { _ = try? await argument.transport.send(.test("/a")) }
    #expect(TrafficName(Test.current, Test.Case.current, Masking()).file == name.file)
    let testCase = try #require(Test.Case.current)
    let discriminator = try #require(CaseArguments(of: testCase)).discriminator
    #expect(Self.cases.withLock { $0.updateValue(discriminator, forKey: name.file) } ?? discriminator == discriminator)
  }

  @Test("its first line says what became of the requests")
  func verdict() {
    let request = ReceivedRequest(.make(.get, "https://a.test/"))
    let outcomes: [Exchange.Outcome] = [
      .answered(HTTPResponse(status: 200)), .unanswered, .unanswered, .failed(URLError(.timedOut)), .pending,
    ]
    let exchanges = outcomes.enumerated().map { Exchange(number: $0 + 1, request: request, outcome: $1) }
    #expect(
      TrafficAttachment.verdict(exchanges)
        == "failed. 5 requests, of which 2 had no answer, 1 failed and 1 still waited.")
    #expect(TrafficAttachment.verdict(Array(exchanges.prefix(1))) == "failed. 1 request.")
  }
}
