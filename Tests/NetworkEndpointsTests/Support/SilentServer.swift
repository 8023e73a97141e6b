#if os(macOS) || os(Linux)
  import NetworkEndpoints
  import TestSupport

  /// A server that takes requests and never answers; it tells when a request has come and when its client has gone.
  struct SilentServer {
    let host: URLHost

    private let program: PythonProgram

    static func start() async throws -> SilentServer {
      let program = try PythonProgram(script: script)
      let port = try await program.nextLine()
      return SilentServer(host: URLHost(rawValue: "http://127.0.0.1:\(port)"), program: program)
    }

    /// Waits for the start line of a request.
    func nextRequest() async throws -> String {
      try await program.nextLine()
    }

    /// Waits for the client to close the connection.
    func nextClose() async throws -> String {
      try await program.nextLine()
    }

    private static let script = """
      import socket
      server = socket.create_server(("127.0.0.1", 0))
      print(server.getsockname()[1])
      while True:
          connection, _ = server.accept()
          print(connection.recv(65536).split(b"\\r\\n")[0].decode())
          try:
              while connection.recv(65536): pass
          except OSError: pass
          print("closed")
      """
  }
#endif
