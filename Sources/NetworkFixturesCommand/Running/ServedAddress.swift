/// The port of a server that stands until Ctrl-C, and the pages and names that it answers to.
struct ServedAddress {
  static let options = ["--port", "--cors", "--host"]

  private let port: Int
  private let pages: AllowedPages

  init(_ arguments: Arguments) throws {
    port =
      try arguments.one("--port").map { text in
        guard let port = Int(text), (0...65_535).contains(port) else {
          throw UsageError("--port takes a number from 0 to 65535, not \(text.quoted).")
        }
        return port
      } ?? 0
    let origins = arguments.all("--cors")
    for origin in origins {
      let parts = URLComponents(string: origin)
      guard parts?.scheme != nil, parts?.host?.isEmpty == false, parts?.path.isEmpty == true else {
        throw UsageError("--cors takes an origin such as http://localhost:3000, not \(origin.quoted).")
      }
    }
    let names = arguments.all("--host")
    for name in names where URLComponents(string: "http://\(name)")?.host != name {
      throw UsageError("--host takes a name such as mac.local, not \(name.quoted).")
    }
    pages = AllowedPages(origins: origins, names: names)
  }

  /// Serves until a signal comes.
  ///
  /// - Parameters:
  ///   - handler: The handler of the requests.
  ///   - base: The beginning of their URLs; nil for the clients' name for the server.
  ///   - begin: Called with the port when the server listens.
  ///   - finish: Does the rest when the server has stopped, and can ask whether another signal has come.
  /// - Throws: A ``UsageError`` if no server can be started; the error of the rest.
  func serve(
    _ handler: any RequestHandler, base: String?, _ begin: (Int) -> Void,
    finish: (_ isEndedAgain: () -> Bool) throws -> Void = { _ in }
  ) throws {
    // Before the server's thread starts, and a client can know the port.
    let end = EndSignals()
    defer { end.restore() }
    let server = try start(handler, base)
    begin(server.port)
    end.wait()
    let hasStopped = DispatchSemaphore(value: 0)
    Task {
      await server.stop(within: .seconds(1))
      hasStopped.signal()
    }
    hasStopped.wait()
    try finish { end.haveComeAgain }
  }

  private func start(_ handler: any RequestHandler, _ base: String?) throws -> HTTPServer {
    var configuration = HTTPServer.Configuration()
    configuration.port = port
    configuration.pages = pages
    configuration.base = base
    do {
      return try HTTPServer(configuration, handler: handler)
    } catch {
      guard error.isPortTaken else { throw UsageError("No server can be started at 127.0.0.1:\(port): \(error).") }
      throw UsageError(
        "The port \(port) is in use. Stop the program that uses it, or give another port: without --port, the system chooses one."
      )
    }
  }
}

/// A wait for the signals by which a terminal or another program ends this one.
private struct EndSignals {
  private static let numbers = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

  private let signals: sigset_t
  private let before: sigset_t

  init() {
    var signals = sigset_t()
    var before = sigset_t()
    sigemptyset(&signals)
    // SIGHUP: the terminal was closed. SIGPIPE is ignored, since the output may be closed too.
    signal(SIGPIPE, SIG_IGN)
    for number in Self.numbers {
      sigaddset(&signals, number)
      // A shell lets programs in the background ignore the first.
      signal(number, SIG_DFL)
    }
    // Threads started from now on have them blocked as well: they stay pending until awaited.
    pthread_sigmask(SIG_BLOCK, &signals, &before)
    self.signals = signals
    self.before = before
    // Ctrl-C in a terminal ends only the plugin; with the plugin, the input of this process ends.
    guard Self.endWithInput else { return }
    Thread.detachNewThread {
      _ = try? FileHandle.standardInput.readToEnd()
      kill(getpid(), SIGTERM)
    }
  }

  func wait() {
    var signals = signals
    var number = Int32(0)
    sigwait(&signals, &number)
  }

  /// Whether one has come since the one that was awaited. With the plugin, one Ctrl-C may be two signals.
  var haveComeAgain: Bool { !Self.endWithInput && arePending }

  private static let endWithInput = ProcessInfo.processInfo.environment["NETWORK_FIXTURES_ENDS_WITH_INPUT"] == "1"

  private var arePending: Bool {
    var pending = sigset_t()
    sigpending(&pending)
    return Self.numbers.contains { sigismember(&pending, $0) == 1 }
  }

  func restore() {
    // One that is still pending has done what it can, and must not end the process now.
    if arePending { for number in Self.numbers { signal(number, SIG_IGN) } }
    var before = before
    pthread_sigmask(SIG_SETMASK, &before, nil)
    for number in Self.numbers { signal(number, SIG_DFL) }
  }
}
