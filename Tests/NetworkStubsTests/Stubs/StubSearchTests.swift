import Foundation
import NetworkEndpoints
import NetworkStubs
import NetworkTesting
import TestSupport
import Testing

/// Predicates are asked without the lock under which a stub is taken, so anything may happen in between.
@Suite("The search for a stub")
struct StubSearchTests {
  /// A stub whose predicate notes that it is asked.
  private func stub(_ name: String, takes: Bool, _ asked: Protected<[String]>) -> Stub {
    .get("/a").matching(name) { _ in
      asked.withLock { $0.append(name) }
      return takes
    }.respond(json: .string(name)).optional()
  }

  @Test("the search for a stub asks each predicate once, up to the stub that answers")
  func once() async throws {
    let asked = Protected<[String]>([])
    let transport = MockTransport(
      stub("no", takes: false, asked), stub("yes", takes: true, asked), stub("late", takes: true, asked))
    #expect(try await transport.send(.get("/a")).body.text == #""yes""#)
    #expect(asked.withLock { $0 } == ["no", "yes"])
  }

  @Test("the search for a stub asks no predicate behind a stub that is certain to answer")
  func certain() async throws {
    let asked = Protected<[String]>([])
    let transport = MockTransport(
      stub("no", takes: false, asked), .get("/a").respond(status: 201).once(), stub("late", takes: true, asked))
    #expect(try await transport.send(.get("/a")).status == 201)
    #expect(asked.withLock { $0 } == ["no"])
  }

  @Test("a stub that another request uses up while a predicate is asked does not answer")
  func usedUp() async throws {
    let box = Protected<MockTransport?>(nil)
    let first = RequestMatcher.get("/a").matching("sends once") { [box] request in
      guard request.headers["Inner"] == nil, let engine = box.withLock({ $0 })?.engine else { return true }
      guard case .answered(let response) = try engine.receive(.get("/a", headers: ["Inner": "1"])) else { return false }
      #expect(response.status == 201)
      return true
    }
    let transport = MockTransport(first.respond(status: 201).once(), .get("/a").respond(status: 202))
    box.withLock { $0 = transport }
    #expect(try await transport.send(.get("/a")).status == 202)
    #expect(await transport.exchanges.map { $0.request.headers["Inner"] } == ["1", nil])
    box.withLock { $0 = nil }
  }

  @Test("a stub that is added while a predicate is asked takes part in the search")
  func added() async throws {
    let box = Protected<MockTransport?>(nil)
    let first = RequestMatcher.get("/a").matching("adds") { [box] _ in
      box.withLock { $0 }?.engine.replace(with: [.get("/a").respond(status: 202)])
      return true
    }
    let transport = MockTransport(first.respond(status: 201).optional())
    box.withLock { $0 = transport }
    #expect(try await transport.send(.get("/a")).status == 202)
    box.withLock { $0 = nil }
  }
}
