/// The command that answers a browser, a simulator or another program from recordings and fixtures.
struct ServeCommand: Command {
  static let name = "serve"
  static let abstract = "answer a browser or a simulator from recordings and fixtures"
  static let options = Options(
    values: ServedAddress.options + ["--delay", "--pace", "--except", "--format"], flags: ["--full", "--local-links"])
  static let help = """
    Serves recordings, messages and fixtures over http on 127.0.0.1 until Ctrl-C. It prints the traffic as it comes, with
    secrets masked.

    Usage: network-fixtures serve FILE … [options]

    A FILE is a recording (.har), an answer (.http) or a folder of fixtures.

    A request gets the answer that was recorded for its method, path, query and body, from any host. If a request was recorded
    more than once, it gets those answers in order, and then the last one again and again. If it was not recorded, it gets the
    fixture at its path, with or without the extension: /users/ada is users/ada.json, or users/ada.http, which is a whole
    answer. Fixtures are read again for each request. If there is no fixture either, the answer is 404, and says what is closest.

      --port N          the port; by default, the system chooses a free one
      --delay MS        the time before each answer, in milliseconds
      --pace recorded   takes the time that was recorded, for each piece of an answer; by default, all comes at once
      --except NAME     ignores an item of queries that differs each time, such as t; may be repeated
      --local-links     makes addresses of the recorded services in bodies lead to this server; those in fields always do
      --cors=ORIGIN     lets pages of an origin such as http://localhost:3000 read the answers; may be repeated
      --host NAME       a name to answer to besides localhost and 127.0.0.1; may be repeated. Other names get 421, since any page
                        could point a name of its own at this server
      --full            prints header fields and bodies as well
      --format json     prints a line of JSON for the address, and for each request

    Examples:
      swift package network-fixtures serve Tests/Fixtures/recordings/login.har --port 8080
      swift package network-fixtures serve cart.har Tests/Fixtures --cors=http://localhost:3000 --delay 300

    If SwiftPM runs plugins in a sandbox, allow the port: swift package --allow-network-connections local:8080
    network-fixtures serve …
    """

  private let files: [String]
  private let address: ServedAddress
  private let delay: Duration
  private let pace: ReplayPace
  private let exceptions: Set<String>
  private let changesBodies: Bool
  private let isFull: Bool
  private let isJSON: Bool

  init(_ arguments: Arguments) throws {
    files = arguments.operands
    guard !files.isEmpty else { throw UsageError("Name the recording to serve.") }
    isFull = arguments.has("--full")
    isJSON = try arguments.isJSON
    address = try ServedAddress(arguments)
    exceptions = Set(arguments.all("--except"))
    changesBodies = arguments.has("--local-links")
    let pace = try arguments.one("--pace") ?? "immediate"
    guard ["immediate", "recorded"].contains(pace) else {
      throw UsageError("--pace takes recorded or immediate, not \(pace.quoted).")
    }
    self.pace = pace == "recorded" ? .recorded(on: ContinuousClock()) : .immediate
    delay =
      try arguments.one("--delay").map { text in
        guard let milliseconds = Int(text), (0...3_600_000).contains(milliseconds) else {
          throw UsageError("--delay takes a number of milliseconds, not \(text.quoted).")
        }
        return .milliseconds(milliseconds)
      } ?? .zero
  }

  func run(in program: Program) throws -> ExitCode {
    var entries: [HAR.Entry] = []
    var fixtures = ServedFixtures()
    for file in files {
      if try !fixtures.add(file, in: program) { entries += try program.recording(file).har.log.entries }
    }
    let terminal = program.terminal.lasting
    let traffic = ServedTraffic(
      entries, fixtures, named: files.map(\.printable).inWords, ignoring: exceptions, delay: delay, pace: pace,
      changesBodies: changesBodies,
      printer: TrafficPrinter(terminal: terminal, isFull: isFull, isJSON: isJSON))
    let recorded = entries.isEmpty && !fixtures.isEmpty ? nil : entries.count.counted("exchange")
    let content = [recorded, fixtures.isEmpty ? nil : fixtures.count.counted("fixture")].compactMap { $0 }
    try address.serve(traffic, base: nil) { port in
      if isJSON {
        return terminal.print((["address": .string("http://127.0.0.1:\(port)")] as JSONValue).description)
      }
      terminal.print("Serving \(content.inWords) at http://127.0.0.1:\(port), until Ctrl-C.")
    }
    if !isJSON { terminal.print("\nServed \(traffic.summary).") }
    return .success
  }
}
