/// The description of a recording in failure texts: its file, and the way to record it.
struct RecordingSource: Sendable, CustomStringConvertible {
  /// The path in the fixture folder; nil for a recording from elsewhere.
  let name: String?
  /// Whether there is no such file.
  var isMissing = false
  /// Whether requests could be recorded by repeating the test.
  var isRecordable = false
  /// Returns the names of the other recordings, and the one that looks like the name of a missing recording. Asked only for a failure
  /// text, since there may be thousands of files.
  var others: @Sendable () -> (all: [String], near: String?) = { ([], nil) }
  /// The reason why nothing is recorded, although the mode asks for it.
  var refusal: String?
  /// The test that the advice is for.
  private let test = Test.current

  init(name: String?, isMissing: Bool = false, isRecordable: Bool = false, refusal: String? = nil) {
    self.name = name
    self.isMissing = isMissing
    self.isRecordable = isRecordable
    self.refusal = refusal
  }

  var description: String { name?.printable ?? "the recording" }

  /// The advice about a request that is not in it.
  var advice: [String] {
    let introduction =
      isMissing
      ? "\(doubt ?? "To record it,") run the test once with the network:"
      : "If the request is wrong, fix the app. If it is right, record it: run the test once with the network:"
    return advice(writing: isMissing ? "missing" : "new", introduction)
  }

  /// The doubt about the name of a missing recording; nil if there is no other.
  private var doubt: String? {
    let (others, near) = others()
    if let near { return "Did you mean \(near.quoted)? If not, record it:" }
    guard !others.isEmpty else { return nil }
    let list = "\(others.prefix(3).map(\.quoted).inWords)\(others.count > 3 ? ", and more" : "")"
    let meant = others.count == 1 ? "is only \(list). If you meant that" : "are \(list). If you meant one of them"
    return "There \(meant), correct the name. If not, record this one:"
  }

  /// Returns the advice about writing the file.
  func advice(writing mode: String, _ introduction: String) -> [String] {
    if let refusal { return [refusal] }
    return isRecordable ? [introduction, Self.command(mode, test)] : []
  }

  /// Returns the command that runs a test in a mode; `xcodebuild` needs another name for the variable.
  private static func command(_ mode: String, _ test: Test?) -> String {
    let variable = "\(RecordingEnvironment.modeVariable)=\(mode)"
    return "  \(variable) swift test" + (test.map { " --filter \(TestName($0).filter)" } ?? "")
      + "\n  (with Xcode: TEST_RUNNER_\(variable) xcodebuild test …)"
  }

  /// Returns the advice about replaying a recording that does not exist.
  static func adviceToRecord(_ name: String) -> String {
    """
    To record it, answer the test with .recording(\(name.quoted)) or withRecording(\(name.quoted)) once, and run it with the network:
    \(command("missing", Test.current))
    """
  }
}

extension RecordingFile {
  /// The names of the other recordings of its folder.
  var otherNames: [String] {
    guard let recordings = try? folder.url.appendingPathComponent("recordings"),
      let paths = try? FileManager.default.subpathsOfDirectory(atPath: recordings.path)
    else { return [] }
    return paths.filter { $0.hasSuffix(".har") }.map { String($0.dropLast(4)) }.sorted()
  }
}

extension RecordingSource {
  /// Warns of entries that cannot be read, while the others answer.
  func warn(of unreadable: [HAR.UnreadableEntry], at place: @autoclosure () -> CodePlace) {
    guard !unreadable.isEmpty else { return }
    let shown = unreadable.prefix(8).map { "  \($0)" }
    let rest = unreadable.count > 8 ? ["  … and \(unreadable.count - 8) more"] : []
    Problem.warn((["Not all of \(self) can be read:"] + shown + rest).joined(separator: "\n"), at: place())
  }
}
