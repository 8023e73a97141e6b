import Foundation
import NetworkEndpoints
import NetworkStubs
import TestSupport
import Testing

@testable import NetworkHAR
@testable import NetworkRecording
@testable import NetworkSimulation
@testable import NetworkTesting

/// Every pair and triple of traits, in every order, or an eighth of them in ordinary runs: all work together, or say before anything is sent that they do not.
@Suite("Traits together", .timeLimit(.minutes(15)))
struct TraitTableTests {
  private enum Kind: String, CaseIterable {
    case network, host, recording, fromAnywhere, everySession, virtualTime, simulated, liveNetwork, timeLimit,
      serialized
  }

  /// Where the traits are written: on the test, on its suite, or all but the last on the suite.
  enum Placement: Int { case test, suite, both }

  private struct Combination: CustomStringConvertible {
    let kinds: [Kind]

    var description: String { kinds.map { ".\($0)" }.joined(separator: ", ") }

    static let all: [Self] = {
      let pairs = Kind.allCases.flatMap { first in
        Kind.allCases.filter { $0 != first }.map { [first, $0] }
      }
      let triples = pairs.flatMap { pair in Kind.allCases.filter { !pair.contains($0) }.map { pair + [$0] } }
      return (pairs + triples).map { Self(kinds: $0) }
    }()

    func has(_ kind: Kind) -> Bool { kinds.contains(kind) }
  }

  private let fixtures: TemporaryFixtures

  init() throws {
    fixtures = try TemporaryFixtures()
    try fixtures.put(Recordings.numbered([.get("/recorded")]).encoded(), at: "a")
  }

  private func trait(_ kind: Kind, ofSuite isOfSuite: Bool) -> any TestTrait {
    switch kind {
    case .network:
      let stub = Stub.get("/stubbed").respond(with: .text("stub"))
      if isOfSuite {
        let trait = NetworkTrait(arguments: [stub], sourceLocation: #_sourceLocation, filePath: #filePath)
        trait.suites.addCurrent()
        return trait
      }
      return .network(stub.optional())
    case .liveNetwork: return .liveNetwork
    case .host: return .host("test")
    case .recording:
      var recording = RecordingTrait(
        "a", RecordingOptions(), sourceLocation: #_sourceLocation, filePath: fixtures.filePath)
      recording.environment = RecordingEnvironment(variables: [:]) { Date() }
      return recording
    case .fromAnywhere:
      return .everySession(Stub.get("/shared").respond(with: .text("shared")).optional()).fromAnywhere()
    case .everySession: return .everySession(Stub.get("/every").respond(with: .text("every")).optional())
    case .virtualTime: return .virtualTime
    case .simulated: return .simulated(runs: 3)
    case .timeLimit: return .timeLimit(.minutes(1))
    case .serialized: return .serialized
    }
  }

  /// Runs a body in the scopes of the traits, the first one outermost, as Swift Testing does.
  private func provideScopes(
    _ traits: [any TestTrait], _ test: Test, _ body: @escaping @Sendable () async throws -> Void
  ) async throws {
    guard let first = traits.first else { return try await body() }
    let rest = Array(traits.dropFirst())
    guard let scope = first as? any TestScoping else { return try await provideScopes(rest, test, body) }
    try await scope.provideScope(for: test, testCase: Test.Case.current) {
      try await provideScopes(rest, test, body)
    }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("They agree on the network, the host and the clock")
  func ofTest() async throws { try await check(on: .test) }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("They agree where they are those of a suite")
  func ofSuite() async throws { try await check(on: .suite) }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("They agree where the last is the test's and the others are its suite's")
  func ofBoth() async throws { try await check(on: .both) }

  // A recording of a case has a name of its own.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("They agree in each case of a test with parameters", arguments: [1, 2])
  func ofCase(argument: Int) async throws {
    for combination in Effort.every(8, of: Combination.all, from: 3 + argument) where !combination.has(.recording) {
      try await check(combination, .test)
    }
  }

  private func check(on placement: Placement) async throws {
    for combination in Effort.every(8, of: Combination.all, from: placement.rawValue) {
      try await check(combination, placement)
    }
  }

  private func check(_ combination: Combination, _ placement: Placement) async throws {
    let traits = combination.kinds.enumerated().map { index, kind in
      trait(kind, ofSuite: placement == .suite || placement == .both && index < combination.kinds.count - 1)
    }
    var described = try #require(Test.current)
    described.traits = traits
    let test = described
    let bodies = Protected(0)
    let issues = await recordedIssues {
      try await provideScopes(traits, test) {
        bodies.withLock { $0 += 1 }
        try await Self.use(combination)
      }
    }
    #expect(issues.map(\.text) == [], "\(combination) on \(placement)")
    #expect(bodies.withLock { $0 } == (combination.has(.simulated) ? 3 : 1), "\(combination)")
  }

  private static func use(_ combination: Combination) async throws {
    if combination.has(.liveNetwork) {
      // What answers without it still does; nothing is sent here.
      let isReal = AmbientNetwork.current.transport is URLSessionTransport
      let answering: [Kind] = [.network, .recording, .fromAnywhere, .everySession]
      #expect(isReal == !answering.contains(where: combination.has))
    }
    if combination.has(.host) { #expect(AmbientNetwork.current.host == "test") }
    #expect((VirtualClock.current != nil) == (combination.has(.virtualTime) || combination.has(.simulated)))
    if combination.has(.simulated) {
      // Time that nobody moves.
      let start = VirtualClock.simulated.now
      try await VirtualClock.simulated.sleep(for: .seconds(30))
      #expect(start.duration(to: VirtualClock.simulated.now) == .seconds(30))
    }
    if combination.has(.network) {
      #expect(try await MockTransport.current.send(.test("/stubbed")).body == Data("stub".utf8))
    }
    if combination.has(.recording) {
      let transport = try #require(AmbientNetwork.current.transport)
      #expect(try await transport.send(.get("/recorded")).status == 200)
    }
    if combination.has(.fromAnywhere) {
      #expect(try await URLSession.shared.data(for: .test("/shared")).0 == Data("shared".utf8))
    }
    if combination.has(.everySession) {
      #expect(try await UntouchedSessions.usual.data(for: .test("/every")).0 == Data("every".utf8))
    }
  }
}
