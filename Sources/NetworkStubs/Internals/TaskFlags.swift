/// The layout of the word in a task that has its flags, by which a running task is known.
///
/// On Apple platforms with 64 bits, the runtime escalates priorities, and a task that runs has no flag. The upper half of the word
/// is a lock there, which names the thread that runs the task. Elsewhere the upper half is unused.
///
/// Source: [ActiveTaskStatus](https://github.com/swiftlang/swift/blob/main/stdlib/public/Concurrency/TaskPrivate.h), and
/// `SWIFT_CONCURRENCY_ENABLE_PRIORITY_ESCALATION` in
/// [Concurrency.h](https://github.com/swiftlang/swift/blob/main/include/swift/Runtime/Concurrency.h).
struct TaskFlags: Hashable, Sendable {
  /// The bits of which at least one is set while the task runs.
  private let running: UInt

  private static let runningFlag: UInt = 0x800, isEnqueued: UInt = 0x1000, isComplete: UInt = 0x2000

  /// The layout with a flag.
  static let flag = Self(running: runningFlag)
  /// The layout with a lock. Its two lowest bits are no part of the thread's name: they say that others wait.
  static let lock = Self(running: UInt(truncatingIfNeeded: UInt64(0xFFFF_FFFC) << 32))

  /// The words of one task in each of its states, from the same address on.
  struct Samples {
    var enqueued: [UInt] = []
    var running: [UInt] = []
    var waiting: [UInt] = []
    var ended: [UInt] = []
  }

  /// Finds the word with the flags of a task that was taken from state to state.
  ///
  /// - Returns: Its index and layout, if exactly one word fits exactly one layout in each state; otherwise nil.
  static func find(in samples: Samples) -> (index: Int, layout: Self)? {
    let all = [samples.enqueued, samples.running, samples.waiting, samples.ended]
    let fits = [flag, lock].flatMap { layout in
      (0..<(all.map(\.count).min() ?? 0)).filter { index in
        layout.has(isEnqueued, in: samples.enqueued[index]) && layout.has(layout.running, in: samples.running[index])
          && layout.has(0, in: samples.waiting[index]) && layout.has(isComplete, in: samples.ended[index])
      }.map { ($0, layout) }
    }
    return fits.count == 1 ? fits[0] : nil
  }

  /// Whether a word may be flags, and has a state, or none, but no other.
  private func has(_ state: UInt, in word: UInt) -> Bool {
    let states = running | Self.runningFlag | Self.isEnqueued | Self.isComplete
    return Self.areFlags(word) && (state == 0 || word & state != 0) && word & states & ~state == 0
  }

  /// Whether a word may be flags: a priority, and no bit that has no meaning. The upper half may name a thread.
  static func areFlags(_ word: UInt) -> Bool { word & 0xFFFF_0000 == 0 && (1...0x21).contains(word & 0xFF) }

  /// Whether the flags are those of a task that has ended.
  static func haveEnded(_ word: UInt) -> Bool { word & isComplete != 0 }

  /// Returns what the flags of a task say that it does; nil if it waits or has ended.
  func state(of word: UInt) -> TaskStatus.State? {
    if word & running != 0 { return .runs }
    return word & Self.isEnqueued != 0 ? .isInLine : nil
  }

  /// Returns a word as it was read, or as it would be with a lock: see ``AppleDifference/taskLocks``.
  static func seen(_ word: UInt) -> UInt {
    guard AppleDifference.taskLocks.isOn, word & runningFlag != 0, areFlags(word) else { return word }
    return word & ~runningFlag | UInt(truncatingIfNeeded: UInt64(0x103) << 32)
  }
}
