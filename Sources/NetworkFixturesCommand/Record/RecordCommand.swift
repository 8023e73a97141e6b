/// The command that stands in front of a real service and records what any client asks it.
struct RecordCommand: Command {
  static let name = "record"
  static let abstract = "record what a browser, a simulator or another program asks a service"
  static let options = Options(
    values: ServedAddress.options + ["-o", "--output", "--hide", "--keep", "--largest-body", "--format"],
    flags: ["--all-methods", "--full"])
  static let help = """
    Forwards requests from 127.0.0.1 to a real service until Ctrl-C, and records the exchanges, redacted.

    Usage: network-fixtures record URL --output FILE [options]

    Give the client http://127.0.0.1:PORT instead of the service's address. The recording is written again and again while it
    grows, and at the end. Its secrets are taken out as with `redact`: check what is left before you commit it. If that takes too
    long at the end, a second Ctrl-C keeps the exchanges that are done.

      -o, --output FILE  the recording, a new file
      --port N           the port; by default, the system chooses a free one
      --all-methods      forwards all methods; by default only safe ones such as GET, HEAD and QUERY, which change nothing at the service
      --hide NAME        also takes out values with this name; * matches any text
      --keep NAME        keeps values with this name, unless their shape says that they are secrets
      --largest-body MB  records bodies of up to MB megabytes, 16 by default; forwards larger ones without recording them
      --cors=ORIGIN      lets pages of an origin such as http://localhost:3000 read the answers; may be repeated
      --host NAME        a name to answer to besides localhost and 127.0.0.1; may be repeated
      --full             prints header fields and bodies as well
      --format json      prints a line of JSON for the address, and for each request

    On a continuous integration server, nothing is recorded unless NETWORK_TESTING_RECORD_IN_CI=1 is set.

    Example:
      swift package --allow-writing-to-package-directory --allow-network-connections all network-fixtures record \\
        https://api.example.com --port 8080 -o Tests/Fixtures/recordings/cart.har
    """

  private let service: URL
  private let output: String
  private let address: ServedAddress
  private let redaction: Redaction
  private let passesAll: Bool
  private let largestBody: Int
  private let isFull: Bool
  private let isJSON: Bool

  init(_ arguments: Arguments) throws {
    guard let text = arguments.operands.first, arguments.operands.count == 1 else {
      throw UsageError("Name the service to record, such as https://api.example.com.")
    }
    guard let url = URL(string: text.hasSuffix("/") ? String(text.dropLast()) : text), let scheme = url.scheme,
      ["http", "https"].contains(scheme), url.host?.isEmpty == false, url.query == nil, url.fragment == nil
    else { throw UsageError("\(text.quoted) is not the address of a service, such as https://api.example.com.") }
    service = url
    guard let output = try arguments.output() else { throw UsageError("Name the recording: --output cart.har.") }
    self.output = output
    address = try ServedAddress(arguments)
    let hiding = arguments.all("--hide").reduce(Redaction.standard) { $0.hiding(.name($1)) }
    redaction = arguments.all("--keep").reduce(hiding) { $0.keeping($1) }
    passesAll = arguments.has("--all-methods")
    largestBody =
      try arguments.one("--largest-body").map { text in
        guard let number = Int(text), (0...2_000).contains(number) else {
          throw UsageError("--largest-body takes a number of megabytes from 0 to 2000, not \(text.quoted).")
        }
        return number * 1_000_000
      } ?? 16_000_000
    isFull = arguments.has("--full")
    isJSON = try arguments.isJSON
  }

  func run(in program: Program) throws -> ExitCode {
    if let variable = Self.serverVariable(in: ProcessInfo.processInfo.environment) {
      throw UsageError(
        "Nothing is recorded on a continuous integration server: \(variable) is set. To record anyway, set NETWORK_TESTING_RECORD_IN_CI=1."
      )
    }
    if FileManager.default.fileExists(atPath: program.url(of: output).path) {
      throw UsageError("\(output.swiftLiteral) already exists. Name a new file, or remove it.")
    }
    // A closed standard output must not lose the recording.
    let terminal = program.terminal.lasting
    let recording = GrowingRecording(redaction) {
      try program.write($0, to: output)
    } onError: {
      terminal.printError("error: \($0) The exchanges are kept, and written again later.")
    }
    // A place that cannot be written is known before anything is asked.
    try recording.save()
    let proxy = RecordingProxy(
      for: service, passesAll: passesAll, largestBody: largestBody, into: recording,
      printer: TrafficPrinter(terminal: terminal, isFull: isFull, isJSON: isJSON))
    try address.serve(proxy, base: service.absoluteString) { port in
      if isJSON {
        return terminal.print((["address": .string("http://127.0.0.1:\(port)")] as JSONValue).description)
      }
      terminal.print(
        "Recording \(service.absoluteString.printable) into \(output.printable) at http://127.0.0.1:\(port), until Ctrl-C."
      )
    } finish: { isEndedAgain in
      proxy.finish()
      try recording.save(until: isEndedAgain) { count in
        guard count >= Self.manyExchanges else { return }
        terminal.printError("\nRedacting \(count) exchanges … Press Ctrl-C again to save only those that are done.")
      } progress: { verb, done, count in
        terminal.showProgress(verb, done, of: count)
      }
      if !isJSON { terminal.print("\n\(recording.report(output.printable))") }
    }
    return .success
  }

  /// The number of exchanges whose redaction takes so long that it is said: thousands take minutes in a debug build.
  private static let manyExchanges = 200

  /// The variable by which a continuous integration server is known; nil elsewhere.
  static func serverVariable(in environment: [String: String]) -> String? {
    func isSet(_ name: String) -> Bool {
      !["", "0", "false", "no"].contains(environment[name]?.trimmingCharacters(in: .whitespaces).lowercased() ?? "")
    }
    return isSet("NETWORK_TESTING_RECORD_IN_CI") ? nil : serverVariables.first(where: isSet)
  }

  // As for recordings of tests.
  private static let serverVariables = [
    "CI", "GITHUB_ACTIONS", "GITLAB_CI", "CI_XCODE_CLOUD", "CI_XCODEBUILD_ACTION", "BUILDKITE", "CIRCLECI", "TRAVIS",
    "TF_BUILD", "JENKINS_URL", "TEAMCITY_VERSION", "BITRISE_IO", "CODEBUILD_BUILD_ID", "APPVEYOR", "DRONE", "SEMAPHORE",
    "BITBUCKET_BUILD_NUMBER", "CIRRUS_CI", "CM_BUILD_ID",
  ]
}
