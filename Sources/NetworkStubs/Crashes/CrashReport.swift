/// A report that the process writes when it crashes.
///
/// A signal handler may do little more than write, so its text is prepared before. It allocates nothing, takes no lock and uses no
/// generic type that was not used before: the crashed code may hold the lock of `malloc`. Then the previous handler is called, such
/// as the one that prints a back-trace.
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
      // A rehearsal: what Swift and the linker look up at the first use, the handler must find.
      _ = compose { writer() }
      memory.pointee.writers[memory.pointee.count] = writer
      memory.pointee.count += 1
      install
    }
  }

  /// Adds a piece to the report, in a signal handler; what does not fit is left out.
  package static func emit(_ bytes: UnsafeRawBufferPointer) {
    let room = size - memory.pointee.textCount
    let count = bytes.count < room ? bytes.count : room
    guard count > 0, let start = bytes.baseAddress else { return }
    memcpy(memory.pointee.text + memory.pointee.textCount, start, count)
    memory.pointee.textCount += count
  }

  /// Returns what a body emits, outside of a signal handler.
  static func preview(_ body: () -> Void) -> [UInt8] { lock.withLock { Array(compose(body)) } }

  /// Returns what a body emits, in one piece, in a signal handler.
  private static func compose(_ body: () -> Void) -> UnsafeRawBufferPointer {
    memory.pointee.textCount = 0
    body()
    return UnsafeRawBufferPointer(start: memory.pointee.text, count: memory.pointee.textCount)
  }

  /// Writes the report of all parts, in a signal handler.
  private static func writeAll() {
    let text = compose {
      var index = 0
      while index < memory.pointee.count {
        memory.pointee.writers[index]?()
        index += 1
      }
    }
    _ = write(STDERR_FILENO, text.baseAddress, text.count)
  }

  /// The installation of the handlers, once.
  private static let install: Void = {
    for number in signals {
      var action = sigaction()
      sigemptyset(&action.sa_mask)
      action.sa_flags = Int32(SA_ONSTACK) | Int32(SA_SIGINFO)
      let handler: @convention(c) (Int32, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?) -> Void = {
        number, info, _ in
        CrashReport.writeAll()
        sigaction(number, &CrashReport.memory.pointee.previous[Int(number)], nil)
        // The instruction runs again, and its fault reaches the previous handler with its address.
        if let info, CrashReport.isFault(number, info.pointee.si_code) { return }
        // A signal from outside the code, as from abort(), would not come again.
        raise(number)
      }
      #if canImport(Darwin)
        action.__sigaction_u.__sa_sigaction = handler
      #elseif canImport(Musl)
        action.__sa_handler.sa_sigaction = handler
      #else
        action.__sigaction_handler.sa_sigaction = handler
      #endif
      sigaction(number, &action, &memory.pointee.previous[Int(number)])
    }
  }()

  /// Returns whether a signal is the fault of an instruction, which comes again when the handler returns.
  ///
  /// - Parameters:
  ///   - number: The signal.
  ///   - code: Its `si_code`: for a signal that a process has sent, zero or less on Linux, and from 0x10001 on on Apple platforms.
  private static func isFault(_ number: Int32, _ code: Int32) -> Bool {
    #if arch(x86_64) || arch(i386)
      // The instruction for it has ended there, so it would not run again.
      if number == SIGTRAP { return false }
    #endif
    return code > 0 && code < 0x10000
  }
}
