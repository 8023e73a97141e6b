/// The command that finds problems with fixtures, for people and for continuous integration.
struct CheckCommand: Command {
  static let name = "check"
  static let abstract = "find missing, unused, invalid and old files, and secrets left in them"
  static let options = Options(
    values: ["--format", "--max-age", "--ignore", "--sources"], flags: ["--strict", "--traffic"])
  static let help = """
    Finds problems in fixtures and recordings.

    Usage: network-fixtures check [FOLDER …] [options]

    Without a FOLDER, it checks every folder called Fixtures below the current one. The extension says what a file
    is: .har is a recording, .http a message, .json JSON. Swift files say which fixtures are used: a name in
    Fixture("…") or .fixture("…") must exist, and a file that no string literal names is unused. A text that looks
    like a key is an error until .hiding(.name("…")) or .keeping("…") says whether it is a secret.

      --max-age DAYS    warns of recordings whose latest exchange is older
      --ignore PATTERN  leaves out files by their path in the folder; * matches any text: --ignore 'Golden/*'
      --sources FOLDER  where to look for Swift files, instead of the current folder; may be repeated
      --format FORMAT   text (the default), json, or github for annotations on a pull request
      --traffic         warns of requests in recordings that are repeated, or sent again unsafely or too early
      --strict          treats warnings as errors

    Examples:
      swift package network-fixtures check
      swift package network-fixtures check --max-age 180 --strict --format github

    Exit codes: 0 for success, 1 for errors found, 2 for arguments or folders that cannot be used.
    """

  private let folders: [String]
  private let sources: [String]
  private let ignored: [String]
  private let format: FindingFormat
  private let maximumAge: Int?
  private let isStrict: Bool
  private let checksTraffic: Bool

  init(_ arguments: Arguments) throws {
    folders = arguments.operands
    sources = arguments.all("--sources")
    ignored = arguments.all("--ignore")
    isStrict = arguments.has("--strict")
    checksTraffic = arguments.has("--traffic")
    let name = try arguments.one("--format") ?? "text"
    guard let format = FindingFormat(rawValue: name) else {
      throw UsageError(
        "There is no format \(name.quoted). The formats are \(FindingFormat.allCases.map(\.rawValue).inWords).")
    }
    self.format = format
    maximumAge = try arguments.one("--max-age").map { text in
      guard let days = Int(text), days > 0 else {
        throw UsageError("--max-age takes a number of days, not \(text.quoted).")
      }
      return days
    }
  }

  func run(in program: Program) throws -> ExitCode {
    let files = try fixtureFolders(in: program).map { try FixtureFiles($0) }
    let references = ReferenceCheck(
      sources: sourceFolders(in: program).flatMap { $0.files(endingIn: "swift") }, folders: files.map(\.folder)
    ) { program.terminal.showProgress("Reading Swift files:", $0, of: $1) }
    let content = ContentCheck(
      redaction: references.redaction(after: .standard),
      oldest: maximumAge.map { program.now.addingTimeInterval(-86_400 * Double($0)) },
      base: program.folder,
      trafficRules: checksTraffic ? [.noRepeats, .safeRetries] : [])
    var findings = references.missing(in: files, from: program.folder)
    var count = 0
    for files in files {
      let names = files.names.filter { name in !ignored.contains { name.matchesGlob($0) } }
      count += names.count
      for (index, name) in names.enumerated() {
        findings += content.findings(in: files.url(of: name))
        program.terminal.showProgress("Checking files:", index + 1, of: names.count)
      }
      findings += references.unused(among: names, of: files, from: program.folder)
    }
    findings.sort { ($0.file, $0.line ?? 0, $0.rule.rawValue) < ($1.file, $1.line ?? 0, $1.rule.rawValue) }
    let report = format.report(findings, fileCount: count, in: program.terminal)
    if !report.isEmpty { program.terminal.print(report) }
    return findings.contains { isStrict || $0.severity == .error } ? .findings : .success
  }

  private func fixtureFolders(in program: Program) throws -> [URL] {
    guard folders.isEmpty else { return folders.map { program.url(of: $0) } }
    let found = program.folder.fixtureFolders()
    guard !found.isEmpty else {
      throw UsageError("There is no folder called Fixtures in \(program.folder.path). Name the folder to check.")
    }
    return found
  }

  private func sourceFolders(in program: Program) -> [URL] {
    sources.isEmpty ? [program.folder] : sources.map { program.url(of: $0) }
  }
}

extension String {
  /// Returns whether the text matches a pattern, in which `*` stands for any text.
  func matchesGlob(_ pattern: String) -> Bool {
    let pieces = Array(pattern.utf8).split(separator: UInt8(ascii: "*"), omittingEmptySubsequences: false)
    return Wildcards.match(Array(utf8)[...], pieces: pieces, atLeast: 0)
  }
}

/// The path of a recording, which identifies the test that made it.
struct RecordingPath {
  private let parts: [String]

  /// Parses a path in a fixture folder; nil if it does not belong to a recording.
  init?(_ name: String) {
    guard name.hasPrefix("recordings/"), name.hasSuffix(".har") else { return nil }
    parts = name.dropFirst("recordings/".count).dropLast(".har".count).split(separator: "/").map(String.init)
  }

  /// The possible names in a trait; the recordings of a suite or a parameterised test add to theirs.
  var names: [String] {
    parts.indices.map { parts[...$0].joined(separator: "/") }
  }

  /// Returns whether a test without a name for it may have made it: `Module/Suite/test`, or `Module/Suite/test/arguments-hash`.
  ///
  /// - Parameter declared: The existing functions and types.
  func isMade(by declared: Set<String>) -> Bool {
    guard parts.count > 1 else { return false }
    // A part that ends with a hash stands for arguments, or for a test named by a sentence: then the suite decides.
    let plain = parts.dropFirst().filter { $0.wholeMatch(of: /(?:.*-)?[0-9a-f]{10}/) == nil }
    guard let last = plain.last else { return true }
    // A dash comes before the labels.
    return declared.contains(String(last.prefix { $0 != "-" }))
  }
}
