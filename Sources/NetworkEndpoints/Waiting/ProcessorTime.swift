/// The time that all threads of this process have run.
///
/// It tells a process that is busy from one that is blocked: on a slow machine, new work may wait for minutes for its turn.
package enum ProcessorTime {
  /// The time so far.
  package static var now: Duration {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  /// Whether the threads of a process have run for more than a tenth of a time, so that it is busy.
  ///
  /// - Parameters:
  ///   - worked: How long they have run.
  ///   - waited: The time.
  package static func isBusy(working worked: Duration, of waited: Duration) -> Bool { worked > waited / 10 }
}
