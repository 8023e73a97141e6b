import Foundation

// The one lock of this folder: its value is reached only while it is held. A `Mutex` would need macOS 15.
final class Locked<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  init(_ value: sending Value) {
    self.value = value
  }

  /// Runs a closure that alone has the value.
  ///
  /// - Parameter body: What reads or changes the value; it must not call out.
  func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return body(&value)
  }
}
