import Foundation

/// A value that a test shares with the code that it hands out, under a lock.
///
/// `@unchecked Sendable` because the value is reached only through the lock. A value that is not sendable itself may be put in
/// only by code that gives it up.
package final class Protected<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  package init(_ value: Value) { self.value = value }

  /// Reads or changes the value; `body` must neither wait nor lock it again.
  package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
