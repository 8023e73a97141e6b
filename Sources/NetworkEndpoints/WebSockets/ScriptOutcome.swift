/// The outcome of a WebSocket's script. An error that the test does not await fails the test.
// The lock guards the properties below it.
package final class ScriptOutcome: @unchecked Sendable {
  /// The file, its path, the line and the column of the script.
  package let place: (fileID: String, filePath: String, line: Int, column: Int)

  private let lock = NSLock()
  private var error: (any Error)?
  private var hasEnded = false
  private var isReleased = false
  private var atEnd: (@Sendable () -> Void)?

  init(place: (fileID: String, filePath: String, line: Int, column: Int)) {
    self.place = place
    // Found by name, so that production code need not link it.
    (NSClassFromString("NetworkTesting.ScriptReporter") as? any ScriptReporting.Type)?.keep(self)
  }

  /// Returns the script's error and forgets it, so that it is told once.
  package func takeError() -> (any Error)? {
    lock.withLock {
      defer { error = nil }
      return error
    }
  }

  /// Calls a closure once the script has ended and the socket is released. The test can no longer await the error then.
  package func whenOver(_ body: @escaping @Sendable () -> Void) { lock.withLock { atEnd = body } }

  /// Notes the end of the script, and an error that is its own.
  func end(_ error: (any Error)?) {
    change {
      self.error = error
      hasEnded = true
    }
  }

  /// Notes that the socket was released.
  func release() { change { isReleased = true } }

  private func change(_ change: () -> Void) {
    let body: (@Sendable () -> Void)? = lock.withLock {
      change()
      guard hasEnded, isReleased else { return nil }
      defer { atEnd = nil }
      return atEnd
    }
    body?()
  }
}

/// A test library that reports the errors of scripts.
package protocol ScriptReporting: AnyObject {
  /// Keeps an outcome for the current test, if there is one.
  static func keep(_ outcome: ScriptOutcome)
}
