/// The command that removes secrets from files.
struct RedactCommand: Command {
  static let name = "redact"
  static let abstract = "take the secrets out of recordings and messages"
  static let options = Options(values: ["--hide", "--keep", "--output", "-o", "--format"], flags: ["--dry-run"])
  static let help = """
    Takes the secrets out of recordings (.har), messages (.http) and text files, in place.

    Usage: network-fixtures redact FILE … [options]

    It replaces each value whose name or shape says that it is a secret, wherever the value appears in the file. Equal
    secrets get the same placeholder. Everything else stays as it is. Redacting twice changes nothing.

      --hide NAME        also takes out values with this name; * matches any text: --hide 'x-acme-*'
      --keep NAME        keeps values with this name, unless their shape says that they are secrets
      -o, --output FILE  writes to FILE instead of to the file itself; - is standard output
      --dry-run          says what would change, and writes nothing; the exit code is 1 if something would change
      --format json      prints what changed as JSON on standard output: each file with the names of its secrets

    Examples:
      swift package --allow-writing-to-package-directory network-fixtures redact Tests/Fixtures/recordings/login.har
      swift package network-fixtures redact download.har --output - > clean.har
    """

  private let files: [String]
  private let redaction: Redaction
  private let output: String?
  private let isDryRun: Bool
  private let isJSON: Bool

  init(_ arguments: Arguments) throws {
    files = arguments.operands
    output = try arguments.output()
    isDryRun = arguments.has("--dry-run")
    isJSON = try arguments.isJSON(besides: output)
    guard !files.isEmpty else { throw UsageError("Name the file to redact.") }
    guard output == nil || files.count == 1 else {
      throw UsageError("--output takes one file; there are \(files.count).")
    }
    let hiding = arguments.all("--hide").reduce(Redaction.standard) { $0.hiding(.name($1)) }
    redaction = arguments.all("--keep").reduce(hiding) { $0.keeping($1) }
  }

  func run(in program: Program) throws -> ExitCode {
    // All files are read before one is written, so an unreadable file changes nothing.
    let results = try files.enumerated().map { index, file in
      defer { program.terminal.showProgress("Redacting files:", index + 1, of: files.count) }
      return try RedactedFile(file, redaction, in: program)
    }
    for result in results {
      if !isJSON {
        let place = output.map { $0 == "-" ? "" : " → \($0.printable)" } ?? ""
        program.terminal.printError("\(result.path.printable)\(place): \(message(result.isChanged))")
        for note in result.unreadable { program.terminal.printError("  \(note.printable)") }
        for body in result.lostBodies { program.terminal.printError("  \(body)") }
      }
      if isDryRun || (output == nil && !result.isChanged) { continue }
      try result.write(to: output ?? result.path, in: program)
    }
    if isJSON {
      let list = results.map { result -> JSONValue in
        var members: [String: JSONValue] = [
          "file": .string(result.path), "changed": .bool(result.isChanged), "removed": .array(result.removed),
        ]
        if !result.lostBodies.isEmpty { members["lostBodies"] = .array(result.lostBodies.map { .string($0) }) }
        return .object(members)
      }
      program.terminal.print(JSONValue.array(list).description)
    }
    return isDryRun && results.contains(where: \.isChanged) ? .findings : .success
  }

  private func message(_ isChanged: Bool) -> String {
    switch (isChanged, isDryRun) {
    case (false, _): "nothing to take out"
    case (true, false): "redacted"
    case (true, true): "has secrets"
    }
  }
}

/// A file without its secrets.
struct RedactedFile {
  let path: String
  /// Whether it contained secrets.
  let isChanged: Bool
  /// The names of the secrets that it contained, each with the number of its secrets and of their places.
  var removed: [JSONValue] {
    guard isChanged else { return [] }
    let before = Placeholder.counts(in: original)
    let after = Placeholder.counts(in: [data] + Array(bodies.values))
    return after.keys.sorted().compactMap { name in
      let secrets = (after[name]?.secrets ?? 0) - (before[name]?.secrets ?? 0)
      let places = (after[name]?.places ?? 0) - (before[name]?.places ?? 0)
      guard places > 0 else { return nil }
      return ["name": .string(name), "secrets": .integer(max(secrets, 0)), "places": .integer(places)]
    }
  }

  /// The bodies that were replaced whole, since nobody could read them, in a sentence each.
  private(set) var lostBodies: [String] = []

  /// The entries that cannot be read, in a sentence each.
  private(set) var unreadable: [String] = []

