import Foundation
import NetworkTesting
import TestSupport

@testable import NetworkStubs

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("A network fault")
struct NetworkFaultTests {
  private struct Item: Codable, Equatable, Sendable { var id: Int; var title: String }

  private let request = URLRequest.make(.get, "https://api.example.com/items/1")

  private func endpoint() -> Endpoint<EndpointKinds.Public, Item> { Endpoint(path: "items/1") }

  @Test("a network fault keeps the delay of the answer that it breaks")
  func delay() {
    #expect(Answer.text("tea").delayed(by: .seconds(2)).broken(by: .truncatedJSON).delay != nil)
  }

  @Test("a network fault on a socket is in the log as it is without one")
  func socketOutcome() {
    let request = ReceivedRequest(.get("/a"))
    var answers = 0
    for fault in NetworkFault.allCases {
      guard let effect = fault.effectOnSocket else { continue }
      switch fault.onSocket(effect, HTTPResponse(body: Data("tea".utf8))).outcome(of: request) {
      case .answered(let response):
        #expect(response.url == request.url, "\(fault)")
        answers += 1
      case .failed: #expect(fault.code != nil, "\(fault)")
      default: Issue.record("\(fault)")
      }
    }
    #expect(answers > 0)
  }

  @Test("a network fault has a name of its own")
  func names() throws {
    #expect(Set(NetworkFault.allCases.map(\.name)).count == NetworkFault.allCases.count)
    for fault in NetworkFault.allCases { #expect(fault.description == fault.name) }
    let list = NetworkFault.allCases.map { fault in
      "\(fault.name): \(fault.code.map { "URLError \($0.rawValue)" } ?? "An answer.")"
    }
    // The errors are those of the platform.
    #if canImport(FoundationNetworking)
      try expectGolden(list.joined(separator: "\n"), "Failures/faults.txt")
    #endif
  }

  @Test("a network fault is what its caller meets, at once where time is real", arguments: NetworkFault.allCases)
  func meets(_ fault: NetworkFault) async throws {
    let transport = MockTransport(.get("/items/1").respond(with: .fault(fault)))
    if let code = fault.code {
      await #expect(throws: URLError(code)) { try await transport.send(request) }
    } else {
      _ = try await transport.send(request)
    }
  }

  @Test(
    "a network fault makes the loading of an item fail, unless it only takes time or wears the wrong label",
    arguments: NetworkFault.allCases
  )
  func fails(_ fault: NetworkFault) async throws {
    let transport = MockTransport(.any.respond(with: .fault(fault)))
    let loader = EndpointLoader(transport: transport, host: "api.example.com")
    let result = await Result { try await loader.load(endpoint: endpoint()) }
    switch result {
    case .success(let item):
      #expect([.slowDrip, .wrongContentType].contains(fault))
      #expect(item == Item(id: 1, title: "Tea"))
    case .failure(let error):
      #expect(fault.code == (error as? URLError)?.code)
      #expect(fault.code != nil || error is LoadError)
    }
  }

  @Test("a network fault breaks an answer of the test's own", arguments: [0, 1, 3, 5, 8])
  func breakOff(count: Int) async throws {
    let answer = Answer.text("hello").broken(by: .connectionLost(afterBodyBytes: count))
    let stream = try await MockTransport(.any.respond(with: answer)).stream(request)
    #expect(Int(stream.headers["Content-Length"] ?? "") == max(5, count + 1))
    var received = Data()
    await #expect(throws: URLError(.networkConnectionLost)) {
      for try await chunk in stream { received += chunk }
    }
    #expect(received.count == count)
    #expect(String(decoding: received, as: UTF8.self) == "hello   ".prefix(count))
  }

  @Test("a network fault breaks an answer that streams, without its pauses")
  func stream() async throws {
    let answer = Answer.stream("he", .pause(.seconds(1)), "llo").broken(by: .connectionLost(afterBodyBytes: 4))
    let stream = try await MockTransport(.any.respond(with: answer), clock: VirtualClock()).stream(request)
    var received = Data()
    await #expect(throws: URLError(.networkConnectionLost)) {
      for try await chunk in stream { received += chunk }
    }
    #expect(String(decoding: received, as: UTF8.self) == "hell")
  }

  @Test(
    "a network fault that cuts the JSON of a long list leaves no JSON",
    arguments: ["[1,2]", "{\"a\":1}", "12345", "", "x", "[", "\"text\""])
  func truncated(_ text: String) async throws {
    let answer = Answer.text(text).broken(by: .truncatedJSON)
    let response = try await MockTransport(.any.respond(with: answer)).send(request)
    #expect(throws: (any Error).self) { try JSONValue(parsing: response.body) }
    #expect(response.headers["Content-Length"] == "\(response.body.count)")
  }

  @Test("a network fault keeps the answer's own words where only its shape changes")
  func shapes() async throws {
    func response(_ fault: NetworkFault) async throws -> HTTPResponse {
      try await MockTransport(.any.respond(with: .json(["a": 1], status: 201).broken(by: fault))).send(request)
    }
    let mislabelled = try await response(.wrongContentType)
    #expect(mislabelled.headers["content-type"] == "text/html; charset=utf-8")
    #expect(mislabelled.status == 201 && mislabelled.body == Data("{\"a\":1}".utf8))
    #expect(try await response(.emptyBody).body.isEmpty)
    #expect(try await response(.bodyTooLong).headers["Content-Length"] == "3")
    #expect(try await response(.captivePortal).status == 201)
    let limited = try await response(.tooManyRequests(retryAfter: 7))
    #expect(limited.status == 429 && limited.headers["Retry-After"] == "7")
    #expect(try await response(.serviceUnavailable).status == 503)
  }

  @Test("a network fault drips on a clock that the test chose, without losing a byte", arguments: 1...12)
  func drip(pieces: Int) async throws {
    let clock = VirtualClock()
    let answer = Answer.text("0123456789").broken(by: .slowDrip(pieces: pieces, every: .seconds(1)))
    let transport = MockTransport(.any.respond(with: answer), clock: clock)
    async let response = transport.send(request)
    for second in 1...min(pieces, 10) {
      #expect(try await clock.waitForSleepers(1).map(\.offset) == [.seconds(second)])
      clock.wakeSleepers()
    }
    #expect(try await response.body == Data("0123456789".utf8))
  }

  @Test(
    "a network fault waits for its time-out on a clock that the test chose",
    arguments: [NetworkFault.timedOut, .stalled])
  func timeOut(_ fault: NetworkFault) async throws {
    let clock = VirtualClock()
    let transport = MockTransport(.any.respond(with: .fault(fault)), clock: clock)
    let call = Task { try await transport.send(request) }
    _ = try await transport.nextRequest()
    guard case .pending = await transport.exchanges[0].outcome else {
      Issue.record("It did not wait")
      return
    }
    clock.jump(by: .seconds(60))
    await #expect(throws: URLError(.timedOut)) { try await call.value }
  }

  @Test("a network fault does not hide that a fixture is missing")
  func missing() async {
    let transport = MockTransport(.any.respond(with: .fixture("no/such.json").broken(by: .truncatedJSON)))
    let issues = await recordedIssues { _ = try? await transport.send(request) }
    #expect(issues.count == 1 && issues[0].text.contains("no/such.json"), "\(issues)")
  }
}

extension Result where Failure == any Error {
  fileprivate init(_ body: () async throws -> Success) async {
    do { self = .success(try await body()) } catch { self = .failure(error) }
  }
}
