/// The time that all threads of this process have run.
///
/// It tells a busy process from a blocked one. On a slow machine, new work can wait minutes for its turn in a busy process.
package enum ProcessorTime {
  /// The time so far.
  ///
  /// `clock()` counts microseconds, as [POSIX](https://pubs.opengroup.org/onlinepubs/9799919799/functions/clock.html) asks for.
  package static var now: Duration { .microseconds(clock()) }

  /// Returns whether a process is busy: its threads have run for more than a tenth of the time.
  ///
  /// - Parameters:
  ///   - worked: How long its threads have run.
  ///   - waited: How long something has waited meanwhile.
  package static func isBusy(working worked: Duration, of waited: Duration) -> Bool { worked > waited / 10 }
}
