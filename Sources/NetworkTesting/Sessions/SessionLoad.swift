import Foundation
import NetworkEndpoints

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// How far one request of a mocked session has come.
///
/// Whoever comes first decides: an answer, a time-out or a cancellation. What comes later changes nothing.
struct SessionLoad {
  /// What a request ends with.
  enum Outcome {
    /// An answer, and where it came from.
    case response(HTTPResponse, URL?)
    /// A redirect that the loading system follows, and the request it leads to.
    case redirect(HTTPResponse, URLRequest)
    case failure(any Error)
  }

  private enum Phase {
    case new
    /// The transport may answer while the session still starts the request.
    case starting
    case waiting
    case settled(Outcome)
    case ended
  }

  private var phase = Phase.new
  private var isPaused = false
  private var work: [Task<Void, Never>] = []

  var isSettled: Bool {
    if case .settled = phase { true } else { false }
  }

  /// Starts the request, or goes on with one that was paused.
  ///
  /// - Returns: Whether this is the start.
  mutating func begin() -> Bool {
    isPaused = false
    guard case .new = phase else { return false }
    phase = .starting
    return true
  }

  /// Begins to wait, unless the outcome is there.
  ///
  /// - Returns: Whether there is something to wait for.
  mutating func wait() -> Bool {
    guard case .starting = phase else { return false }
    phase = .waiting
    return true
  }

  /// Adds a task that ends with the request.
  ///
  /// - Returns: Whether the request has not ended; if it has, nobody will end the task.
  mutating func add(_ task: Task<Void, Never>) -> Bool {
    switch phase {
    case .settled, .ended: return false
    case .new, .starting, .waiting: work.append(task)
    }
    return true
  }

  /// Takes an outcome if it is the first.
  ///
  /// - Returns: What to do about it.
  mutating func settle(_ outcome: Outcome) -> (isAwaited: Bool, over: [Task<Void, Never>]) {
    switch phase {
    case .starting:
      phase = .settled(outcome)
      return (false, takeWork())
    case .waiting:
      phase = .settled(outcome)
      return (true, takeWork())
    case .new, .settled, .ended:
      return (false, [])
    }
  }

  /// Hands the outcome out, once, unless the request is paused.
  mutating func takeOutcome() -> Outcome? {
    guard case .settled(let outcome) = phase, !isPaused else { return nil }
    phase = .ended
    return outcome
  }

  /// Keeps the outcome back until the request begins again.
  mutating func pause() {
    isPaused = true
  }

  /// Ends the request without an outcome.
  ///
  /// - Returns: The tasks that are to be cancelled.
  mutating func stop() -> [Task<Void, Never>] {
    phase = .ended
    return takeWork()
  }

  private mutating func takeWork() -> [Task<Void, Never>] {
    defer { work.removeAll() }
    return work
  }
}
