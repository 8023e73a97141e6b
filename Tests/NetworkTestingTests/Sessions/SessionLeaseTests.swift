import NetworkStubs
import TestSupport

@testable import NetworkTesting

/// On Apple platforms a session that is not invalidated may never be released. Here, the test keeps it.
@Suite("A session that outlives its test")
struct SessionLeaseTests {
  static let scopes: [any TestScoping] = [
    NetworkTrait(list: [], sourceLocation: #_sourceLocation, filePath: #filePath),
    EverySessionTrait(network: NetworkTrait(list: [], sourceLocation: #_sourceLocation, filePath: #filePath)),
    AmbientTrait.host("test"), AmbientTrait.virtualTime, AmbientTrait.offline, AmbientTrait.liveNetwork,
  ]

  @Test(
    "a session that outlives its test reports an unused stub at the end of the test, once",
    arguments: Array(scopes.indices))
  func unused(index: Int) async throws {
    let scope = Self.scopes[index]
    let (kept, gate) = (Protected<URLSession?>(nil), Gate())
    let atEnd = await recordedIssues {
      try await run(scope) {
        kept.withLock { $0 = .mocked(by: Self.transport(releasing: gate)) }
      }
    }
    #expect(atEnd.count == 1, "\(atEnd)")
    #expect(atEnd.first?.text.contains("was never used") == true)
    let afterwards = await recordedIssues {
      kept.withLock { $0 = nil }
      await gate.wait()
    }
    #expect(afterwards.isEmpty, "\(afterwards)")
  }

  @Test(
    "a session that outlives its test is still answered, and reports nothing where all was used",
    arguments: Array(scopes.indices))
  func used(index: Int) async throws {
    let kept = Protected<URLSession?>(nil)
    let issues = await recordedIssues {
      try await run(Self.scopes[index]) {
        let session = URLSession.mocked(by: MockTransport(.get("/a").respond(with: .text("tea")).times(1...9)))
        kept.withLock { $0 = session }
        let text = try await session.answer(to: .test("/a")).text
        #expect(text == "tea")
      }
    }
    #expect(issues.isEmpty, "\(issues)")
    let session = try #require(kept.withLock { $0 })
    #expect(try await session.answer(to: .test("/a")).text == "tea")
  }

  @Test("a session that outlives its test reports an unused stub where the test threw, too")
  func thrown() async throws {
    let (kept, gate) = (Protected<URLSession?>(nil), Gate())
    let issues = await recordedIssues {
      try await run(Self.scopes[0]) {
        kept.withLock { $0 = .mocked(by: Self.transport(releasing: gate)) }
        throw CancellationError()
      }
    }
    #expect(issues.contains { $0.text.contains("was never used") }, "\(issues)")
    _ = await recordedIssues {
      kept.withLock { $0 = nil }
      await gate.wait()
    }
  }

  private static func transport(releasing gate: Gate) -> MockTransport {
    let witness = Witness(gate)
    return MockTransport(.get("/a").respond { _ in withExtendedLifetime(witness) { HTTPResponse() } })
  }

  private func run(_ scope: any TestScoping, _ body: @escaping @Sendable () async throws -> Void) async throws {
    let test = try #require(Test.current)
    try await scope.provideScope(for: test, testCase: nil, performing: body)
  }
}

/// What a stub's closure holds: it opens a gate when the transport is released.
private final class Witness: Sendable {
  private let gate: Gate

  init(_ gate: Gate) { self.gate = gate }

  deinit { gate.open() }
}
