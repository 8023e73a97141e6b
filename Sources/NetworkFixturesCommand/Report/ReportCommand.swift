/// The command that shows the traffic of tests, as a page.
struct ReportCommand: Command {
  static let name = "report"
  static let abstract = "show failed tests and recordings as a page"
  static let options = Options(values: ["--output", "-o", "--format"], flags: ["--raw"])
  static let help = """
    Shows what happened in one HTML file that needs no other files.

    Usage: network-fixtures report PATH … -o FILE

    A PATH is a folder of attachments, as swift test --attachments-path writes it, or a recording (.har) of any tool. The
    page shows why each test failed, its exchanges over time, and the stubs that answered them. Secrets that are left in
    the files are masked. A field filters the exchanges by words. Without JavaScript, the page shows them all.

      -o, --output FILE   writes to FILE; - is standard output
      --raw               shows secrets as they are in the files
      --format json       lists the recordings of the page as JSON on standard output

    Examples:
      mkdir -p attachments; swift test --attachments-path attachments
      swift package --allow-writing-to-package-directory network-fixtures report attachments -o report.html
      swift package network-fixtures report Tests/Fixtures/recordings/login.har -o - > login.html
    """

  private let paths: [String]
  private let output: String
  private let isRaw: Bool
  private let isJSON: Bool

  init(_ arguments: Arguments) throws {
    paths = arguments.operands
    guard !paths.isEmpty else { throw UsageError("Name a folder of attachments, or a recording.") }
    guard let output = try arguments.output() else {
      throw UsageError("Name one file to write with -o, such as -o report.html; - is standard output.")
    }
    self.output = output
    isRaw = arguments.has("--raw")
    isJSON = try arguments.isJSON(besides: output)
  }

  func run(in program: Program) throws -> ExitCode {
    let files = try paths.flatMap { try Self.files($0, in: program) }
    guard !files.isEmpty else {
      program.terminal.printError(
        "No test with traffic failed: there is no recording in \(paths.map(\.swiftLiteral).inWords). Nothing was written."
      )
      return .success
    }
    let tests = try files.enumerated().map { index, file in
      defer { program.terminal.showProgress("Reading files:", index + 1, of: files.count) }
      let har = try program.recording(file).har
      return ReportedTest(isRaw ? har : Redaction.standard.redacted(har), file: file)
    }
    try program.write(Data(ReportPage(tests).text.utf8), to: output)
    if isJSON {
      program.terminal.print(JSONValue.array(files.map { .string($0) }).description)
    } else if output != "-" {
      program.terminal.printError("\(output.printable): \(tests.summary)")
    }
    return .success
  }

  /// Returns the recordings at a path.
  private static func files(_ path: String, in program: Program) throws -> [String] {
    let url = program.url(of: path)
    guard (try? url.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == true else { return [path] }
    return url.files(endingIn: "har").map(\.path)
  }
}
