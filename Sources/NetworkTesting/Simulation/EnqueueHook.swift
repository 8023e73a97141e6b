import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Keeps `Task { }` of simulated code in its simulation.
///
/// Only child tasks inherit an executor preference; a task made with `Task { }` goes to the global pool. But it is
/// enqueued by the thread that made it, and that thread is known. The Swift runtime offers a variable for a function that
/// every enqueueing on the pool goes through (`swift_task_enqueueGlobal_hook`, which XCTest-free test libraries have used
/// since Swift 5.5). It is looked up by name: where it is missing, `Task { }` leaves the simulation, and nothing else changes.
///
/// The function is installed once, by the first simulated test, and passes on what no simulation enqueued.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
enum EnqueueHook {
  typealias Original = @convention(thin) (UnownedJob) -> Void
  typealias Function = @convention(thin) (UnownedJob, Original) -> Void

  /// Whether the runtime calls the hook; asking for it installs it.
  static let isInstalled: Bool = {
    guard let handle = dlopen(nil, RTLD_NOW), let symbol = dlsym(handle, "swift_task_enqueueGlobal_hook") else {
      return false
    }
    let variable = symbol.assumingMemoryBound(to: Function?.self)
    previous = variable.pointee
    variable.pointee = { job, original in
      if let simulation = SimulationThread.simulation ?? MainWindow.simulation ?? SimulatedTasks.simulation(of: job) {
        simulation.takeFromPool(job)
      } else if let previous = EnqueueHook.previous {
        previous(job, original)
      } else {
        original(job)
      }
    }
    return true
  }()

  /// The hook that was there before. Unchecked, because it is written once, before the hook can be called.
  private nonisolated(unsafe) static var previous: Function?

  /// The number that the runtime gave to the task of a job; nil for a job without a task, such as an actor's.
  static func taskID(of job: UnownedJob) -> UInt64? {
    guard let getJobTaskID else { return Int(job.description.filter(\.isNumber)).map(UInt64.init) }
    let id = getJobTaskID(job)
    return id == 0 ? nil : id
  }

  private static let getJobTaskID: (@convention(thin) (UnownedJob) -> UInt64)? = {
    guard let handle = dlopen(nil, RTLD_NOW), let symbol = dlsym(handle, "swift_task_getJobTaskId") else { return nil }
    return unsafeBitCast(symbol, to: (@convention(thin) (UnownedJob) -> UInt64).self)
  }()
}

/// Which simulation the tasks belong to that have no executor preference.
///
/// Code outside of the simulation may wake such a task, such as a dispatch queue that resumes its continuation. The number
/// of the task, which is unique, leads it back.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
enum SimulatedTasks {
  private static let simulations = Guarded<[UInt64: Simulation]>([:])

  static func simulation(of job: UnownedJob) -> Simulation? {
    guard let id = EnqueueHook.taskID(of: job) else { return nil }
    return simulations.withLock { $0.isEmpty ? nil : $0[id] }
  }

  static func add(_ id: UInt64, to simulation: Simulation) {
    simulations.withLock { $0[id] = simulation }
  }

  static func remove(_ ids: [UInt64]) {
    simulations.withLock { for id in ids { $0[id] = nil } }
  }
}
