import NetworkFixtures

/// What is done in a scope: whether it answers from the recording, and whether it records.
struct RecordingPlan: Hashable, Sendable {
  let answersFromRecording: Bool
  let records: Bool
  let replaces: Bool
  /// Why nothing is recorded, though the mode says so.
  let refusal: String?

  /// Decides.
  ///
  /// - Parameters:
  ///   - mode: The mode.
  ///   - fileExists: Whether there is a recording.
  ///   - environment: Whether recording is refused.
  /// - Throws: A ``RecordingError`` where everything was to be recorded, and that is refused.
  init(_ mode: RecordMode, fileExists: Bool, in environment: RecordingEnvironment) throws {
    let wanted = mode == .all || mode == .new || (mode == .missing && !fileExists)
    let isRefused = wanted && environment.isRecordingRefused
    if isRefused, mode == .all { throw RecordingError.refusedOnServer(mode) }
    records = wanted && !isRefused
    answersFromRecording = !records || mode == .new
    replaces = mode == .all
    refusal = isRefused ? RecordingError.refusedOnServer(mode).description : nil
  }
}
