/// Something that somebody must look at.
struct Finding: Hashable {
  /// How bad it is.
  enum Severity: String { case error, warning }

  /// What kind of thing it is.
  enum Rule: String, CaseIterable {
    case missingFixture = "missing-fixture"
    case unusedFixture = "unused-fixture"
    case invalidFile = "invalid-file"
    case secret
    case oldRecording = "old-recording"

    var severity: Severity {
      switch self {
      case .missingFixture, .invalidFile, .secret: .error
      case .unusedFixture, .oldRecording: .warning
      }
    }
  }

  let rule: Rule
  /// The file, from where the command runs.
  let file: String
  var line: Int?
  let message: String

  var severity: Severity { rule.severity }
}
