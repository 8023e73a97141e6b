#if !os(tvOS) && !os(watchOS)
  public import NetworkEndpoints
  public import Testing

  import Foundation

  /// A real HTTP server that nobody here wrote: Python's `http.server`, with the repository's `Fixtures`.
  ///
  /// `streams/NAME` gives out a first line, and a second one once `streams/NAME/go` was asked for.
  ///
  /// It runs once for all tests of a process, on 127.0.0.1 and a port that the system chooses, and ends with the process.
  ///
  /// ```swift
  /// @Test(.localServer) func loads() async throws {
  ///   let loader = EndpointLoader(transport: URLSessionTransport(), host: try await LocalServer.shared().host)
  /// }
  /// ```
  public struct LocalServer: Sendable {
    /// The server's address and port.
    public let host: URLHost

    private let program: PythonProgram

    /// The server of this process, started by the first call.
    ///
    /// - Throws: ``PythonProgram/Failure`` with what the server printed, if it does not start.
    public static func shared() async throws -> LocalServer {
      try await started.value
    }

    // Detached, so that the first test's task-locals do not become the server's.
    private static let started = Task.detached {
      let program = try PythonProgram(script: script, arguments: [fixturesFolder.path])
      let port = try await program.nextLine()
      return LocalServer(host: URLHost(rawValue: "http://127.0.0.1:\(port)"), program: program)
    }

    private static let script = """
      import collections, functools, http.server, threading
      # A test process sends many requests at once; the default of five would make some wait for a retry.
      http.server.ThreadingHTTPServer.request_queue_size = 128
      # Neither requests nor clients that went away, as cancelled ones do, are news.
      http.server.SimpleHTTPRequestHandler.log_message = lambda *_: None
      http.server.ThreadingHTTPServer.handle_error = lambda *_: None
      gates = collections.defaultdict(threading.Event)
      class Handler(http.server.SimpleHTTPRequestHandler):
        def do_GET(self):
          parts = self.path.split("/")
          if parts[1] != "streams": return super().do_GET()
          self.send_response(200)
          # Apple's loader holds the first 512 bytes of a text back, and not those of this type.
          self.send_header("Content-Type", "application/json")
          self.end_headers()
          # The second line comes when another request says so, and no time has to pass.
          if parts[-1] == "go": return gates[parts[2]].set()
          self.wfile.write(b"first\\n")
          self.wfile.flush()
          gates[parts[2]].wait(60)
          self.wfile.write(b"second\\n")
      handler = functools.partial(Handler, directory=sys.argv[1])
      server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
      print(server.server_address[1])
      server.serve_forever()
      """
  }

  private let fixturesFolder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Fixtures")

  extension Trait where Self == ConditionTrait {
    /// Runs a test or suite only where the local server can run.
    public static var localServer: Self {
      .enabled(if: PythonProgram.interpreter != nil, "python3 is not on PATH: the local HTTP server needs it")
    }
  }
#endif
