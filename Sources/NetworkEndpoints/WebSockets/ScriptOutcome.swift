/// The outcome of a WebSocket's script, whose error fails its test unless somebody has asked for it.
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

  /// The error of the script that nobody was told of, which is handed over.
  package func takeError() -> (any Error)? {
    lock.withLock {
      defer { error = nil }
      return error
    }
  }

  /// Calls a closure when the script has ended and the socket was released: then nobody asks any more.
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

/// A test library, which is told of scripts whose errors nobody has asked for.
package protocol ScriptReporting: AnyObject {
  /// Keeps an outcome for the current test, if there is one.
  static func keep(_ outcome: ScriptOutcome)
}
