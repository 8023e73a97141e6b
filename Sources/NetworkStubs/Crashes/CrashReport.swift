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

  /// The most bytes of a report.
  private static let size = 65_536

  /// The memory of the handler, which may not allocate any.
  private struct Memory {
    /// The report, which is written at once: other threads write between two pieces.
    let text = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 1)
    var textCount = 0
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

  /// Adds a piece to the report, in a signal handler; what does not fit is left out.
  package static func emit(_ bytes: UnsafeRawBufferPointer) {
    let count = min(bytes.count, size - memory.pointee.textCount)
    guard count > 0, let start = bytes.baseAddress else { return }
    memcpy(memory.pointee.text + memory.pointee.textCount, start, count)
    memory.pointee.textCount += count
  }

  /// Returns what a body emits, in one piece, in a signal handler.
  static func compose(_ body: () -> Void) -> UnsafeRawBufferPointer {
    memory.pointee.textCount = 0
    body()
    return UnsafeRawBufferPointer(start: memory.pointee.text, count: memory.pointee.textCount)
  }

  /// Writes the report of all parts, in a signal handler.
  private static func writeAll() {
    let text = compose {
      for index in 0..<memory.pointee.count { memory.pointee.writers[index]?() }
    }
    _ = write(STDERR_FILENO, text.baseAddress, text.count)
  }

  /// The installation of the handlers, once.
  private static let install: Void = {
    for number in signals {
      var action = sigaction()
      sigemptyset(&action.sa_mask)
      action.sa_flags = Int32(SA_ONSTACK)
      let handler: @convention(c) (Int32) -> Void = { number in
        CrashReport.writeAll()
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
