#if !canImport(FoundationNetworking)
  import Foundation

  // Written from the documentation; not yet run on an Apple platform.

  /// The run loop of the thread on which a session calls its protocols, and wants to be called.
  // A CFRunLoop may be used from any thread, though its type does not say so; neither property changes.
  struct LoadingQueue: @unchecked Sendable {
    private let loop: CFRunLoop?
    private let mode: RunLoop.Mode

    /// The queue of the current thread.
    init(_ owner: SessionProtocol) {
      loop = CFRunLoopGetCurrent()
      mode = RunLoop.current.currentMode ?? .default
    }

    /// Runs a closure there.
    func run(_ body: @escaping @Sendable () -> Void) {
      guard let loop else { return body() }
      CFRunLoopPerformBlock(loop, mode.rawValue as CFString, body)
      CFRunLoopWakeUp(loop)
    }
  }
#endif
