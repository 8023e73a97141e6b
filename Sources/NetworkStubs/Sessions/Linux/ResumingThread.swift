#if canImport(FoundationNetworking)
  /// The thread that has resumed a task, and how far it had come then.
  ///
  /// A stub answers at once, as no server can. If its answer were told at once too, code that resumes a task and cancels it in the
  /// next line would be told the answer whenever its thread loses the processor between the two: on a busy machine in every fifth
  /// of such calls. So an end is told when the thread had its chance to go on: it waits for something, it is gone, or it has used two
  /// milliseconds of a processor since. That is time of its own, so it does not depend on what else runs.
  ///
  /// Most threads wait when the answer gets to its queue, and then this takes some microseconds.
  struct ResumingThread: Sendable {
    /// The clock of the time that the thread uses, which the kernel knows by the number of the thread.
    private let clock: clockid_t
    private let start: Duration

    /// The time after which a thread has gone on: many times what a call of `cancel()` needs, the first one of a process too.
    ///
    /// A virtual machine also counts time in which its host ran something else, and so does the kernel with interrupts: 0.2 ms of it
    /// were gone without a line of the thread's code in one of 300,000 calls.
    private static let enough = Duration.milliseconds(2)
    /// The shortest and the longest pause between two looks, in microseconds.
    private static let pauses: (first: UInt32, last: UInt32) = (20, 320)
    /// The end of the wait, for a thread that gets no processor at all.
    private static let limit = Duration.seconds(1)

    /// The number of threads that have called `cancel()` of a mocked task and have not taken its answer back yet.
    private static let cancelling = Tally()

    /// The current thread; nil where its clock is not known.
    static var current: Self? {
      // Made here, before any `cancel()`: a thread that waits there until another has made it would not be counted yet.
      _ = cancelling
      var clock = clockid_t()
      guard pthread_getcpuclockid(pthread_self(), &clock) == 0, let start = time(of: clock) else { return nil }
      return Self(clock: clock, start: start)
    }

    /// Whether it is the current thread.
    private var isCurrent: Bool {
      var clock = clockid_t()
      return pthread_getcpuclockid(pthread_self(), &clock) == 0 && clock == self.clock
    }

    /// Says that the current thread is about to take an answer back, since its code has just called `cancel()`.
    ///
    /// That needs locks, and a thread that waits for one of them looks as if it had gone on without cancelling anything. So this comes
    /// first, and takes none. It is not generic either, since the runtime finds a generic type under a lock.
    static func beginWithdrawal() { cancelling.increase() }

    /// Says that the answer is taken back, or that it was too late.
    static func endWithdrawal() { cancelling.decrease() }

    /// Waits until the thread has gone on, or something else has happened.
    func wait(unless isOver: () -> Bool) {
      guard !isCurrent else { return }
      let end = ContinuousClock.now + Self.limit
      var pause = Self.pauses.first
      // Nothing tells when a thread uses time.
      while !isOver(), !hasGoneOn || Self.cancelling.isAny, ContinuousClock.now < end {
        usleep(pause)
        pause = min(2 * pause, Self.pauses.last)
      }
    }

    private var hasGoneOn: Bool {
      guard let now = Self.time(of: clock) else { return true }
      return now - start >= Self.enough || isWaiting
    }

    /// The time that a thread has used; nil if it is gone.
    private static func time(of clock: clockid_t) -> Duration? {
      // Two words, as a `timespec` has them. Its members can't be named: the compiler wants their module imported, and which module it
      // takes for theirs varies from build to build.
      withUnsafeTemporaryAllocation(of: Int.self, capacity: 2) { words in
        words.initialize(repeating: 0)
        guard let start = UnsafeMutableRawPointer(words.baseAddress),
          clock_gettime(clock, start.assumingMemoryBound(to: timespec.self)) == 0
        else { return nil }
        return .seconds(words[0]) + .nanoseconds(words[1])
      }
    }

    /// Whether the kernel says that it waits for something, or is gone.
    private var isWaiting: Bool {
      // The number of a thread's clock is made of the thread's number.
      let file = open("/proc/self/task/\(~(clock >> 3))/stat", O_RDONLY | O_CLOEXEC)
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

  /// A count of threads that needs no lock.
  ///
  /// It is a semaphore that nobody waits for. An `Atomic` would do, but importing its module adds three seconds of processor time to
  /// each clean build of a consumer.
  ///
  /// `@unchecked Sendable` because the semaphore's memory is never freed, and its functions may be called by any thread.
  private struct Tally: @unchecked Sendable {
    private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

    init() { sem_init(semaphore, 0, 0) }

    /// Whether the count is above zero.
    ///
    /// A thread counts itself before it waits for a lock. So if the kernel shows it waiting, it is counted here.
    var isAny: Bool {
      var count: Int32 = 0
      return sem_getvalue(semaphore, &count) == 0 && count > 0
    }

    func increase() { sem_post(semaphore) }

    /// Takes off the thread that the caller has added.
    func decrease() { sem_trywait(semaphore) }
  }
#endif
