/// The command that prints the exchanges of a recording, or a message.
struct ShowCommand: Command {
  static let name = "show"
  static let abstract = "print recordings and messages as text"
  static let options = Options(values: ["--entry"], flags: ["--list", "--raw"])
  static let help = """
    Prints recordings and messages as text, in colour on a terminal.

    Usage: network-fixtures show FILE … [options]

    A recording is shown with all of its exchanges and their numbers. Secrets that are left in the file are masked.

      --list        one line for each exchange
      --entry N     the exchange with that number only, from 1
      --raw         shows secrets as they are in the file

    Examples:
      swift package network-fixtures show Tests/Fixtures/recordings/login.har
      swift package network-fixtures show login.har --entry 2
    """

  private let files: [String]
  private let entry: Int?
  private let isList: Bool
  private let isRaw: Bool

  init(_ arguments: Arguments) throws {
    files = arguments.operands
    guard !files.isEmpty else { throw UsageError("Name the file to show.") }
    isList = arguments.has("--list")
    isRaw = arguments.has("--raw")
    entry = try arguments.one("--entry").map { text in
      guard let number = Int(text), number > 0 else {
        throw UsageError("--entry takes a number from 1, not \(text.quoted).")
      }
      return number
    }
  }

  func run(in program: Program) throws -> ExitCode {
    for file in files {
      let isMessage = file.lowercased().hasSuffix(".http")
      let texts = try isMessage ? [message(file, program)] : exchanges(file, program)
      program.terminal.print(texts.joined(separator: isList ? "\n" : "\n\n"))
    }
    return .success
  }

  private func message(_ file: String, _ program: Program) throws -> String {
    let message = try HTTPMessage(program.read(file), file: file)
    return ExchangeText(terminal: program.terminal).text(of: isRaw ? message : Redaction.standard.redacted(message))
  }

  private func exchanges(_ file: String, _ program: Program) throws -> [String] {
    let har = try program.recording(file).har
    let entries = (isRaw ? har : Redaction.standard.redacted(har)).log.entries
    if let entry, entry > entries.count {
      throw UsageError("\(file.swiftLiteral) has \(entries.count.counted("exchange")), none with the number \(entry).")
    }
    let text = ExchangeText(terminal: program.terminal)
    return entries.enumerated().compactMap { index, value in
      guard entry == nil || entry == index + 1 else { return nil }
      return isList ? text.line(of: value, number: index + 1) : text.text(of: value, number: index + 1)
    }
  }
}
