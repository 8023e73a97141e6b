/// Starts a task that serves the whole process, so that no simulation takes it for its own.
///
/// - Parameter operation: What it does. It inherits nothing: neither a test's priority nor its task-locals.
func startOutsideSimulation(_ operation: @escaping @Sendable () async -> Void) {
  if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
    SimulationThread.withSimulation(nil) { _ = Task.detached(operation: operation) }
  } else {
    Task.detached(operation: operation)
  }
}
