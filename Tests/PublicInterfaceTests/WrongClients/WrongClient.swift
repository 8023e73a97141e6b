import Foundation
import NetworkStubs
import NetworkTesting
import TestSupport

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What an app does wrong where its test waits for it.
enum Mistake: CaseIterable, Sendable {
  /// Nothing.
  case none
  /// It waits for longer than it should.
  case tooSlow
  /// It does something else first, for a day.
  case neverAsks
  case asksOnceTooOften
}

/// A way to a server.
enum Way: CaseIterable, Sendable {
  case transport, mocked, configuration, everySession
}

/// A test's wait, in a form that an article or a recipe teaches.
enum WaitingTest: CaseIterable, Sendable {
  case timeOut, backOff, poll, debounce, spinner, events, sentInBackground, eventually, callbackOnClock
  /// With calls that the test answers.
  case twoCallers, leavingCaller, olderAnswer, model
  /// With code of the test that answers.
  case closure, body

  var isSuspended: Bool { [.twoCallers, .leavingCaller, .olderAnswer, .model].contains(self) }
}

struct WaitingCell: Sendable, CustomTestStringConvertible {
  let test: WaitingTest
  let mistake: Mistake
  let way: Way
  let isOnMainActor: Bool

  var testDescription: String { "\(test), \(mistake), \(way), \(isOnMainActor ? "main actor" : "pool")" }

  /// All that make sense: the trait for every session has no calls that the test answers.
  static let all: [Self] = WaitingTest.allCases.flatMap { test in
    Mistake.allCases.flatMap { mistake in
      Way.allCases.filter { $0 != .everySession || !test.isSuspended }.flatMap { way in
        [true, false].map { Self(test: test, mistake: mistake, way: way, isOnMainActor: $0) }
      }
    }
  }
}

/// An app with a mistake, and its server.
///
/// Its session is never invalidated: an app that still sleeps would crash when it sends something later, as over any session.
struct WrongClient: Sendable {
  let mistake: Mistake
  let clock: VirtualClock
  let transport: any RememberingTransport
  let session: URLSession?

  init(_ cell: WaitingCell, clock: VirtualClock, transport: any RememberingTransport) {
    mistake = cell.mistake
    self.clock = clock
    self.transport = transport
    session =
      switch cell.way {
      case .transport: nil
      case .mocked: .mocked(by: transport)
      case .configuration: URLSession(configuration: .mocked(by: transport))
      case .everySession: Self.unreachable
      }
  }

  private static let unreachable = URLSession(configuration: .ephemeral)

  /// Waits, and for longer if it is too slow.
  func sleep(_ seconds: Int) async throws {
    try await clock.sleep(for: .seconds(mistake == .tooSlow ? 4 * seconds : seconds))
  }

  /// Sends a request, and once more if it asks too often; returns the last status.
  @discardableResult func load(_ path: String = "/a", timeout: Double = 60) async throws -> Int {
    var request = URLRequest.make(.get, "https://api.test\(path)")
    request.timeoutInterval = mistake == .tooSlow ? 2 * timeout : timeout
    if mistake == .neverAsks { try await clock.sleep(for: .seconds(86_400)) }
    guard mistake == .asksOnceTooOften else { return try await send(request) }
    // Both at once, since the first may fail.
    let same = request
    async let other = send(same)
    let statuses = try await [send(same), other]
    return statuses[0]
  }

  private func send(_ request: URLRequest) async throws -> Int {
    guard let session else { return try await transport.send(request).status }
    let response = try await session.data(for: request).1 as? HTTPURLResponse
    return try #require(response).statusCode
  }
}
