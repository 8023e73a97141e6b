/// The command that shows the changes between two recordings.
struct DiffCommand: Command {
  static let name = "diff"
  static let abstract = "show what changed between two recordings, by exchange and JSON path"
  static let options = Options(values: ["--git", "--format"], flags: ["--raw"])
  static let help = """
    Shows what changed between two recordings, by exchange and JSON path.

    Usage: network-fixtures diff OLD NEW [options]
           network-fixtures diff --git REV FILE [options]

    It pairs exchanges by method, URL and what HTTP says selects a response, such as Range and the fields that Vary names;
    repeated ones by their order. It compares the status, the fields and the bodies of each pair, but not the times. It
    compares JSON by value, not by layout. Secrets that are left in a file are compared, and shown as placeholders: another
    number is another value.

      --git REV     compares a file with itself in a revision of its git repository
      --format json writes an array with an object for each exchange: what it is, and its changes with their marks + - ~
      --raw         shows secrets as they are in the files

    If bodies are in files beside a recording, it reads those files. If they are missing, or with --git, it compares the
    names of the files.

    Examples:
      swift package network-fixtures diff --git HEAD Tests/Fixtures/recordings/cart.har
      network-fixtures diff <(git show HEAD~5:./cart.har) cart.har

    Exit codes: 0 if nothing changed, 1 if something did, 2 for files that cannot be used.
    """

  private let files: [String]
  private let isRaw: Bool
  private let isJSON: Bool
  private let revision: String?

  init(_ arguments: Arguments) throws {
    files = arguments.operands
    isJSON = try arguments.isJSON
    revision = try arguments.one("--git")
    guard revision == nil || files.count == 1 else { throw UsageError("With --git, name one recording.") }
    if revision != nil {
      isRaw = arguments.has("--raw")
      return
    }
    isRaw = arguments.has("--raw")
    guard files.count == 2 else { throw UsageError("Name two recordings, the old one and the new one.") }
  }

  func run(in program: Program) throws -> ExitCode {
    let texts =
      try files.count == 1
      ? [program.read(files[0], at: revision ?? ""), program.read(files[0])] : files.map { try program.read($0) }
    let recordings = try zip([files[0], files[files.count - 1]], texts).map { file, data in
      try revision == nil ? whole(data, file, program) : HAR(data, file: file)
    }
    let differences = difference(recordings[0].log.entries, recordings[1].log.entries)
    if isJSON {
      program.terminal.print(differences.json.description)
    } else {
      for difference in differences.exchanges { program.terminal.print(text(of: difference, program.terminal)) }
    }
    let count = differences.exchanges.count
    program.terminal.printError(
      count == 0
        ? "Nothing changed in \(differences.pairCount.counted("exchange"))." : "\(count.counted("exchange")) changed.")
    return count == 0 ? .success : .findings
  }

  /// Returns the differences. Unless secrets are shown, both are redacted as one: equal secrets get one placeholder, and others
  /// another one.
  private func difference(_ old: [HAR.Entry], _ new: [HAR.Entry]) -> RecordingDifference {
    if isRaw { return RecordingDifference(old, new) }
    let entries = Redaction.standard.redacted(HAR(log: HAR.Log(entries: old + new))).log.entries
    return RecordingDifference(Array(entries.prefix(old.count)), Array(entries.dropFirst(old.count)))
  }

  /// Reads a recording with the bodies beside it, if they are there.
  private func whole(_ data: Data, _ file: String, _ program: Program) throws -> HAR {
    do { return try HARFile(data, at: program.url(of: file), name: file).har } catch let error as FixtureError
      where error.code == .missing
    { return try HAR(data, file: file) }
  }

  private func text(of difference: RecordingDifference.Exchange, _ terminal: Terminal) -> String {
    let head = terminal.coloured(difference.title.printable, .bold)
    let lines = difference.changes.map { change in
      let colour: Colour = change.mark == "+" ? .good : change.mark == "-" ? .bad : .doubtful
      return "  \(terminal.coloured("\(change.mark) \(change.text.printable)", colour))"
    }
    return ([head] + lines).joined(separator: "\n")
  }
}
