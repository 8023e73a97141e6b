import NetworkStubs
import TestSupport

@testable import NetworkTesting

@Suite("The network trait", .timeLimit(.minutes(15)))
struct NetworkTraitTests {
  fileprivate func send(_ path: String, _ method: String = "GET") async throws -> Int {
    var request = URLRequest(url: try #require(URL(string: "https://api.example.com\(path)")))
    request.httpMethod = method
    return try await MockTransport.current.send(request).status
  }

  private func issues(_ trait: NetworkTrait, in body: @escaping @Sendable () async throws -> Void) async
    -> [RecordedIssue]
  {
    await recordedIssues {
      let test = try #require(Test.current)
      try await trait.provideScope(for: test, testCase: nil, performing: body)
    }
  }

  @Test("a case has a network of its own", .network(.get("/a").respond(status: 201)))
  func own() async throws {
    #expect(try await send("/a") == 201)
  }

  @Test("cases do not share what is used up", .network(.get("/a").respond(status: 201).once()), arguments: 1...50)
  func cases(number: Int) async throws {
    #expect(try await send("/a") == 201)
    #expect(await MockTransport.current.requests.count == 1)
  }

  @Test("an unused stub of a test is an issue at the stub's line")
  func unused() async throws {
    let line = #line + 1
    let trait = TestNetwork.network(.get("/a").respond(status: 200), .get("/b").respond(status: 200))
    let issues = await issues(trait) { _ = try await self.send("/a") }
    #expect(issues.map(\.line) == [line])
  }

  @Test("an unused stub of a suite is not an issue, unless it says how often")
  func offer() async throws {
    let trait = SuiteNetwork.network(.get("/a").respond(status: 200), .get("/b").respond(status: 200).times(1))
    let issues = await issues(trait) {}
    #expect(issues.map(\.text).count == 1)
    #expect(issues.first?.text.contains("/b") == true)
    let reason = "It is a stub of the suite and has a count, so each test of the suite must use it."
    #expect(issues.first?.text.contains(reason) == true, "\(issues)")
  }

  @Test("an unanswered request is an issue at the trait's line")
  func unanswered() async throws {
    let line = #line + 1
    let trait = TestNetwork.network()
    let issues = await issues(trait) { _ = try? await self.send("/a") }
    #expect(issues.map(\.line) == [line])
  }

  @Test("a request from outside the test's task is recorded when the scope ends")
  func outside() async throws {
    let issues = await issues(TestNetwork.network()) {
      let transport = MockTransport.current
      let url = try #require(URL(string: "https://api.example.com/a"))
      await Task.detached { _ = try? await transport.send(URLRequest(url: url)) }.value
    }
    #expect(issues.map { $0.text.contains("GET https://api.example.com/a") } == [true])
  }

  @Test("a test that throws reports stubs that it did not use, as by injection")
  func throwing() async throws {
    struct Stop: Error {}
    let issues = await issues(TestNetwork.network(.get("/a").respond(status: 200))) { throw Stop() }
    #expect(issues.count { $0.text.contains("never used") } == 1)
  }

  private static let shared: [Stub] = [.get("/a").respond(status: 201), .get("/b").respond(status: 202).optional()]

  @Test("stubs can be a list", .network(shared))
  func list() async throws {
    #expect(try await send("/a") == 201)
  }

  @Test("an unused stub of a list is an issue at the stub's own line")
  func unusedOfList() async throws {
    let line = #line + 1
    let stub = RequestMatcher.get("/a").respond(status: 200)
    let trait = NetworkTrait(list: [stub], sourceLocation: #_sourceLocation, filePath: "")
    #expect(await issues(trait) {}.map(\.line) == [line])
  }

  @Test("outside of a network trait, using its transport fails the test, and nothing answers")
  func outsideOfTrait() async throws {
    let issues = await recordedIssues { await MockTransport.current.expect(.any, .never) }
    #expect(issues.count == 1)
    #expect(issues.first?.text.hasPrefix("MockTransport.current was used outside of a network trait") == true)
    let more = await recordedIssues { _ = try? await MockTransport.current.send(.get("/a")) }
    #expect(more.count == 1)
    #expect(more.first?.text.hasPrefix("MockTransport.current was used outside") == true)
  }

  @Suite("inside a suite with a network", .network(.get("/a").respond(status: 201), .get("/b").respond(status: 202)))
  struct Nested {
    @Test("inner stubs come before outer ones", .network(.get("/a").respond(status: 203)))
    func inner() async throws {
      #expect(try await NetworkTraitTests().send("/a") == 203)
      #expect(try await NetworkTraitTests().send("/b") == 202)
    }

    @Test("outer stubs answer alone")
    func outer() async throws {
      #expect(try await NetworkTraitTests().send("/a") == 201)
    }

    @Test(
      "an inner stub that is used up leaves the rest to the outer one", .network(.get("/a").respond(status: 203).once())
    )
    func usedUp() async throws {
      #expect(try await NetworkTraitTests().send("/a") == 203)
      #expect(try await NetworkTraitTests().send("/a") == 201)
    }
  }
}

private enum TestNetwork {
  static func network(_ stubs: Stub..., sourceLocation: SourceLocation = #_sourceLocation) -> NetworkTrait {
    NetworkTrait(arguments: stubs, sourceLocation: sourceLocation, filePath: "")
  }
}

private enum SuiteNetwork {
  static func network(_ stubs: Stub..., sourceLocation: SourceLocation = #_sourceLocation) -> NetworkTrait {
    let trait = NetworkTrait(arguments: stubs, sourceLocation: sourceLocation, filePath: "")
    trait.suites.addCurrent()
    return trait
  }
}

extension TraitSuites {
  /// Has the current test's suite have the trait.
  func addCurrent() {
    let name = Test.current.map { TestName($0) }
    add((name.map { [$0.module + "." + $0.components.dropLast().joined(separator: "/")] } ?? []).joined())
  }
}

extension Trait where Self == NetworkTrait {
  fileprivate static var signedIn: Self {
    .network(.get("/me").respond(json: ["name": "Ada"]))
  }
}

@Suite("A network with a name, on a suite", .signedIn)
struct NamedNetworkTests {
  @Test("a suite's network with a name offers its stubs there") func offers() {}

  @Test("promises them on a test, and adds up with others", .signedIn, .network(.get("/b").respond(status: 202)))
  func promises() async throws {
    #expect(try await NetworkTraitTests().send("/me") == 200)
    #expect(try await NetworkTraitTests().send("/b") == 202)
  }

  @Test("a network with a name, on a suite, has the line of its stub")
  func place() async throws {
    let source = NetworkTrait.signedIn.stubs[0].definition.place.code
    let lines = try String(contentsOfFile: #filePath, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[source.line - 1].contains(".network(.get(\"/me\")"))
  }
}
