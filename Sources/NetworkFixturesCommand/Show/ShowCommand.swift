import Foundation
import NetworkEndpoints
import NetworkFixtures

/// Prints the exchanges of a recording, or a message.
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

/// An exchange as text.
struct ExchangeText {
  let terminal: Terminal

  /// One line.
  func line(of entry: HAR.Entry, number: Int) -> String {
    let (request, status) = (entry.request, entry.response.status)
    let time = "\(Int(entry.time.isFinite ? min(max(entry.time.rounded(), 0), 1e12) : 0)) ms"
    return "\(terminal.coloured("#\(number)", .bold)) \(request.method.printable) \(request.url.printable) → "
      + "\(terminal.coloured("\(status)", colour(of: status))) \(terminal.coloured(time, .faint))"
  }

  /// The whole exchange.
  func text(of entry: HAR.Entry, number: Int) -> String {
    var lines = [line(of: entry, number: number)]
    lines += fields(entry.request.headers.map { ($0.name, $0.value) })
    lines += body(entry.request.postData?.text ?? "", isBase64: false)
    lines.append(
      "\(terminal.coloured("\(entry.response.status)", colour(of: entry.response.status))) \(entry.response.statusText.printable)"
    )
    lines += fields(entry.response.headers.map { ($0.name, $0.value) })
    lines += body(entry.response.content.text ?? "", isBase64: entry.response.content.encoding == "base64")
    return lines.joined(separator: "\n")
  }

  /// A message.
  func text(of message: HTTPMessage) -> String {
    let text = String(decoding: message.encoded(), as: UTF8.self)
    let first = text.prefix { $0 != "\n" }
    let fields = fields(message.headers.map { ($0.name, $0.value) })
    let body = body(
      String(data: message.body, encoding: .utf8) ?? message.body.base64EncodedString(),
      isBase64: String(data: message.body, encoding: .utf8) == nil)
    return ([terminal.coloured(String(first).printable, .bold)] + fields + body).joined(separator: "\n")
  }

  private func fields(_ fields: [(name: String, value: String)]) -> [String] {
    fields.map { "  \(terminal.coloured($0.name.printable, .name)): \($0.value.printable)" }
  }

  private func body(_ text: String, isBase64: Bool) -> [String] {
    guard !text.isEmpty else { return [] }
    if isBase64 {
      return ["", "  \(terminal.coloured("(\((Data(base64Encoded: text)?.count ?? 0).counted("byte")))", .faint))"]
    }
    return [""] + text.printableLines.split(separator: "\n", omittingEmptySubsequences: false).map { "  \($0)" }
  }

  private func colour(of status: Int) -> Colour {
    switch status {
    case 200..<300: .good
    case 300..<400: .doubtful
    default: .bad
    }
  }
}
