#if os(macOS) || os(Linux)
  public import Foundation

  extension Process {
    private static let starting = NSLock()

    /// Runs the process. Of several at once, Foundation's `run()` ends the tests at times.
    public func start() throws { try Self.starting.withLock { try run() } }
  }
#endif
