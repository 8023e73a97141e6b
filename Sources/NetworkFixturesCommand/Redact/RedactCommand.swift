import Foundation
import NetworkFixtures

/// Takes the secrets out of files.
struct RedactCommand: Command {
  static let name = "redact"
  static let abstract = "take the secrets out of recordings and messages"
  static let options = Options(values: ["--hide", "--keep", "--output"], flags: ["--dry-run"])
  static let help = """
    Takes the secrets out of recordings (.har), messages (.http) and text files, in place.

    Usage: network-fixtures redact FILE … [options]

    What is a secret by its name or its shape is replaced wherever it appears in the file, the same secret by the same
    placeholder. Redacting twice changes nothing.

      --hide NAME     also takes out what stands under a name; * is any text: --hide 'x-acme-*'
      --keep NAME     leaves what stands under a name, unless its shape says that it is a secret
      --output FILE   writes there, in place of the file itself; - is standard output
      --dry-run       says what would change, and writes nothing; the exit code is 1 if something would

    Examples:
      swift package --allow-writing-to-package-directory network-fixtures redact Tests/Fixtures/recordings/login.har
      swift package network-fixtures redact download.har --output - > clean.har
    """

  private let files: [String]
  private let redaction: Redaction
  private let output: String?
  private let isDryRun: Bool

  init(_ arguments: Arguments) throws {
    files = arguments.operands
    output = try arguments.one("--output")
    isDryRun = arguments.has("--dry-run")
    guard !files.isEmpty else { throw UsageError("Name the file to redact.") }
    guard output == nil || files.count == 1 else {
      throw UsageError("--output is for one file; there are \(files.count).")
    }
    let hiding = arguments.all("--hide").reduce(Redaction.standard) { $0.hiding(.name($1)) }
    redaction = arguments.all("--keep").reduce(hiding) { $0.keeping($1) }
  }

  func run(in program: Program) throws -> ExitCode {
    var changed = 0
    // All are read before one is written, so that a file that is none spoils nothing.
    let results = try files.enumerated().map { index, file in
      let data = try program.read(file)
      let result = try redacted(data, file)
      program.terminal.showProgress("Redacting files:", index + 1, of: files.count)
      return (file: file, data: result, isChanged: result != data)
    }
    for result in results {
      if result.isChanged { changed += 1 }
      if output == nil {
        program.terminal.printError("\(result.file.printable): \(message(result.isChanged))")
      }
      if !isDryRun, output != nil || result.isChanged { try program.write(result.data, to: output ?? result.file) }
    }
    return isDryRun && changed > 0 ? .findings : .success
  }

  private func message(_ isChanged: Bool) -> String {
    switch (isChanged, isDryRun) {
    case (false, _): "nothing to take out"
    case (true, false): "redacted"
    case (true, true): "has secrets"
    }
  }

  private func redacted(_ data: Data, _ file: String) throws -> Data {
    if file.hasSuffix(".har") || file == "-" {
      let har = try HAR(data, file: file)
      let redacted = redaction.redacted(har)
      // What needs no change keeps its layout.
      return redacted == har ? data : redacted.encoded()
    }
    if file.hasSuffix(".http") {
      let message = try HTTPMessage(data, file: file)
      let redacted = redaction.redacted(message)
      return redacted == message ? data : redacted.encoded()
    }
    guard let text = String(data: data, encoding: .utf8) else {
      throw UsageError("\(file.quoted) is neither a recording, nor a message, nor text in UTF-8.")
    }
    return Data(redaction.redacted(text).utf8)
  }
}

extension Program {
  /// Writes a file whole or not at all; `-` is standard output.
  func write(_ data: Data, to path: String) throws {
    if path == "-" { return terminal.print(String(decoding: data, as: UTF8.self).trimmingSuffix("\n")) }
    let url = url(of: path)
    do {
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try data.write(to: url, options: .atomic)
    } catch {
      throw UsageError(
        "\(path.quoted) cannot be written: \(error.localizedDescription) Inside a package, commands that write need: swift package --allow-writing-to-package-directory network-fixtures …"
      )
    }
  }
}

extension String {
  fileprivate func trimmingSuffix(_ suffix: String) -> String {
    hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
  }
}
