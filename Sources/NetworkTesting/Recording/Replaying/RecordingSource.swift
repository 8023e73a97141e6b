import Testing

/// What failure texts say of a recording: its file, and how to record it.
struct RecordingSource: Sendable, CustomStringConvertible {
  /// The path in the fixture folder; nil for a recording from elsewhere.
  let name: String?
  /// Whether there is no such file.
  var isMissing = false
  /// Whether requests could be recorded by running the test again.
  var isRecordable = false
  /// Why nothing is recorded, though somebody wants it.
  var refusal: String?
  private let filter: String?

  init(name: String?, isMissing: Bool = false, isRecordable: Bool = false, refusal: String? = nil) {
    self.name = name
    self.isMissing = isMissing
    self.isRecordable = isRecordable
    self.refusal = refusal
    filter = Test.current.map { TestName($0).filter }
  }

  var description: String { name ?? "the recording" }

  /// What to do about a request that is not there.
  var advice: [String] {
    advice(writing: isMissing ? "missing" : "new", "To record it, run the test once with the network:")
  }

  /// What to do to have the file written.
  func advice(writing mode: String, _ introduction: String) -> [String] {
    if let refusal { return [refusal] }
    guard isRecordable else { return [] }
    return [introduction, "  NETWORK_TESTING_RECORD=\(mode) swift test" + (filter.map { " --filter \($0)" } ?? "")]
  }
}
