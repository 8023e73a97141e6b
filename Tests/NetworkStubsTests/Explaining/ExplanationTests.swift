import NetworkStubs
import NetworkTesting
import TestSupport

@Suite("Explaining a request")
struct ExplanationTests {
  @Test("explaining a request names the stub that would answer, and uses nothing up")
  func stub() async throws {
    let transport = FailureText.transport([.get("/a").respond(status: 201).once(), .get("/{x}").respond(status: 202)])
    let request = URLRequest.make(.get, "https://api.example.com/a")
    for _ in 1...3 {
      let explanation = await transport.explain(request)
      #expect(explanation.stub?.description == ".get(\"/a\")")
      #expect(
        "\(explanation)" == "GET https://api.example.com/a would be answered by .get(\"/a\") at UserTests.swift:10.")
    }
    #expect(await transport.requests.isEmpty)
    #expect(try await transport.send(request).status == 201)
    #expect(await transport.explain(request).stub?.description == ".get(\"/{x}\")")
    #expect(try await transport.send(request).status == 202)
  }

  @Test("explaining a request says what a failure would say, without one")
  func report() async throws {
    let stub = RequestMatcher.get("/a").respond(status: 200).optional()
    let request = URLRequest.make(.get, "https://api.example.com/b")
    let transport = FailureText.transport([stub])
    let explanation = await transport.explain(request)
    #expect(explanation.stub == nil)
    let failure = await FailureText.of(stub, sending: [request])
    #expect(failure == "\(explanation)\n(UserTests.swift:8)")
    try await transport.verify()
  }
}

@Suite("Who sent a request")
struct CallersTests {
  struct Catalogue {
    let loader: EndpointLoader
    @inline(never) func latest() async throws -> JSONValue {
      let value = try await loader.load(endpoint: Endpoint<EndpointKinds.Public, JSONValue>(path: "/latest"))
      return [value]
    }
  }

  // On Linux before Swift 6.3 nothing is claimed.
  #if !os(Linux) || compiler(>=6.3)
    @Test("a failure names the functions of the code under test, the nearest first")
    func frames() async throws {
      let catalogue = Catalogue(loader: EndpointLoader(transport: MockTransport(), host: "test"))
      let issues = await recordedIssues { _ = try? await catalogue.latest() }
      let line = try #require(issues.first?.text.split(separator: "\n").first { $0.hasPrefix("Sent by ") })
      #expect(line.hasPrefix("Sent by CallersTests.Catalogue.latest(), from CallersTests.frames(), from "), "\(line)")
    }
  #endif
}
