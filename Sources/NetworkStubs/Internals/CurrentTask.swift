/// What Swift's runtime knows of the current thread's task, and of the task of a job.
package enum CurrentTask {
  /// The address of the current thread's task; nil if it has none.
  static var address: UInt? { getCurrentTask?().map { UInt(bitPattern: $0) } }

  /// Its number.
  package static var id: UInt64? { address.flatMap { id(of: unsafeBitCast($0, to: UnownedJob.self)) } }

  /// Returns the runtime's unique number of the task of a job; nil for a job without a task, such as an actor's.
  package static func id(of job: UnownedJob) -> UInt64? {
    guard let getJobTaskID else { return Int(job.description.filter(\.isNumber)).map(UInt64.init) }
    let id = getJobTaskID(job)
    return id == 0 ? nil : id
  }

  /// Whether the runtime has these functions.
  static var isKnown: Bool { getCurrentTask != nil && getJobTaskID != nil }

  private static let getCurrentTask = RuntimeSymbol.function(
    "swift_task_getCurrent", as: (@convention(thin) () -> UnsafeRawPointer?).self)

  private static let getJobTaskID = RuntimeSymbol.function(
    "swift_task_getJobTaskId", as: (@convention(thin) (UnownedJob) -> UInt64).self)

  /// The name of the current task; nil if it has none, or the runtime has no names.
  package static var name: String? { getTaskName?().map { String(cString: $0) } }

  private static let getTaskName = RuntimeSymbol.function(
    "swift_task_getCurrentTaskName", as: (@convention(thin) () -> UnsafePointer<CChar>?).self)

  /// Cancels a task by its address; nil where the runtime has no such function.
  package static let cancel = RuntimeSymbol.function(
    "swift_task_cancel", as: (@convention(thin) (UnsafeRawPointer) -> Void).self)
}

/// A task by its number and its address, which is another's when it has ended.
package struct TaskReference: Sendable {
  package let id: UInt64
  package let address: UInt

  package init(id: UInt64, address: UInt) {
    self.id = id
    self.address = address
  }

  /// Creates the reference of a job's task; nil for a job without a task, such as an actor's.
  init?(of job: UnownedJob) {
    guard let id = CurrentTask.id(of: job) else { return nil }
    // A task begins with its job.
    self.init(id: id, address: unsafeBitCast(job, to: UInt.self))
  }

  /// The current thread's task; nil if it has none.
  package static var current: Self? {
    guard let address = CurrentTask.address, let id = CurrentTask.id else { return nil }
    return Self(id: id, address: address)
  }
}

extension UnownedJob {
  /// Its address, which is that of its task if it has one.
  package var address: UInt { unsafeBitCast(self, to: UInt.self) }
}

extension UnownedSerialExecutor {
  /// No actor in particular, as on the threads of the pool: the null executor of Swift's ABI.
  package static var generic: Self { unsafeBitCast((0, 0), to: Self.self) }
}
