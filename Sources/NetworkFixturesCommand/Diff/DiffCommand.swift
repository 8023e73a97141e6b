/// The command that shows the changes between two recordings.
struct DiffCommand: Command {
  static let name = "diff"
  static let abstract = "show what changed between two recordings, by exchange and JSON path"
  static let options = Options(values: ["--git", "--format"], flags: ["--raw"])
  static let help = """
    Shows what changed between two recordings, by exchange and JSON path.

    Usage: network-fixtures diff OLD NEW [options]
           network-fixtures diff --git REV FILE [options]

    It pairs exchanges by method and URL, and repeated ones by their order. It compares the status, the fields and the
    bodies of each pair, but not the times. It compares JSON by value, not by layout. Secrets that are left in a file are
    masked.

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
      let har = try revision == nil ? whole(data, file, program) : HAR(data, file: file)
      return isRaw ? har : Redaction.standard.redacted(har)
    }
    let differences = RecordingDifference(recordings[0].log.entries, recordings[1].log.entries)
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

/// The differences of two recordings.
struct RecordingDifference {
  /// One difference: `+` for new, `-` for missing, `~` for changed.
  struct Change: Hashable {
    let mark: String
    let text: String
  }

  /// The differences of one exchange.
  struct Exchange: Hashable {
    let title: String
    var changes: [Change] = []
  }

  private(set) var exchanges: [Exchange] = []
  private(set) var pairCount = 0

  init(_ old: [HAR.Entry], _ new: [HAR.Entry]) {
    func keys(_ entries: [HAR.Entry]) -> [String] {
      var counts: [String: Int] = [:]
      return entries.map { entry in
        let key = "\(entry.request.method) \(entry.request.url)"
        counts[key, default: 0] += 1
        return "\(key) \(counts[key, default: 1])"
      }
    }
    let oldKeys = keys(old), newKeys = keys(new)
    let oldPlaces = Dictionary(zip(oldKeys, old.indices)) { first, _ in first }
    let newNames = Set(newKeys)
    for (number, entry) in old.enumerated() where !newNames.contains(oldKeys[number]) {
      exchanges.append(Exchange(title: "- #\(number + 1) \(entry.line)"))
    }
    for (number, entry) in new.enumerated() {
      guard let place = oldPlaces[newKeys[number]] else {
        exchanges.append(Exchange(title: "+ #\(number + 1) \(entry.line)"))
        continue
      }
      pairCount += 1
      let changes = Self.changes(old[place], entry)
      guard !changes.isEmpty else { continue }
      exchanges.append(
        Exchange(title: "~ #\(number + 1) \(entry.request.method) \(entry.request.url)", changes: changes))
    }
  }

  private static func changes(_ old: HAR.Entry, _ new: HAR.Entry) -> [Change] {
    var changes = fields(old.request.headers, new.request.headers, "request field")
    changes += bodies(
      text(old.request.postData?.text, old.request.postData?.extras),
      text(new.request.postData?.text, new.request.postData?.extras), "request body")
    if old.response.status != new.response.status {
      changes.append(Change(mark: "~", text: "status: \(old.response.status) → \(new.response.status)"))
    }
    changes += fields(old.response.headers, new.response.headers, "response field")
    return changes
      + bodies(
        text(old.response.content.text, old.response.content.extras),
        text(new.response.content.text, new.response.content.extras), "response body")
  }

  /// The fields that differ in every answer.
  private static let volatile: Set = ["date", "age", "expires", "content-length"]

  private static func fields(_ old: [HAR.Pair], _ new: [HAR.Pair], _ place: String) -> [Change] {
    func values(_ pairs: [HAR.Pair]) -> [String: String] {
      Dictionary(pairs.map { ($0.name.lowercased(), $0.value) }) { $0 + ", " + $1 }
    }
    let old = values(old)
    let new = values(new)
    return Set(old.keys).union(new.keys).subtracting(volatile).sorted().compactMap { name in
      change(old[name].map { $0.quoted }, new[name].map { $0.quoted }, "\(place) \(name)")
    }
  }

  private static func bodies(_ old: String?, _ new: String?, _ place: String) -> [Change] {
    guard old ?? "" != new ?? "" else { return [] }
    if let oldJSON = json(old), let newJSON = json(new) {
      var changes: [Change] = []
      compare(oldJSON, newJSON, "$", place, into: &changes)
      return changes
    }
    func size(_ text: String?) -> String? { text.flatMap { $0.isEmpty ? nil : ($0.utf8.count).counted("byte") } }
    let lines = (old?.split(separator: "\n") ?? [], new?.split(separator: "\n") ?? [])
    let line = zip(lines.0, lines.1).enumerated().first { $0.element.0 != $0.element.1 }?.offset
    if let old, let new, old.hasPrefix("in "), new.hasPrefix("in ") {
      return change(old, new, place, always: true).map { [$0] } ?? []
    }
    let at = line.map { ", first in line \($0 + 1)" } ?? ""
    return change(size(old), size(new), place + at, always: true).map { [$0] } ?? []
  }

  /// Returns the text of a body, or the name of its file.
  private static func text(_ text: String?, _ extras: HARObject?) -> String? {
    text ?? extras?["_file"]?.text.map { "in \($0)" }
  }

  private static func json(_ text: String?) -> JSONValue? { text.flatMap { try? JSONValue(parsing: Data($0.utf8)) } }

  private static func compare(
    _ old: JSONValue, _ new: JSONValue, _ path: String, _ place: String, into changes: inout [Change]
  ) {
    guard old != new else { return }
    if let oldMembers = old.object, let newMembers = new.object {
      for key in oldMembers.keys.sorted() {
        guard let oldValue = oldMembers[key] else { continue }
        if let newValue = newMembers[key] {
          compare(oldValue, newValue, "\(path).\(key)", place, into: &changes)
        } else {
          changes += [change(excerpt(oldValue), nil, "\(place) \(path).\(key)")].compactMap { $0 }
        }
      }
      for key in newMembers.keys.sorted() where oldMembers[key] == nil {
        changes += [change(nil, newMembers[key].map(excerpt), "\(place) \(path).\(key)")].compactMap { $0 }
      }
    } else if let oldList = old.list, let newList = new.list {
      // Equal parts at both ends are skipped, so that an extra element does not change all that follow it.
      let start = zip(oldList, newList).prefix { $0 == $1 }.count
      let most = min(oldList.count, newList.count) - start
      let end = min(most, zip(oldList.reversed(), newList.reversed()).prefix { $0 == $1 }.count)
      let olds = oldList[start..<(oldList.count - end)]
      let news = newList[start..<(newList.count - end)]
      for (number, (oldValue, newValue)) in zip(olds, news).enumerated() {
        compare(oldValue, newValue, "\(path)[\(start + number)]", place, into: &changes)
      }
      for (number, value) in olds.enumerated().dropFirst(news.count) {
        changes += [change(excerpt(value), nil, "\(place) \(path)[\(start + number)]")].compactMap { $0 }
      }
      for (number, value) in news.enumerated().dropFirst(olds.count) {
        changes += [change(nil, excerpt(value), "\(place) \(path)[\(start + number)]")].compactMap { $0 }
      }
    } else {
      changes += [change(excerpt(old), excerpt(new), "\(place) \(path)", always: true)].compactMap { $0 }
    }
  }

  private static func excerpt(_ value: JSONValue) -> String {
    let text = value.description
    return text.count > 80 ? text.prefix(79) + "…" : text
  }

  private static func change(_ old: String?, _ new: String?, _ place: String, always: Bool = false) -> Change? {
    switch (old, new) {
    case (let old?, let new?): old == new && !always ? nil : Change(mark: "~", text: "\(place): \(old) → \(new)")
    case (let old?, nil): Change(mark: "-", text: "\(place): \(old)")
    case (nil, let new?): Change(mark: "+", text: "\(place): \(new)")
    case (nil, nil): nil
    }
  }
}

extension RecordingDifference {
  fileprivate var json: JSONValue {
    .array(
      exchanges.map { exchange in
        let changes = exchange.changes.map { ["mark": .string($0.mark), "text": .string($0.text)] as JSONValue }
        return ["exchange": .string(exchange.title), "changes": .array(changes)]
      })
  }
}

extension HAR.Entry {
  fileprivate var line: String { "\(request.method) \(request.url) → \(response.status)" }
}
