import Foundation
import NetworkFixtures

/// Prints the exchanges of a recording, or a message, for a reader.
struct ShowCommand: Command {
  static let name = "show"
  static let abstract = "print recordings and messages as text"
  static let options = Options(values: ["--entry"], flags: ["--list", "--raw"])
  static let help = """
    Prints recordings and messages as text, in colour on a terminal.

    Usage: network-fixtures show FILE … [options]

    A recording is all of its exchanges, each with its number. Secrets are masked, whether the file has them or not.

      --list        one line for each exchange
      --entry N     the exchange with that number only, from 1
      --raw         secrets as they are in the file

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
        throw UsageError("--entry is a number from 1, not \(text.quoted).")
      }
      return number
    }
  }

  func run(in program: Program) throws -> ExitCode {
    for file in files {
      let url = program.url(of: file)
      let data = try program.read(file)
      let texts =
        try url.pathExtension.lowercased() == "http" ? [message(data, file, program)] : exchanges(data, file, program)
      program.terminal.print(texts.joined(separator: isList ? "\n" : "\n\n"))
    }
    return .success
  }

  private func message(_ data: Data, _ file: String, _ program: Program) throws -> String {
    let message = try HTTPMessage(data, file: file)
    return ExchangeText(terminal: program.terminal).text(of: isRaw ? message : Redaction.standard.redacted(message))
  }

  private func exchanges(_ data: Data, _ file: String, _ program: Program) throws -> [String] {
    let har = try HAR(data, file: file)
    let entries = (isRaw ? har : Redaction.standard.redacted(har)).log.entries
    if let entry, entry > entries.count {
      throw UsageError("\(file.quoted) has \(entries.count.counted("exchange")), none with the number \(entry).")
    }
    let text = ExchangeText(terminal: program.terminal)
    return entries.enumerated().compactMap { index, value in
      guard entry == nil || entry == index + 1 else { return nil }
      return isList ? text.line(of: value, number: index + 1) : text.text(of: value, number: index + 1)
    }
  }
}

extension Program {
  /// Reads a file, `-` for standard input.
  func read(_ path: String) throws -> Data {
    if path == "-" { return FileHandle.standardInput.readDataToEndOfFile() }
    do { return try Data(contentsOf: url(of: path)) } catch {
      throw UsageError("\(path.quoted) cannot be read: \(error.localizedDescription)")
    }
  }
}
