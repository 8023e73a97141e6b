/// The time that all threads of this process have run.
///
/// It tells a process that is busy from one that is blocked: on a slow machine, new work may wait for minutes for its turn.
package enum ProcessorTime {
  /// The time so far.
  ///
  /// POSIX has [a million of its units](https://pubs.opengroup.org/onlinepubs/9799919799/functions/clock.html) in a second.
  package static var now: Duration { .microseconds(clock()) }

  /// Returns whether a process is busy: its threads have run for more than a tenth of the time.
  ///
  /// - Parameters:
  ///   - worked: How long its threads have run.
  ///   - waited: How long something has waited meanwhile.
  package static func isBusy(working worked: Duration, of waited: Duration) -> Bool { worked > waited / 10 }
}
