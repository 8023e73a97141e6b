import Foundation
import NetworkSimulation
import NetworkStubs
import NetworkTesting
import TestSupport
import Testing

/// A component with a classic bug, and its corrected twin.
struct Specimen: Sendable, CustomTestStringConvertible {
  /// What the component does wrong.
  let name: String
  /// The faults without which the bug does not show, and with which the corrected twin has to be right.
  let faults: SimulatedFaults
  /// Uses the component, corrected or not; throws, or gets stuck, if the bug shows.
  let use: @Sendable (_ isCorrect: Bool) async throws -> Void

  init(_ name: String, faults: SimulatedFaults = [], _ use: @escaping @Sendable (Bool) async throws -> Void) {
    (self.name, self.faults) = (name, faults)
    self.use = use
  }

  var testDescription: String { name }

  static let all: [Self] = caches + states + orders + streams + views + work + actors + models

  /// The models that have files of their own.
  private static let models = ClassicBug.allCases.map { bug in
    Specimen(bug.rawValue) { try await $0 ? bug.showCorrection() : bug.showBug() }
  }
}

/// A service behind a network on which every call takes its time.
final class Remote: Sendable {
  /// How a service is called: by an injected transport, over a mocked session, or over one that no test can reach.
  enum Seam: CaseIterable { case transport, mockedSession, untouchedSession }

  /// The seam of those that are created in the task.
  @TaskLocal static var seam = Seam.transport
  private static let echo = Stub.any.respond { request in HTTPResponse(status: 200, body: request.body) }.optional()
  private static let untouched = URLSession(configuration: .ephemeral)

  private let seam = Remote.seam
  private let session: URLSession?
  private let transport: MockTransport

  init() {
    transport = seam == .untouchedSession ? .current : MockTransport(Self.echo)
    session =
      switch seam {
      case .transport: nil
      case .mockedSession: .mocked(by: transport)
      case .untouchedSession: Self.untouched
      }
  }

  deinit { if seam == .mockedSession { session?.finishTasksAndInvalidate() } }

  /// Calls the service.
  ///
  /// - Returns: What was sent.
  @discardableResult
  func call(_ path: String, sending text: String = "") async throws -> String {
    var request = URLRequest.to(path)
    request.httpMethod = "POST"
    request.httpBody = Data(text.utf8)
    let body = if let session { try await session.data(for: request).0 } else { try await transport.send(request).body }
    return String(decoding: body, as: UTF8.self)
  }

  /// How often a path was called.
  func calls(of path: String) async -> Int { await transport.requests(matching: .post("\(path)")).count }
}

/// What the traits of a simulated test do for a seam.
extension Remote {
  private static let everySession = EverySessionTrait.everySession(echo)

  /// Makes all runs of a test.
  static func withRuns<Result: Sendable>(_ runs: @Sendable () async -> Result) async throws -> Result {
    guard seam == .untouchedSession else { return await runs() }
    let result = Protected<Result?>(nil)
    try await everySession.provideScopeOfRuns(for: try #require(Test.current)) {
      let made = await runs()
      result.withLock { $0 = made }
    }
    return try #require(result.withLock { $0 })
  }

  /// Does what one run does.
  static func withRun(_ body: @Sendable () async throws -> Void) async throws {
    guard seam == .untouchedSession else { return try await body() }
    let test = try #require(Test.current)
    try await everySession.provideScopeOfRun(for: test, testCase: Test.Case.current, performing: body)
  }
}

/// Throws unless what a specimen promises is true.
func promise(_ isKept: Bool, _ otherwise: String) throws {
  if !isKept { throw Bug(otherwise) }
}

/// Does several things at once.
func together(_ operations: (@Sendable () async throws -> Void)...) async throws {
  try await withThrowingTaskGroup(of: Void.self) { group in
    for operation in operations { group.addTask { try await operation() } }
    try await group.waitForAll()
  }
}

/// What one task waits for; cancelling the task ends the wait.
struct Signal: Sendable {
  private let stream: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  init() { (stream, continuation) = AsyncStream.makeStream() }

  func fire() { continuation.yield() }

  func wait() async {
    for await _ in stream { return }
  }
}
