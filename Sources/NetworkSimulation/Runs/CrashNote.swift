/// A report of the run in which the process crashes, whose text is created before the run begins.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
enum CrashNote {
  /// The installation, once.
  static let install: Void = CrashReport.add {
    if let simulation = SimulationThread.simulation { CrashReport.emit(simulation.note) }
  }
}
