import Foundation

/// The threads on which simulations run: a few for the whole process, each for one simulation at a time.
///
/// They are not those of the cooperative pool, since a simulation may have to wait for events outside of it.
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

  /// Runs on the current thread as a part of a simulation, which the caller keeps alive.
  static func withSimulation<Result>(_ simulation: Simulation, _ body: () throws -> Result) rethrows -> Result {
    try ThreadOwner.with(Unmanaged.passUnretained(simulation).toOpaque(), body)
  }
}

/// Leads the main actor's work back into a simulation.
///
/// The main actor cannot be simulated: its jobs run on the main thread, in their order, independently of the seed. But a
/// simulation can wait until the main queue is empty, before each of its own steps. Then only one of the two runs at a time,
/// and what the main queue enqueues meanwhile can be attributed to the simulation. For that no other simulation may use the
/// main actor at the same time.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
enum MainWindow {
  private static let turn = DispatchSemaphore(value: 1)
  private static let owner = Guarded<Simulation?>(nil)
  private static let key: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// The simulation that uses the main queue, if the caller runs there.
  static var simulation: Simulation? {
    guard let owner = owner.withLock({ $0 }), DispatchQueue.getSpecific(key: key) == true else { return nil }
    return owner
  }

  /// Waits until no other simulation uses the main queue.
  static func open(for simulation: Simulation) {
    _ = key
    turn.wait()
    owner.withLock { $0 = simulation }
  }

  static func close() {
    owner.withLock { $0 = nil }
    turn.signal()
  }

  /// Waits until the main queue has run what is in it, and what that has enqueued in turn.
  static func waitForMainQueue() {
    let isDone = DispatchSemaphore(value: 0)
    DispatchQueue.main.async {
      DispatchQueue.main.async {
        DispatchQueue.main.async { isDone.signal() }
      }
    }
    isDone.wait()
  }
}
