#if canImport(FoundationNetworking)
  /// The thread that has resumed a task, and may cancel it in the next line.
  ///
  /// A stub answers at once, as no server can. If a session had the answer at once too, code that resumes a task and cancels it in the
  /// next line would be told the answer whenever its thread loses the processor between the two. A bare session tells few of such calls.
  /// So the session gets the answer when two looks in a row, with a turn of its queues between them, find that the thread waits or is
  /// gone, or after twenty milliseconds. From then on, its own `cancel()` decides.
  struct ResumingThread: Sendable {
    private let number: pid_t
    private let start = ContinuousClock.now

    /// The end of the wait, for a thread that goes on with something else.
    private static let limit = Duration.milliseconds(20)

    /// Of the C library, whose module hides it.
    private static let threadNumber = RuntimeSymbol.function("gettid", as: (@convention(c) () -> pid_t).self)

    /// The current thread; nil where its number is not known.
    static var current: Self? { threadNumber.map { Self(number: $0()) } }

    /// The number of looks before the first pause, each of which hands the processor on.
    private static let turns = 8

    /// The time until the next look at the thread, as long again as it has gone on; nil if it waits, is gone, or has had its time.
    ///
    /// Most threads have lost the processor to this one on their way to a wait, and come there if they get it back.
    var pause: Duration? {
      for _ in 0..<Self.turns {
        if isWaiting { return nil }
        sched_yield()
      }
      let time = start.duration(to: .now)
      return time > Self.limit ? nil : max(time, .microseconds(20))
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
