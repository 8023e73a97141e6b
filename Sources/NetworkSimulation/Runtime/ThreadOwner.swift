/// Starts a task that serves the whole process and belongs to no simulation.
///
/// - Parameter operation: The operation. It inherits nothing: neither a test's priority nor its task-locals.
func startOutsideSimulation(_ operation: @escaping @Sendable () async -> Void) {
  ThreadOwner.with(nil) { _ = Task.detached(operation: operation) }
}

/// The owner of the current thread's work: a simulation, or nothing in particular.
enum ThreadOwner {
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()

  /// The address of the owner, which the code that set it keeps alive.
  static var address: UnsafeMutableRawPointer? { pthread_getspecific(key) }

  /// Runs a body on the current thread for an owner, or for none.
  static func with<Result>(_ owner: UnsafeMutableRawPointer?, _ body: () throws -> Result) rethrows -> Result {
    let outer = pthread_getspecific(key)
    pthread_setspecific(key, owner)
    defer { pthread_setspecific(key, outer) }
    return try body()
  }
}
