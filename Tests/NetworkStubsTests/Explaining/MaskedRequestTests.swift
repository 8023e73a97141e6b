import NetworkStubs
import NetworkTesting
import TestSupport

@Suite("How often a request is searched for secrets")
struct MaskedRequestTests {
  private static let plain = URLRequest.make(.get, "https://api.example.com/" + String(repeating: "a", count: 1_000))

  /// Returns how often texts as long as a URL are searched.
  private func searches(_ body: () async -> Void) async -> Int {
    let count = Protected(0)
    let watch: @Sendable (Int) -> Void = { length in if length >= 1_000 { count.withLock { $0 += 1 } } }
    await Masking.$watch.withValue(watch) { await body() }
    return count.withLock { $0 }
  }

  private static var secret: URLRequest {
    var request = plain
    request.setValue("Bearer 1a2b3c4d5e6f7a8b", forHTTPHeaderField: "Authorization")
    return request
  }

  @Test("an explanation searches the URL once, and once more to mask what was found", arguments: [1, 2])
  func explanation(count: Int) async {
    let request = count == 1 ? Self.plain : Self.secret
    let transport = MockTransport(
      .get("/b").respond(status: 200).optional(), .get("/c/{id}").query("a", "1").respond(status: 200).optional())
    #expect(await searches { _ = await transport.explain(request) } == count)
  }

  @Test("so does the curl line", arguments: [1, 2])
  func curl(count: Int) async {
    let request = ReceivedRequest(count == 1 ? Self.plain : Self.secret)
    #expect(await searches { _ = request.curl } == count)
    #expect(await searches { _ = CurlCommand(request).text } == count)
  }

  @Test("so does a request's description", arguments: [1, 2])
  func description(count: Int) async {
    let request = ReceivedRequest(count == 1 ? Self.plain : Self.secret)
    #expect(await searches { _ = "\(request)" } == count)
  }

  @Test("a secret at the end of a long URL is masked, and stands in no text that is cut")
  func cut() async {
    let token = "sk_live_4eC39HqLyjWDarjtT1zdp7dc"
    let url = "https://api.example.com/" + String(repeating: "a/", count: 130) + "\(token)?token=\(token)&page=2"
    let transport = MockTransport(.get("/b").respond(status: 200).optional())
    let request = URLRequest.make(.get, url)
    let texts = ["\(await transport.explain(request))", "\(ReceivedRequest(request))", ReceivedRequest(request).curl]
    for text in texts { #expect(!text.contains(token.prefix(12)), "\(text)") }
    #expect(ReceivedRequest(request).curl.hasSuffix("/•••?token=•••&page=2'"), "\(ReceivedRequest(request).curl)")
  }
}
