/// A report that the process writes when it crashes.
///
/// A signal handler may do little more than write, so its text is prepared before. Then the previous handler is called, such as the
/// one that prints a back-trace.
package enum CrashReport {
  /// A function that writes a part of the report, called in a signal handler.
  package typealias Writer = @convention(c) () -> Void

  private static let signals = [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE]
  private static let lock = NSLock()
  /// The most parts: the cases of lists, and simulated runs.
  private static let limit = 4

  /// The memory of the handler, which may not allocate any.
  private struct Memory {
    let writers = UnsafeMutablePointer<Writer?>.allocate(capacity: limit)
    var count = 0
    /// The previous handlers, written once, before the new ones can be called.
    let previous = UnsafeMutablePointer<sigaction>.allocate(capacity: 64)

    init() {
      writers.initialize(repeating: nil, count: limit)
      previous.initialize(repeating: sigaction(), count: 64)
    }
  }

  // Unchecked: written under the lock, and read by a handler that may not wait for it.
  private nonisolated(unsafe) static let memory: UnsafeMutablePointer<Memory> = {
    let memory = UnsafeMutablePointer<Memory>.allocate(capacity: 1)
    memory.initialize(to: Memory())
    return memory
  }()

  /// Adds a part of the report.
  package static func add(_ writer: @escaping Writer) {
    lock.withLock {
      guard memory.pointee.count < limit else { return }
      memory.pointee.writers[memory.pointee.count] = writer
      memory.pointee.count += 1
      install
    }
  }

  /// Writes a part of the report, in a signal handler.
  package static func emit(_ bytes: UnsafeRawBufferPointer) {
    _ = write(STDERR_FILENO, bytes.baseAddress, bytes.count)
  }

  /// The installation of the handlers, once.
  private static let install: Void = {
    for number in signals {
      var action = sigaction()
      sigemptyset(&action.sa_mask)
      action.sa_flags = Int32(SA_ONSTACK)
      let handler: @convention(c) (Int32) -> Void = { number in
        for index in 0..<CrashReport.memory.pointee.count { CrashReport.memory.pointee.writers[index]?() }
        sigaction(number, &CrashReport.memory.pointee.previous[Int(number)], nil)
        // A signal from outside the code, as from abort(), would not come again.
        raise(number)
      }
      #if canImport(Darwin) || canImport(Musl)
        action.__sigaction_u.__sa_handler = handler
      #else
        action.__sigaction_handler.sa_handler = handler
      #endif
      sigaction(number, &action, &memory.pointee.previous[Int(number)])
    }
  }()
}
