/// The active functions of another thread.
///
/// The thread receives a signal, whose handler records the return addresses on its stack; that also works while it waits for a
/// lock. Not yet run on Apple platforms.
enum ThreadBacktrace {
  private static let capacity = 64
  /// The buffer of the handler; one thread asks at a time.
  private nonisolated(unsafe) static let addresses = UnsafeMutablePointer<UnsafeMutableRawPointer?>.allocate(
    capacity: capacity)
  private nonisolated(unsafe) static var count: Int32 = 0
  /// The thread that is asked. Another one, which was asked before and whose handler runs only now, must not answer for it.
  private nonisolated(unsafe) static var asked: pthread_t?
  /// The pipe to which the handler writes a byte, one of the few things that it may do.
  static let pipe = ForeignMemory.makePipe()

  private typealias Capture = @convention(c) (UnsafeMutablePointer<UnsafeMutableRawPointer?>, Int32) -> Int32
  /// The C library's `backtrace`, which not every one has.
  private static let capture: Capture? = RuntimeSymbol.function("backtrace")

  private static let turn = NSLock()

  /// Returns the functions that called this one, the innermost first, by the addresses of their code.
  static func callers() -> [UInt] {
    guard let capture else { return [] }
    var found = [UnsafeMutableRawPointer?](repeating: nil, count: 48)
    let count = found.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.map { capture($0, Int32(buffer.count)) } ?? 0
    }
    return found.prefix(Int(count)).dropFirst(2).compactMap { $0.map { UInt(bitPattern: $0) - 1 } }
  }

  /// Allows the current thread to be asked; the threads of a pool start with all signals blocked.
  static func allowCurrentThread() {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGURG)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  /// Returns the active functions of a thread, the innermost first; empty if they cannot be found.
  static func frames(of thread: pthread_t) -> [String] {
    turn.withLock {
      guard let capture, let pipe else { return [] }
      // The first use loads a library, which the handler must not do.
      _ = capture(addresses, 1)
      count = 0
      asked = thread
      defer { asked = nil }
      var wait = pollfd(fd: pipe.read, events: Int16(POLLIN), revents: 0)
      var byte: UInt8 = 0
      // The answers of threads that took too long.
      while poll(&wait, 1, 0) == 1, read(pipe.read, &byte, 1) == 1 {}
      var action = sigaction(), previous = sigaction()
      set(&action) { _ in
        guard let asked = ThreadBacktrace.asked, pthread_equal(asked, pthread_self()) != 0,
          let capture = ThreadBacktrace.capture, let pipe = ThreadBacktrace.pipe
        else { return }
        ThreadBacktrace.count = capture(ThreadBacktrace.addresses, Int32(ThreadBacktrace.capacity))
        var byte: UInt8 = 0
        _ = write(pipe.write, &byte, 1)
      }
      sigaction(SIGURG, &action, &previous)
      defer { sigaction(SIGURG, &previous, nil) }
      guard pthread_kill(thread, SIGURG) == 0 else { return [] }
      guard poll(&wait, 1, 1_000) == 1 else { return [] }
      guard read(pipe.read, &byte, 1) == 1 else { return [] }
      // The handler and its callers come first.
      let found = (0..<Int(count)).compactMap { addresses[$0] }.dropFirst(2)
      return SymbolNames.names(of: found)
    }
  }

  private static func set(_ action: inout sigaction, _ handler: @escaping @convention(c) (Int32) -> Void) {
    sigemptyset(&action.sa_mask)
    action.sa_flags = Int32(SA_RESTART)
    #if canImport(Darwin) || canImport(Musl)
      action.__sigaction_u.__sa_handler = handler
    #else
      action.__sigaction_handler.sa_handler = handler
    #endif
  }
}
