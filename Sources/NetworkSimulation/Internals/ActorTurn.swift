/// The turns of actors in a run: a call that a task makes in one is a choice of the run, even if the called actor is idle.
///
/// The runtime has a job that processes the jobs in an actor's line. In there, a task that calls an idle actor continues on that
/// actor directly, and so does a task that leaves its actor: the runtime asks no executor and calls no hook. It does ask if the
/// task's job was run on the actor's executor by hand. So a run takes the jobs out of the line and puts one of its own there. While
/// that one holds the actor, it runs the others by hand.
///
/// Swift's ABI doesn't fix where an actor has its line. The place is found by an experiment, which also shows whether all this
/// works: see ``ActorExperiment``. Otherwise lines stay as they are. Not yet run on Apple platforms.
///
/// Source: [Actor.cpp](https://github.com/swiftlang/swift/blob/main/stdlib/public/Concurrency/Actor.cpp).
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
struct ActorTurn {
  typealias Work = @convention(thin) (UnsafeRawPointer) -> Void
  /// The runtime's function for an isolated `deinit`, which does work on an actor, now or in its line.
  typealias PerformOnActor = @convention(thin) (UnsafeRawPointer, Work, UnownedSerialExecutor, Int) -> Void

  private struct Line {
    let turn: ActorTurn
    var jobs: [UnownedJob]
    /// The executor of the run, which some of the tasks prefer.
    let executor: UnownedTaskExecutor
  }

  private static let found = ActorExperiment().find()
  /// The jobs taken out of the lines of actors, by the addresses of the actors.
  private static let lines = Guarded<[UInt: Line]>([:])

  /// Makes the experiment, if this is the first use. Not in a task, and only while the hooks are in use.
  static func prepare() { _ = found }

  /// Whether turns can be had. Not before ``prepare()``.
  static var isFound: Bool { found != nil }

  /// Prepares the turn of an actor, which the caller gives it next by running a job.
  ///
  /// - Parameters:
  ///   - job: The job; other than an actor's, it changes nothing.
  ///   - executor: The executor of the run.
  static func begin(with job: UnownedJob, of executor: UnownedTaskExecutor) { found?.begin(with: job, of: executor) }

  /// The job that runs first in the turn that an actor gets by a job; nil where that is not known.
  static func firstJob(inTurnBy job: UnownedJob) -> UnownedJob? {
    guard let found, found.offsets.kind(of: job) == found.kind,
      let last = UnsafePointer<UInt>(bitPattern: found.offsets.actor(of: job) + found.line)
    else { return nil }
    return found.jobs(upTo: last.pointee).first
  }

  /// The kind of an actor's job.
  let kind: UInt8
  /// The offset of the line in an actor.
  let line: UInt
  /// The flag of a task that prefers an executor.
  let preference: UInt
  let offsets: JobOffsets
  let performOnActor: PerformOnActor

  func begin(with job: UnownedJob, of executor: UnownedTaskExecutor) {
    guard offsets.kind(of: job) == kind else { return }
    let address = offsets.actor(of: job)
    guard let actor = UnsafeRawPointer(bitPattern: address) else { return }
    let jobs = takeLine(ofActorAt: address)
    guard !jobs.isEmpty else { return }
    Self.lines.withLock { $0[address, default: Line(turn: self, jobs: [], executor: executor)].jobs += jobs }
    // The actor has been promised a turn, so this only joins the line.
    performOnActor(actor, Self.runLine, .actor(at: address), 0)
  }

  /// Runs what was in the line of an actor, which the caller holds, and what has joined it meanwhile.
  private static let runLine: Work = { actor in
    let address = UInt(bitPattern: actor)
    guard var line = lines.withLock({ $0.removeValue(forKey: address) }) else { return }
    repeat {
      for job in line.jobs { line.turn.run(job, onActorAt: address, of: line.executor) }
      line.jobs = line.turn.takeLine(ofActorAt: address)
    } while !line.jobs.isEmpty
  }

  private func run(_ job: UnownedJob, onActorAt address: UInt, of executor: UnownedTaskExecutor) {
    let flags = offsets.isTask(job) ? TaskStatus.flags(of: job) ?? 0 : 0
    if flags & preference != 0 {
      // Else each function that it calls would be a choice, even on the same actor.
      job.runSynchronously(isolatedTo: .actor(at: address), taskExecutor: executor)
    } else {
      job.runSynchronously(on: .actor(at: address))
    }
  }

  /// Removes and returns the jobs in an actor's line, in the order in which the runtime would run them.
  private func takeLine(ofActorAt address: UInt) -> [UnownedJob] {
    guard let place = UnsafeMutablePointer<UnsafeRawPointer?>(bitPattern: address + line) else { return [] }
    var last = place.pointee
    // Other threads may add to it.
    while last != nil, !_stdlib_atomicCompareExchangeStrongPtr(object: place, expected: &last, desired: nil) {}
    return jobs(upTo: UInt(bitPattern: last))
  }

  private func jobs(upTo last: UInt) -> [UnownedJob] {
    var jobs: [UnownedJob] = []
    var next = last
    while next != 0 {
      let job = unsafeBitCast(next, to: UnownedJob.self)
      jobs.insert(job, at: 0)
      next = offsets.next(after: job)
    }
    guard jobs.count > 1 else { return jobs }
    return Dictionary(grouping: jobs, by: offsets.priority).sorted { $0.key > $1.key }.flatMap(\.value)
  }
}

/// The offsets in a job of what is read of it: all but the actor are part of Swift's ABI.
///
/// Source: [Job](https://github.com/swiftlang/swift/blob/main/include/swift/ABI/Task.h).
struct JobOffsets {
  /// That of the next job in line.
  var next: UInt = 16
  /// That of its flags.
  var flags: UInt = 32
  /// That of the actor in an actor's job.
  var actor: UInt = 64

  func next(after job: UnownedJob) -> UInt { Self.word(of: job, at: next) }
  func actor(of job: UnownedJob) -> UInt { Self.word(of: job, at: actor) }
  func kind(of job: UnownedJob) -> UInt8 { UInt8(truncatingIfNeeded: Self.word(of: job, at: flags)) }
  func priority(of job: UnownedJob) -> UInt8 { UInt8(truncatingIfNeeded: Self.word(of: job, at: flags) >> 8) }
  func isTask(_ job: UnownedJob) -> Bool { kind(of: job) == 0 }

  /// Returns a word of a job that has yet to run, so that its memory is there.
  private static func word(of job: UnownedJob, at offset: UInt) -> UInt {
    UnsafePointer<UInt>(bitPattern: unsafeBitCast(job, to: UInt.self) + offset)?.pointee ?? 0
  }
}

extension UnownedSerialExecutor {
  /// The executor of an actor that has none of its own.
  fileprivate static func actor(at address: UInt) -> Self { unsafeBitCast((address, UInt(0)), to: Self.self) }
}
