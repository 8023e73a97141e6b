/// State that is read and changed under a lock.
///
/// `Mutex` needs macOS 15, and importing its module adds three seconds of processor time to each clean build of a consumer.
/// `Guarded` of NetworkStubs is one allocation instead of two, for what is made at each call.
///
/// `@unchecked Sendable` because the state is reached only through the lock. State that is not sendable itself, such as one of
/// Foundation's tasks, may be put in only by code that gives it up.
final class Locked<State>: @unchecked Sendable {
  private let lock = NSLock()
  private var state: State

  init(_ state: State) { self.state = state }

  /// Reads or changes the state; `body` must neither wait nor call foreign code.
  func withLock<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
    try lock.withLock { try body(&state) }
  }
}
