import Foundation

extension Benchmark {
  /// Measures subject and floor in turns, so that whatever else the machine does slows both.
  ///
  /// What counts is the time that this process had a processor. On the clock, a program that runs beside this one, or a
  /// processor that sleeps and is woken for a thread, takes more than most of what is measured.
  func run() async throws -> Measurement {
    guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *), !isOnPool else {
      return try await measure()
    }
    return try await withTaskExecutorPreference(OneThread.shared) { try await measure() }
  }

  private func measure() async throws -> Measurement {
    _ = try await (sample(of: subject), sample(of: floor))
    var subjects: [Double] = []
    var floors: [Double] = []
    let clock = ContinuousClock()
    let end = clock.now + .seconds(Bound.isDebug ? 8 : 30)
    for number in 0..<samples where number < 3 || clock.now < end {
      try await subjects.append(sample(of: subject))
      try await floors.append(sample(of: floor))
    }
    return Measurement(name: name, subject: subjects.median, floor: floors.median, bound: bound.current)
  }

  /// The time of one repetition, in nanoseconds.
  private func sample(of work: Work) async throws -> Double {
    let start = processorTime
    try await work(repetitions)
    return (processorTime - start) / Double(repetitions)
  }
}

/// How long the threads of this process have run so far, in nanoseconds.
private var processorTime: Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

/// Lets all threads that are started from now on take turns on one processor, on Linux.
///
/// With two, it is the system's choice, which differs from run to run, whether threads that wait for each other share one;
/// where they do not, each wake costs more than most of what is measured.
func stayOnOneProcessor() {
  #if os(Linux)
    // The module of the C library has neither.
    typealias Call = @convention(c) (_ thread: pid_t, _ size: Int, _ processors: UnsafeMutablePointer<UInt>) -> Int32
    func call(_ name: String) -> Call? {
      dlopen(nil, RTLD_NOW).flatMap { dlsym($0, name) }.map { unsafeBitCast($0, to: Call.self) }
    }
    // A bit for each processor, for as many as a system has at most.
    var allowed = [UInt](repeating: 0, count: 128)
    let size = allowed.count * MemoryLayout<UInt>.size
    // The first call says how many bytes it has written.
    guard let get = call("sched_getaffinity"), let set = call("sched_setaffinity"), get(0, size, &allowed) >= 0,
      let word = allowed.lastIndex(where: { $0 != 0 })
    else { return }
    var last = [UInt](repeating: 0, count: allowed.count)
    last[word] = 1 << (UInt.bitWidth - 1 - allowed[word].leadingZeroBitCount)
    _ = set(0, size, &last)
  #endif
}

extension [Double] {
  fileprivate var median: Double {
    isEmpty ? 0 : sorted()[count / 2]
  }
}
