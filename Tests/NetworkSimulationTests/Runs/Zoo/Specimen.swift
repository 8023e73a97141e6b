import Foundation
import NetworkSimulation
import NetworkTesting
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

/// A service behind a network on which every call takes its time, called by an injected transport or over a mocked session.
final class Remote: Sendable {
  /// Whether those that are created in the task are called over a session.
  @TaskLocal static var isOverSession = false

  private let session: URLSession?
  private let transport = MockTransport(
    .any.respond { request in HTTPResponse(status: 200, body: request.body) }.optional())

  init() { session = Self.isOverSession ? .mocked(by: transport) : nil }

  deinit { session?.finishTasksAndInvalidate() }

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
