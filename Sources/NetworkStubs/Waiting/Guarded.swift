/// A value that is read and written under a lock, both in one allocation.
///
/// A bridge is created for every call that a test awaits, and an `NSLock` beside its state would cost as much as the rest of it.
/// `Mutex` needs macOS 15.
///
/// The modules below use `NSLock` instead: as code of another module, this type would make a callback that comes immediately
/// 1.9 times its minimum (1.7 to 1.9 inlined), and not 1.4 times.
///
/// A lock without a value is an `NSLock`: the thread sanitizer mistakes an access to nothing for one to the allocation's first
/// bytes, and reports a race.
///
/// `@unchecked Sendable` because the value is reached only through the lock. A value that is not sendable itself may be put in
/// only by code that gives it up.
package struct Guarded<Value>: @unchecked Sendable {
  private final class Storage: ManagedBuffer<Value, pthread_mutex_t> {
    deinit { _ = withUnsafeMutablePointerToElements { pthread_mutex_destroy($0) } }
  }

  private let storage: ManagedBuffer<Value, pthread_mutex_t>
  // Their places in the storage, which never move. In a debug build, asking the storage each time takes longer than locking.
  private let value: UnsafeMutablePointer<Value>
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>

  package init(_ value: Value) {
    storage = Storage.create(minimumCapacity: 1) { _ in value }
    self.value = storage.withUnsafeMutablePointerToHeader { $0 }
    mutex = storage.withUnsafeMutablePointerToElements { $0 }
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
  }

  package func isSame(as other: Self) -> Bool { storage === other.storage }

  /// Reads or changes the value; `body` must neither wait nor call foreign code.
  package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    pthread_mutex_lock(mutex)
    defer {
      pthread_mutex_unlock(mutex)
      // As `withExtendedLifetime(_:_:)`, whose generic code a debug build looks up each time.
      _fixLifetime(storage)
    }
    return try body(&value.pointee)
  }
}

extension Guarded<Bool> {
  /// Makes it true; returns whether it was not before, as for what is said once.
  package func becomesTrue() -> Bool {
    withLock { value in
      defer { value = true }
      return !value
    }
  }
}

extension Guarded {
  /// Takes the value out, so that it is released outside of the lock.
  package func take<Wrapped>() -> Wrapped? where Value == Wrapped? {
    withLock { value in
      defer { value = nil }
      return value
    }
  }
}
