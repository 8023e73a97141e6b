import NetworkTesting
import TestSupport

@Suite("A failure text stays short")
struct FailureSizeTests {
  private static let long = String(repeating: "é", count: 5_000)

  @Test(
    "a failure text stays short whatever the request weighs",
    arguments: [
      URLRequest.make(.post, "https://api.example.com/" + String(repeating: "a", count: 100_000)),
      .make(.post, "https://api.example.com/a?" + (1...1000).map { "q\($0)=\($0)" }.joined(separator: "&")),
      .make(
        .post, "https://api.example.com/a",
        headers: .init(uniqueKeysWithValues: (1...500).map { ("X-\($0)", String(long.prefix(500))) })),
      .make(.post, "https://api.example.com/a", body: String(repeating: long, count: 20)),
      .make(
        .post, "https://api.example.com/a",
        json: .object(.init(uniqueKeysWithValues: (1...500).map { ("k\($0)", .string(String(long.prefix(50)))) }))),
    ].map(Shortened.init))
  func request(request: Shortened<URLRequest>) async throws {
    let stub = RequestMatcher.post("/b").query("q", "1").header("X-1", .exactly(Self.long)).body(json: [:]).respond(
      status: 200)
    let text = await FailureText.ofTransport([stub.optional()]) { _ = try? await $0.send(request.value) }
    #expect(text.hasPrefix("No stub answers POST https://api.example.com/"))
    #expect(text.utf8.count < 4096)
  }

  @Test("a failure text stays short whatever the stubs weigh")
  func stubs() async throws {
    let stubs = (1...1_000).map { number in
      RequestMatcher.post("/users/\(number)/\(Self.long.prefix(50))").body(json: .string(Self.long)).respond(
        status: 200
      ).optional()
    }
    let text = await FailureText.ofTransport(stubs) { transport in
      _ = try? await transport.send(
        .make(.post, "https://api.example.com/users/77/\(Self.long.prefix(40))", body: Self.long))
    }
    #expect(text.contains("Closest of 1000 stubs"))
    #expect(text.utf8.count < 4096)
  }

  @Test("an unused stub's text too, and that of a count")
  func others() async throws {
    let matcher = RequestMatcher.post("/\(Self.long)").header("X", .exactly(Self.long)).body(json: .string(Self.long))
    let text = await FailureText.ofTransport([matcher.respond(status: 200)]) { transport in
      _ = try? await transport.send(.make(.post, "https://api.example.com/a", json: .string(Self.long)))
      await transport.expect(matcher, .exactly(2))
    }
    let problems = text.components(separatedBy: "\n\n(")
    #expect(problems.allSatisfy { $0.utf8.count < 3 * 4096 })
  }
}
