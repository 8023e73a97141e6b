#if canImport(FoundationNetworking)
  /// The thread that has resumed a task, and may cancel it in the next line.
  ///
  /// A stub answers at once, as no server can. If its answer were told at once too, code that resumes a task and cancels it in the
  /// next line would be told the answer whenever its thread loses the processor between the two: on a busy machine in every fifth
  /// of such calls, where a bare session tells one of twenty. So an end is told when the thread waits for something or is gone, or
  /// after twenty milliseconds. Most threads wait when the answer gets to its queue, and then this takes some microseconds.
  struct ResumingThread: Sendable {
    private let number: pid_t

    /// The shortest and the longest pause between two looks, in microseconds.
    private static let pauses: (first: UInt32, last: UInt32) = (20, 320)
    /// The end of the wait, for a thread that goes on with something else.
    private static let limit = Duration.milliseconds(20)

    /// Of the C library, whose module hides it.
    private static let threadNumber = RuntimeSymbol.function("gettid", as: (@convention(c) () -> pid_t).self)

    /// The current thread; nil where its number is not known.
    static var current: Self? { threadNumber.map { Self(number: $0()) } }

    /// Waits until the thread has gone on, or something else has happened.
    func wait(unless isOver: () -> Bool) {
      guard number != Self.current?.number else { return }
      let end = ContinuousClock.now + Self.limit
      var pause = Self.pauses.first
      // Nothing tells when a thread waits.
      while !isOver(), !isWaiting, ContinuousClock.now < end {
        usleep(pause)
        pause = min(2 * pause, Self.pauses.last)
      }
    }

    /// Whether the kernel says that it waits for something, or is gone.
    ///
    /// Source: [proc(5)](https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html).
    private var isWaiting: Bool {
      let file = open("/proc/self/task/\(number)/stat", O_RDONLY | O_CLOEXEC)
      guard file >= 0 else { return true }
      defer { close(file) }
      // "7 (name) S …": a name has at most 15 bytes.
      var bytes: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0, 0, 0)
      return withUnsafeMutableBytes(of: &bytes) { bytes in
        let count = read(file, bytes.baseAddress, bytes.count)
        guard count > 0, let name = bytes.prefix(count).lastIndex(of: UInt8(ascii: ")")), name + 2 < count else {
          return true
        }
        return bytes[name + 2] == UInt8(ascii: "S")
      }
    }
  }
#endif
