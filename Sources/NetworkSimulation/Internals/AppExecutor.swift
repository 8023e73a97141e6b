/// The executors of the app, on which tasks of a run are out of its reach.
///
/// A task with an executor of its own, and an actor with one, continue where that decides, and the runtime has no hook for it. What
/// wakes the run from there comes when it likes. Its thread tells whose it is: by the executor of the current job, or by the
/// function that runs the job. Not yet run on Apple platforms.
enum AppExecutor {
  /// The name of the executor of the actor on which the current thread runs a job: the runtime knows it; nil for none of the app's.
  static var ofActor: String? {
    guard let executor = RuntimeHooks.currentExecutor, executor.implementation != 0,
      let object = UnsafeRawPointer(bitPattern: executor.identity)
    else { return nil }
    let type: AnyClass = type(of: Unmanaged<AnyObject>.fromOpaque(object).takeUnretainedValue())
    // A run knows those of this package and of Swift.
    let module = String(String(reflecting: type).prefix { $0 != "." })
    return FunctionName.ownModules.contains(module) || ["Swift", "_Concurrency"].contains(module) ? nil : "\(type)"
  }

  /// The name of the executor of the task that the current thread runs, as its stack tells; nil for none of the app's.
  static var ofTask: String? { name(in: ThreadBacktrace.callers()) }

  /// The type whose function runs a job, as the stack of its thread tells, the innermost function first.
  static func name(in addresses: [UInt]) -> String? {
    guard let start = addresses.firstIndex(where: { SymbolNames.name(of: $0).hasPrefix("swift_job_run") }) else {
      return nil
    }
    guard let function = FunctionName.author(of: Array(addresses[start...])) else { return nil }
    let type = function.split(separator: ".").dropLast().joined(separator: ".")
    return type.isEmpty ? function : type
  }
}

extension RuntimeHooks {
  /// The executor of the current thread's job, whose implementation is 0 for an actor of Swift's own; nil where that cannot be told.
  static var currentExecutor: (identity: UInt, implementation: UInt)? {
    getCurrentExecutor.map { unsafeBitCast($0(), to: (identity: UInt, implementation: UInt).self) }
  }

  private static let getCurrentExecutor = RuntimeSymbol.function(
    "swift_task_getCurrentExecutor", as: (@convention(thin) () -> UnownedSerialExecutor).self)
}
