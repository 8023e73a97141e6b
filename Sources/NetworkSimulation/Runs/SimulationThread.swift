/// The threads on which simulations run: a few for the whole process, each for one simulation at a time.
///
/// They are not those of the cooperative pool, since a simulation may have to wait for outside events.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
enum SimulationThread {
  private struct Contents {
    var waiting: [@Sendable () -> Void] = []
    var threads = 0
    var idle = 0
  }

  private static let limit = max(4, ProcessInfo.processInfo.activeProcessorCount)
  private static let contents = Guarded(Contents())
  private static let arrivals = DispatchSemaphore(value: 0)

  /// Does work on one of the threads, as soon as one is free.
  static func perform(_ work: @escaping @Sendable () -> Void) {
    let mustStart = contents.withLock { contents in
      contents.waiting.append(work)
      guard contents.idle < contents.waiting.count, contents.threads < limit else { return false }
      contents.threads += 1
      return true
    }
    arrivals.signal()
    guard mustStart else { return }
    let thread = Thread { serve() }
    thread.name = "NetworkTesting simulation"
    thread.qualityOfService = .userInitiated
    thread.start()
  }

  private static func serve() {
    ThreadBacktrace.allowCurrentThread()
    while true {
      contents.withLock { $0.idle += 1 }
      arrivals.wait()
      let work = contents.withLock { contents in
        contents.idle -= 1
        return contents.waiting.removeFirst()
      }
      work()
    }
  }

  /// The simulation that runs on the current thread.
  static var simulation: Simulation? {
    ThreadOwner.address.map { Unmanaged<Simulation>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Runs a body on the current thread as a part of a simulation, which the caller keeps alive.
  static func withSimulation<Result>(_ simulation: Simulation, _ body: () throws -> Result) rethrows -> Result {
    try ThreadOwner.with(Unmanaged.passUnretained(simulation).toOpaque(), body)
  }
}
