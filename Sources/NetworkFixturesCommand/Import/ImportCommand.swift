/// The command that writes the stubs of another tool as Swift code.
struct ImportCommand: Command {
  static let name = "import"
  static let abstract = "write WireMock mappings and Postman examples as stubs in Swift"
  static let options = Options(values: ["--output", "--name", "--format"])
  static let help = """
    Writes WireMock mappings, and the saved examples of Postman collections, as stubs in Swift.

    Usage: network-fixtures import MAPPINGS … [options]

    MAPPINGS are JSON files, or folders of them: one mapping a file, or several under "mappings". A mapping that a stub
    cannot express is refused, as the stub would answer more than the mapping does, or otherwise: it is named with the
    reason, in a comment in its place and on standard error. The stubs are optional, so that a test need not use all of
    them. A response template becomes a closure, to be finished by hand. Bodies from files become fixtures of the same name:
    copy WireMock's folder __files to your Fixtures.

    Nothing but Swift goes to standard output, also through swift package.

      --output FILE   writes there; without it, to standard output
      --name NAME     the name of the list of stubs, by default wireMockStubs
      --format json   names what was imported, and what was refused, as JSON on standard output

    Example:
      swift package --allow-writing-to-package-directory network-fixtures import mappings --output Tests/AppTests/Stubs.swift

    Exit codes: 0 if everything was imported, 1 if something was refused, 2 for files that cannot be used.
    """

  private let inputs: [String]
  private let output: String
  private let listName: String
  private let isJSON: Bool

  init(_ arguments: Arguments) throws {
    inputs = arguments.operands
    guard !inputs.isEmpty else { throw UsageError("Name the mappings to import.") }
    output = try arguments.one("--output") ?? "-"
    isJSON = try arguments.isJSON(besides: output)
    listName = try arguments.one("--name") ?? "wireMockStubs"
    guard listName.wholeMatch(of: /[A-Za-z_][A-Za-z0-9_]*/) != nil else {
      throw UsageError("--name takes a name in Swift, not \(listName.quoted).")
    }
  }

  func run(in program: Program) throws -> ExitCode {
    let files = try inputs.flatMap { try Self.files(at: $0, in: program) }
    guard !files.isEmpty else { throw UsageError("There are no .json files in \(inputs.map(\.swiftLiteral).inWords).") }
    var mappings: [WireMockMapping] = []
    for (index, file) in files.enumerated() {
      mappings += try WireMockMapping.all(in: try program.read(file), file: file)
      program.terminal.showProgress("Reading mappings:", index + 1, of: files.count)
    }
    // In WireMock the lower number comes first, and of equal ones the last.
    let stubs = mappings.enumerated()
      .sorted { ($0.element.priority, -$0.offset) < ($1.element.priority, -$1.offset) }
      .map { WireMockStub($0.element) }
    try program.write(Data(code(of: stubs).utf8), to: output)
    let refused = stubs.filter { !$0.leftOut.isEmpty }
    if isJSON {
      program.terminal.print(JSONValue.array(stubs.map(\.json)).description)
      return refused.isEmpty ? .success : .findings
    }
    for stub in refused {
      program.terminal.printError("refused: \(stub.title.printable): \(stub.leftOut.map(\.printable).inWords)")
    }
    for stub in stubs where stub.isTemplate && stub.leftOut.isEmpty {
      program.terminal.printError("note: \(stub.title.printable): its template became a closure to finish by hand")
    }
    program.terminal.printError(
      "Imported \((stubs.count - refused.count).counted("mapping")), refused \(refused.count).")
    return refused.isEmpty ? .success : .findings
  }

  private func code(of stubs: [WireMockStub]) -> String {
    let list = stubs.map { stub in
      stub.leftOut.isEmpty
        ? "  \(stub.code),"
        : "  // Refused, to be written by hand: \(stub.title.singleLine): \(stub.leftOut.map(\.singleLine).inWords)"
    }
    return """
      // swift-format-ignore-file
      import NetworkTesting

      /// Stubs imported from WireMock. Pass them to a transport: `MockTransport(\(listName))`.
      let \(listName): [Stub] = [
      \(list.joined(separator: "\n"))
      ]

      """
  }

  private static func files(at path: String, in program: Program) throws -> [String] {
    var isFolder: ObjCBool = false
    let url = program.url(of: path)
    guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder), isFolder.boolValue else {
      return [path]
    }
    return try FileManager.default.subpathsOfDirectory(atPath: url.path)
      .filter { $0.hasSuffix(".json") }.sorted().map { url.appendingPathComponent($0).path }
  }
}

extension WireMockStub {
  /// The outcome of a mapping, for programs.
  fileprivate var json: JSONValue {
    [
      "mapping": .string(title), "imported": .bool(leftOut.isEmpty), "refusedFor": .array(leftOut.map { .string($0) }),
      "isTemplate": .bool(isTemplate),
    ]
  }
}

extension String {
  fileprivate var singleLine: String {
    printable.split(whereSeparator: \.isNewline).joined(separator: " ")
  }
}
