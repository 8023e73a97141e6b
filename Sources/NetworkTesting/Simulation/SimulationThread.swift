import Foundation

/// The threads on which simulations run: a few for the whole process, each for one simulation at a time.
///
/// Not those of the cooperative pool, since a simulation may have to wait for what is outside of it.
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

  // MARK: Whose turn it is

  /// The simulation that runs on the current thread.
  static var simulation: Simulation? {
    ThreadOwner.address.map { Unmanaged<Simulation>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Runs on the current thread as a part of a simulation, which the caller keeps alive.
  static func withSimulation<Result>(_ simulation: Simulation, _ body: () throws -> Result) rethrows -> Result {
    try ThreadOwner.with(Unmanaged.passUnretained(simulation).toOpaque(), body)
  }
}

/// What leads the main actor's work back into a simulation.
///
/// The main actor cannot be simulated: its jobs run on the main thread, in their order, whatever the seed says. But a
/// simulation can wait until the main queue has done what is in it, before each of its own steps. Then only one of the two
/// runs at a time, and whatever the main queue enqueues meanwhile can be taken as the simulation's. For that no other
/// simulation may have to do with the main actor at the same time.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
enum MainWindow {
  private static let turn = DispatchSemaphore(value: 1)
  private static let owner = Guarded<Simulation?>(nil)
  private static let key: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// The simulation that has to do with the main queue, if the caller runs there.
  static var simulation: Simulation? {
    guard let owner = owner.withLock({ $0 }), DispatchQueue.getSpecific(key: key) == true else { return nil }
    return owner
  }

  /// Waits until no other simulation has to do with the main queue.
  static func open(for simulation: Simulation) {
    _ = key
    turn.wait()
    owner.withLock { $0 = simulation }
  }

  static func close() {
    owner.withLock { $0 = nil }
    turn.signal()
  }

  /// Waits until the main queue has done what is in it, and what that has put there in turn.
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
