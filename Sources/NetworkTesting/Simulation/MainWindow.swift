import Foundation

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
