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

/// Keeps simulated code in its simulation where Swift's runtime would send it elsewhere.
///
/// Child tasks inherit the executor of a simulation. Two kinds of work do not: tasks made with `Task { }` go to the global
/// pool, and code on the main actor goes to the main queue. The runtime has a variable for a function that every enqueueing
/// on the pool goes through, and one for a function that is asked for the main actor's executor. Both are looked up by name;
/// where one is missing, that kind of work leaves the simulation, and nothing else changes. The second exists since Swift 6.2,
/// which on Apple platforms is a matter of the system's version; neither has been run there.
///
/// The functions are installed once, by the first simulated test, and pass on what belongs to no simulation.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
enum RuntimeHooks {
  private typealias Enqueue = @convention(thin) (UnownedJob) -> Void
  private typealias EnqueueHook = @convention(thin) (UnownedJob, Enqueue) -> Void
  private typealias GetExecutor = @convention(thin) () -> UnownedSerialExecutor
  private typealias GetExecutorHook = @convention(thin) (GetExecutor) -> UnownedSerialExecutor

  /// Installs the functions, once.
  static let install: Void = {
    if let variable = variable("swift_task_enqueueGlobal_hook", of: EnqueueHook?.self) {
      previousEnqueue = variable.pointee
      variable.pointee = { job, original in
        if let simulation = SimulatedTasks.simulation(of: job) {
          simulation.takeFromPool(job)
        } else if let previous = RuntimeHooks.previousEnqueue {
          previous(job, original)
        } else {
          original(job)
        }
      }
    }
    if let variable = variable("swift_task_getMainExecutor_hook", of: GetExecutorHook?.self) {
      previousGetExecutor = variable.pointee
      variable.pointee = { original in
        if let simulation = SimulationThread.simulation { return simulation.mainExecutor.asUnownedSerialExecutor() }
        return RuntimeHooks.previousGetExecutor?(original) ?? original()
      }
    }
  }()

  /// The functions that were there before. Unchecked, because they are written once, before the hooks can be called.
  private nonisolated(unsafe) static var previousEnqueue: EnqueueHook?
  private nonisolated(unsafe) static var previousGetExecutor: GetExecutorHook?

  private static func variable<Hook>(_ name: String, of _: Hook.Type) -> UnsafeMutablePointer<Hook>? {
    dlopen(nil, RTLD_NOW).flatMap { dlsym($0, name) }?.assumingMemoryBound(to: Hook.self)
  }

  /// The number that the runtime gave to the task of a job, which is unique; nil for a job without a task, such as an actor's.
  static func taskID(of job: UnownedJob) -> UInt64? {
    guard let getJobTaskID else { return Int(job.description.filter(\.isNumber)).map(UInt64.init) }
    let id = getJobTaskID(job)
    return id == 0 ? nil : id
  }

  /// The name that its author gave the task of the current thread; nil where it has none, as before Swift 6.2.
  static var currentTaskName: String? { getTaskName?().map { String(cString: $0) } }

  private static let getTaskName: (@convention(thin) () -> UnsafePointer<CChar>?)? = {
    guard let handle = dlopen(nil, RTLD_NOW), let symbol = dlsym(handle, "swift_task_getCurrentTaskName") else {
      return nil
    }
    return unsafeBitCast(symbol, to: (@convention(thin) () -> UnsafePointer<CChar>?).self)
  }()

  private static let getJobTaskID: (@convention(thin) (UnownedJob) -> UInt64)? = {
    guard let handle = dlopen(nil, RTLD_NOW), let symbol = dlsym(handle, "swift_task_getJobTaskId") else { return nil }
    return unsafeBitCast(symbol, to: (@convention(thin) (UnownedJob) -> UInt64).self)
  }()
}
