import NetworkTesting
import TestSupport

@testable import NetworkStubs

@Suite("The memory of a log for bodies")
struct BodyBudgetTests {
  /// A quarter of what is kept whole. All are the same bytes in memory.
  private static let large = Data(count: 67_108_864)

  private func request(_ body: Data = Data()) -> URLRequest {
    var request = URLRequest.post("/a")
    if !body.isEmpty { request.httpBody = body }
    return request
  }

  /// The bytes that are kept of each request and of its answer.
  private func kept(_ transport: MockTransport) async -> [[Int]] {
    await transport.exchanges.map { exchange in
      guard case .answered(let response) = exchange.outcome else { return [exchange.request.body.count] }
      return [exchange.request.body.count, response.body.count]
    }
  }

  @Test("the memory of a log for bodies is for the bodies of answers as well, and together with those of requests")
  func answers() async throws {
    let large = Self.large.count
    let transport = MockTransport(.any.respond { _ in HTTPResponse(body: Self.large) })
    var response = HTTPResponse()
    for _ in 1...3 {
      response = try await transport.send(request(Self.large))
      #expect(response.body.count == large)
    }
    #expect(await kept(transport) == [[large, large], [large, large], [65_536, 65_536]])
    let last = try #require(await transport.exchanges.last)
    #expect(last.keptPart == " (65536 of its \(large) bytes are kept)")
    #expect(last.told?.contains("\(large) bytes") == true)
    #expect(transport.log.source(of: response, to: request()) != nil)
    await transport.reset()
    _ = try await transport.send(request())
    #expect(await kept(transport) == [[0, large]])
  }

  @Test("the memory of a log for bodies is not used up by the fixed body of a stub, which the stub has anyway")
  func ofStub() async throws {
    let transport = MockTransport(.any.respond(with: .data(Self.large)))
    for _ in 1...6 { _ = try await transport.send(request()) }
    #expect(await kept(transport).allSatisfy { $0 == [0, Self.large.count] })
  }

  @Test("a log's memory for bodies is for the chunks of a stream as well, and leaves out none between two others")
  func chunks() async throws {
    let large = Self.large.count
    let first = Data(repeating: 1, count: 40_000)
    let transport = MockTransport(
      .any.respond { _ in HTTPResponse(body: Self.large) }.times(3),
      .any.respond(with: .stream(.chunk(first), .chunk(Self.large), .chunk(Self.large), .chunk("2"))))
    for _ in 1...3 { _ = try await transport.send(request()) }
    var count = 0
    let stream = try await transport.stream(request())
    for try await chunk in stream { count += chunk.count }
    #expect(count == 40_001 + 2 * large)
    guard let exchange = await transport.exchanges.last, case .answered(let response) = exchange.outcome else {
      Issue.record("There is no answer.")
      return
    }
    // The first large one finds room no more, as three have been kept and 40,000 bytes.
    #expect(response.body.count == 65_536)
    #expect(exchange.keptPart == " (65536 of its \(count) bytes are kept)")
  }

  @Test("the memory of a log for bodies counts an outcome that takes the place of another once")
  func replaced() {
    var budget = BodyBudget()
    var exchange = Exchange(number: 1, request: ReceivedRequest(request()), outcome: .pending)
    for _ in 1...3 { exchange.settle(.answered(HTTPResponse(body: Self.large)), in: &budget, isOfStub: false) }
    #expect(budget.used == Self.large.count)
    exchange.settle(.unanswered, in: &budget, isOfStub: false)
    #expect(budget.used == 0)
  }

  @Test("a log's memory for bodies makes no rule take bodies that lack a part for the same, or for different")
  func rules() {
    func exchange(_ number: Int, _ body: String, kept: Int?) -> Exchange {
      var request = URLRequest.post("/a", headers: ["Idempotency-Key": "1"])
      request.httpBody = Data(body.utf8)
      var received = ReceivedRequest(request)
      if let kept { received = received.keeping(kept) }
      return Exchange(
        number: number, request: received, outcome: .answered(HTTPResponse(status: 400)), arrival: .seconds(number))
    }
    func texts(_ exchanges: Exchange...) -> [String] {
      [TrafficRule.safeRetries, .noRefusedRetries].compactMap { $0.text(about: [Traffic(exchanges)]) }
    }
    #expect(texts(exchange(1, "abc", kept: nil), exchange(2, "abc", kept: nil)).count == 1)
    #expect(texts(exchange(1, "abc", kept: 1), exchange(2, "axy", kept: 1)) == [])
    #expect(texts(exchange(1, "abc", kept: nil), exchange(2, "abc", kept: 1)) == [])
  }
}
