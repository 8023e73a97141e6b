/// The command that prints the exchanges of a recording, or a message.
struct ShowCommand: Command {
  static let name = "show"
  static let abstract = "print recordings and messages as text"
  static let options = Options(values: ["--entry", "--format"], flags: ["--list", "--raw"])
  static let help = """
    Prints recordings and messages as text, in colour on a terminal.

    Usage: network-fixtures show FILE … [options]

    For a recording, it shows all exchanges with their numbers. Secrets that are left in the file are masked.

      --list        prints one line for each exchange
      --entry N     prints only the exchange with that number, from 1
      --format json writes an array with an object for each exchange or message: its file, its number, and what was sent
                    and received; with --list without fields and bodies
      --raw         shows secrets as they are in the file

    Examples:
      swift package network-fixtures show Tests/Fixtures/recordings/login.har
      swift package network-fixtures show login.har --entry 2
      swift package network-fixtures show login.har --format json | jq '.[] | select(.status >= 400) | .url'
    """

  private let files: [String]
  private let entry: Int?
  private let isList: Bool
  private let isRaw: Bool
  private let isJSON: Bool

  init(_ arguments: Arguments) throws {
    files = arguments.operands
    guard !files.isEmpty else { throw UsageError("Name the file to show.") }
    isList = arguments.has("--list")
    isRaw = arguments.has("--raw")
    isJSON = try arguments.isJSON
    entry = try arguments.one("--entry").map { text in
      guard let number = Int(text), number > 0 else {
        throw UsageError("--entry takes a number from 1, not \(text.quoted).")
      }
      return number
    }
  }

  func run(in program: Program) throws -> ExitCode {
    var values: [JSONValue] = []
    for file in files {
      let shown = try file.lowercased().hasSuffix(".http") ? message(file, program) : exchanges(file, program)
      if isJSON {
        values += shown.map(\.json)
      } else {
        program.terminal.print(shown.map(\.text).joined(separator: isList ? "\n" : "\n\n"))
      }
    }
    if isJSON { program.terminal.print(JSONValue.array(values).description) }
    return .success
  }

  /// The exchange as shown to people and to programs.
  private typealias Shown = (text: String, json: JSONValue)

  private func message(_ file: String, _ program: Program) throws -> [Shown] {
    let message = try HTTPMessage(program.read(file), file: file)
    let masked = isRaw ? message : Redaction.standard.redacted(message)
    if isJSON { return [("", masked.json(file: file, isList: isList))] }
    return [(ExchangeText(terminal: program.terminal).text(of: masked), .null)]
  }

  private func exchanges(_ file: String, _ program: Program) throws -> [Shown] {
    let har = try program.recording(file).har
    let entries = (isRaw ? har : Redaction.standard.redacted(har)).log.entries
    if let entry, entry > entries.count {
      throw UsageError("\(file.swiftLiteral) has \(entries.count.counted("exchange")), none with the number \(entry).")
    }
    let text = ExchangeText(terminal: program.terminal)
    return entries.enumerated().compactMap { index, value in
      guard entry == nil || entry == index + 1 else { return nil }
      if isJSON { return ("", value.json(file: file, number: index + 1, isList: isList)) }
      return (isList ? text.line(of: value, number: index + 1) : text.text(of: value, number: index + 1), .null)
    }
  }
}
