import Foundation

/// A value that is read and written under a lock, both in one allocation.
///
/// A bridge is made for every call that a test awaits, and an `NSLock` beside its state would cost as much as the
/// rest of it. `Mutex` needs macOS 15.
///
/// `@unchecked Sendable` because the value is reached through the lock alone. A value that is not sendable itself
/// may be put in only by code that gives it up.
struct Guarded<Value>: @unchecked Sendable {
  private final class Storage: ManagedBuffer<Value, pthread_mutex_t> {
    deinit {
      _ = withUnsafeMutablePointerToElements { pthread_mutex_destroy($0) }
    }
  }

  private let storage: ManagedBuffer<Value, pthread_mutex_t>

  init(_ value: Value) {
    storage = Storage.create(minimumCapacity: 1) { _ in value }
    storage.withUnsafeMutablePointerToElements { mutex in
      mutex.initialize(to: pthread_mutex_t())
      pthread_mutex_init(mutex, nil)
    }
  }

  /// Reads or changes the value; `body` must neither wait nor call foreign code.
  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    try storage.withUnsafeMutablePointers { value, mutex in
      pthread_mutex_lock(mutex)
      defer { pthread_mutex_unlock(mutex) }
      return try body(&value.pointee)
    }
  }
}