  private var original: [Data]
  private let data: Data
  /// The bodies beside a recording, by their names; and their former names.
  private var bodies: [String: Data] = [:]
  private var oldBodies: [String] = []

  /// Reads a file and removes its secrets.
  ///
  /// - Throws: An error about the file.
  init(_ path: String, _ redaction: Redaction, in program: Program) throws {
    self.path = path
    let data = try program.read(path)
    original = [data]
    let url = program.url(of: path)
    switch url.pathExtension.lowercased() {
    case "har":
      let file = try HARFile(data, at: url, name: path, isLenient: true)
      unreadable = file.unreadable.map { "\($0) Its text was searched for secrets." }
      let redacted = redaction.redacted(file.har)
      isChanged = redacted != file.har
      original += file.bodies.values
      let stem = url.deletingPathExtension().lastPathComponent
      let files = isChanged ? try file.files(of: redacted, stem: stem) : HAR.Files(recording: data, bodies: [:])
      self.data = files.recording
      bodies = files.bodies
      oldBodies = isChanged ? file.bodyFiles : []
      lostBodies = zip(file.har.log.entries, redacted.log.entries).enumerated().flatMap { number, pair in
        pair.1.lostBodies(since: pair.0).map { "entry \(number + 1), \(pair.1.title.printable): \($0)" }
      }
    case "http":
      let message = try HTTPMessage(data, file: path)
      let redacted = redaction.redacted(message)
      isChanged = redacted != message
      self.data = isChanged ? redacted.encoded() : data
    default:
      guard let text = String(data: data, encoding: .utf8) else {
        throw UsageError("\(path.swiftLiteral) is neither a recording, nor a message, nor text in UTF-8.")
      }
      let redacted = redaction.redacted(text)
      isChanged = redacted != text
      self.data = Data(redacted.utf8)
    }
  }

  /// Writes the file, and the bodies beside it; those with secrets are deleted if the file itself is replaced.
  func write(to output: String, in program: Program) throws {
    let folder = output.lastIndex(of: "/").map { output[...$0] } ?? ""
    func place(_ name: String) -> String { folder + name }
    guard output != "-" || bodies.isEmpty else {
      throw UsageError(
        "\(path.swiftLiteral) has bodies beside it, which cannot go to standard output: name a file.")
    }
    for (name, body) in bodies.sorted(by: { $0.key < $1.key }) {
      try program.write(body, to: place(name), makingFolder: true)
    }
    try program.write(data, to: output)
    guard output == path else { return }
    for name in oldBodies where bodies[name] == nil {
      try? FileManager.default.removeItem(at: program.url(of: place(name)))
    }
  }
}

extension HARFile {
  /// Returns the files that replace the recording and its bodies; all else in them is as it was written.
  fileprivate func files(of new: HAR, stem: String) throws -> HAR.Files {
    let first = bodyFiles.first { $0.contains("/") }
    let folder = first.map { String($0.prefix { $0 != "/" }) } ?? "\(stem).bodies"
    var unreadable: [HAR.UnreadableEntry] = []
    let written = try HAR(data, unreadable: &unreadable)
    let moved = new.movingBodies(as: written, readAs: har, to: folder)
    let kept = bodies.filter { moved.names.contains($0.key) }
    let edited = EditedRecording.text(data, of: written, with: moved.har)
    // Written anew, an entry that cannot be read would be another one.
    guard edited != nil || unreadable.isEmpty else {
      throw UsageError(
        "The file has entries that cannot be read, and cannot be written without its secrets: take them out first.")
    }
    let recording = edited ?? moved.har.encoded()
    return HAR.Files(recording: recording, bodies: kept.merging(moved.bodies) { $1 })
  }
}

extension HAR.Entry {
  /// Returns the bodies that a redaction has replaced whole, as it could not read them.
  fileprivate func lostBodies(since old: Self) -> [String] {
    func isLost(_ old: String?, _ new: String?) -> Bool {
      old != new && new?.hasPrefix("REDACTED-compressed-body-") == true
    }
    func text(_ what: String, _ headers: [HAR.Pair]) -> String {
      let coding =
        headers.first { $0.name.lowercased() == "content-encoding" }.map { " (\($0.value.printable))" } ?? ""
      return "the body of the \(what)\(coding) could not be searched, so all of it was taken out."
    }
    let sent = isLost(old.request.postData?.text, request.postData?.text)
    let received = isLost(old.response.content.text, response.content.text)
    return (sent ? [text("request", request.headers)] : []) + (received ? [text("response", response.headers)] : [])
  }
}
