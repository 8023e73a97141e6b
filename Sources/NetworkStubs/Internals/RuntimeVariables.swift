/// The variables of Swift's runtime for functions that it calls when a job becomes ready.
enum RuntimeVariables {
  typealias Enqueue = @convention(thin) (UnownedJob) -> Void
  /// A function that every job on its way to the pool goes through.
  typealias EnqueueHook = @convention(thin) (UnownedJob, Enqueue) -> Void
  typealias GetExecutor = @convention(thin) () -> UnownedSerialExecutor
  /// A function that provides the main actor's executor.
  typealias GetExecutorHook = @convention(thin) (GetExecutor) -> UnownedSerialExecutor

  /// The variable for jobs; nil where the runtime has none. Unchecked: it is changed under the lock of ``RuntimeHooks``.
  nonisolated(unsafe) static let enqueue = variable("swift_task_enqueueGlobal_hook", of: EnqueueHook?.self)
  /// The variable for the main actor, since Swift 6.2. On Apple platforms, the runtime is the system's: it has it since macOS 26 and
  /// iOS 26. Unchecked: it is changed under the lock of ``RuntimeHooks``.
  nonisolated(unsafe) static let getExecutor = variable("swift_task_getMainExecutor_hook", of: GetExecutorHook?.self)

  static func isSame<Hook>(_ hook: Hook?, _ other: Hook) -> Bool {
    unsafeBitCast(hook, to: UInt.self) == unsafeBitCast(other, to: UInt.self)
  }

  /// The name of a function that another library has set.
  static func name(of hook: EnqueueHook) -> String { SymbolNames.name(of: unsafeBitCast(hook, to: UInt.self)) }

  private static func variable<Hook>(_ name: String, of _: Hook.Type) -> UnsafeMutablePointer<Hook>? {
    RuntimeSymbol.address(name)?.assumingMemoryBound(to: Hook.self)
  }
}
