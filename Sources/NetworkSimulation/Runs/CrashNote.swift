/// A report of the run in which the process crashes.
///
/// The text of a run is created before it begins: a signal handler may do little more than write. Then the previous handler is
/// called, such as the one that prints a back-trace.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
enum CrashNote {
  private static let signals = [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE]
  /// The previous handlers, written once, before the new ones can be called.
  private nonisolated(unsafe) static let previous: UnsafeMutablePointer<sigaction> = {
    let actions = UnsafeMutablePointer<sigaction>.allocate(capacity: 64)
    actions.initialize(repeating: sigaction(), count: 64)
    return actions
  }()

  /// The installation of the handlers, once.
  static let install: Void = {
    for number in signals {
      var action = sigaction()
      sigemptyset(&action.sa_mask)
      action.sa_flags = Int32(SA_ONSTACK)
      let handler: @convention(c) (Int32) -> Void = { number in
        if let note = SimulationThread.simulation?.note {
          note.withUnsafeBytes { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
        }
        sigaction(number, &CrashNote.previous[Int(number)], nil)
        // A signal from outside the code, as from abort(), would not come again.
        raise(number)
      }
      #if canImport(Darwin) || canImport(Musl)
        action.__sigaction_u.__sa_handler = handler
      #else
        action.__sigaction_handler.sa_handler = handler
      #endif
      sigaction(number, &action, &previous[Int(number)])
    }
  }()
}
