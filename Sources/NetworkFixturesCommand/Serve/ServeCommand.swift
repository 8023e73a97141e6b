/// The command that answers a browser, a simulator or another program from recordings.
struct ServeCommand: Command {
  static let name = "serve"
  static let abstract = "answer a browser or a simulator from recordings"
  static let options = Options(values: ["--port"], flags: ["--cors", "--full"])
  static let help = """
    Serves recordings over http on 127.0.0.1, until Ctrl-C, and prints the traffic as it comes, secrets masked.

    Usage: network-fixtures serve FILE … [options]

    A request gets the answer that was recorded for its method, path, query and body, whatever host it was recorded from. The same
    request recorded more than once gets those answers in their order, and then the last one again and again. One that was not
    recorded gets 404, with what is closest.

      --port N   the port; without it, the system chooses one that is free
      --cors     lets pages of other origins read the answers
      --full     prints header fields and bodies as well

    Examples:
      swift package network-fixtures serve Tests/Fixtures/recordings/login.har --port 8080
      swift package network-fixtures serve cart.har checkout.har --cors

    Where SwiftPM keeps plugins in a sandbox, give it leave: swift package --allow-network-connections local:8080
    network-fixtures serve …
    """

  private let files: [String]
  private let port: Int
  private let hasCORS: Bool
  private let isFull: Bool

  init(_ arguments: Arguments) throws {
    files = arguments.operands
    guard !files.isEmpty else { throw UsageError("Name the recording to serve.") }
    hasCORS = arguments.has("--cors")
    isFull = arguments.has("--full")
    port =
      try arguments.one("--port").map { text in
        guard let port = Int(text), (0...65_535).contains(port) else {
          throw UsageError("--port takes a number from 0 to 65535, not \(text.quoted).")
        }
        return port
      } ?? 0
  }

  func run(in program: Program) throws -> ExitCode {
    let entries = try files.flatMap { try program.recording($0).har.log.entries }
    let traffic = ServedTraffic(
      entries, named: files.map(\.printable).inWords, isFull: isFull, terminal: program.terminal)
    // Before the server's thread starts, and a client can know the port.
    let end = EndSignals()
    defer { end.restore() }
    let server = try start(traffic)
    program.terminal.print(
      "Serving \(entries.count.counted("exchange")) at http://127.0.0.1:\(server.port), until Ctrl-C.")
    end.wait()
    let hasStopped = DispatchSemaphore(value: 0)
    Task {
      await server.stop(within: .seconds(1))
      hasStopped.signal()
    }
    hasStopped.wait()
    program.terminal.print("\nServed \(traffic.summary).")
    return .success
  }

  private func start(_ traffic: ServedTraffic) throws -> HTTPServer {
    var configuration = HTTPServer.Configuration()
    configuration.port = port
    configuration.allowsCrossOrigin = hasCORS
    do {
      return try HTTPServer(configuration, handler: traffic)
    } catch {
      guard error.isPortTaken else { throw UsageError("No server can be started at 127.0.0.1:\(port): \(error).") }
      throw UsageError(
        "The port \(port) is in use. Stop the program that has it, or give another one: without --port, the system chooses."
      )
    }
  }
}

/// A wait for the signals by which a terminal or another program ends this one.
private struct EndSignals {
  private let signals: sigset_t
  private let before: sigset_t

  init() {
    var (signals, before) = (sigset_t(), sigset_t())
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM] {
      sigaddset(&signals, number)
      // A shell lets programs in the background ignore the first.
      signal(number, SIG_DFL)
    }
    // Threads started from now on have them blocked as well: they stay pending until awaited.
    pthread_sigmask(SIG_BLOCK, &signals, &before)
    (self.signals, self.before) = (signals, before)
    // Ctrl-C in a terminal ends only the plugin; with the plugin, the input of this process ends.
    guard ProcessInfo.processInfo.environment["NETWORK_FIXTURES_ENDS_WITH_INPUT"] == "1" else { return }
    Thread.detachNewThread {
      _ = try? FileHandle.standardInput.readToEnd()
      kill(getpid(), SIGTERM)
    }
  }

  func wait() {
    var (signals, number) = (signals, Int32(0))
    sigwait(&signals, &number)
  }

  func restore() {
    var before = before
    pthread_sigmask(SIG_SETMASK, &before, nil)
  }
}
