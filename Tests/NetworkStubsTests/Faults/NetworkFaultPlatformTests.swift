#if os(macOS) || os(Linux)
  import Foundation
  import NetworkStubs
  import NetworkTesting
  import TestSupport

  #if canImport(FoundationNetworking)
    import FoundationNetworking
  #endif

  /// What a real session makes of a server on 127.0.0.1 that does what a fault says. On the first Mac this shows whether the
  /// errors that were taken from documentation are right.
  @Suite("The error of a fault, beside that of a real session", .localServer, .timeLimit(.minutes(15)))
  struct NetworkFaultPlatformTests {
    /// The faults that a server without certificates can commit, and their paths.
    private static let faults: [(NetworkFault, String)] = [
      (.connectionClosedBeforeHead, "close"), (.connectionLostBeforeHead, "reset"), (.malformedHead, "malformed-head"),
      (.connectionLostAfterHead, "head,reset"), (.connectionLost(afterBodyBytes: 5), "head,body,reset"),
      (.bodyTooShort, "head,body,close"), (.malformedChunks, "malformed-chunks"),
      (.malformedCompression, "malformed-compression"), (.redirectLoop, "loop"), (.timedOut, "silence"),
      (.stalled, "head,body,silence"),
    ]

    private static let server = Task.detached {
      let program = try PythonProgram(script: script)
      return (program, try await program.nextLine())
    }

    private func error(at path: String, scheme: String = "http") async throws -> URLError.Code? {
      let port = try await Self.server.value.1
      let configuration = URLSessionConfiguration.ephemeral
      let session = URLSession(configuration: configuration)
      defer { session.invalidateAndCancel() }
      var request = URLRequest(url: try #require(URL(string: "\(scheme)://127.0.0.1:\(port)/\(path)")))
      // Only silence takes this long.
      request.timeoutInterval = path.hasSuffix("silence") ? 1 : 60
      do {
        _ = try await session.data(for: request)
        return nil
      } catch let error as URLError { return error.code }
    }

    @Test(
      "the error of a fault, beside that of a real session, is the same",
      arguments: faults.map(\.1).filter { !$0.hasSuffix("silence") || Effort.letsSessionsWait() })
    func same(path: String) async throws {
      let fault = try #require(Self.faults.first { $0.1 == path }?.0)
      let code = try await error(at: path)
      #expect(code == fault.code)
    }

    @Test("the error of a fault, beside that of a real session, is the same where TLS meets what is not TLS")
    func plainText() async throws {
      #expect(try await error(at: "", scheme: "https") == NetworkFault.tlsFailure.code)
    }

    private static let script = """
      import socket, struct
      head = b"HTTP/1.1 200 OK\\r\\nContent-Type: text/plain\\r\\n"
      steps = {
        "malformed-head": b"hello\\r\\n\\r\\n",
        "head": head + b"Content-Length: 100\\r\\n\\r\\n",
        "body": b"hello",
        "malformed-chunks": head + b"Transfer-Encoding: chunked\\r\\n\\r\\n5\\r\\nhello\\r\\nZZ\\r\\n",
        "malformed-compression": head + b"Content-Encoding: gzip\\r\\nContent-Length: 5\\r\\n\\r\\nhello",
        # Or a client may send the next request on a connection that is about to be closed.
        "loop": b"HTTP/1.1 302 Found\\r\\nLocation: /loop\\r\\nConnection: close\\r\\nContent-Length: 0\\r\\n\\r\\n",
      }
      silent = []
      def serve(client):
        request = client.recv(4096)
        if request[:1] == b"\\x16":
          client.sendall(b"HTTP/1.1 400 Bad Request\\r\\n\\r\\n")
          return client.close()
        while b"\\r\\n\\r\\n" not in request: request += client.recv(4096)
        for step in request.split(b" ")[1][1:].decode().split(","):
          if step == "silence": return silent.append(client)
          if step == "reset":
            # What was sent has to arrive first.
            client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
          elif step in steps: client.sendall(steps[step])
        client.close()
      server = socket.create_server(("127.0.0.1", 0), backlog=128)
      print(server.getsockname()[1])
      while True:
        client, _ = server.accept()
        threading.Thread(target=serve, args=(client,), daemon=True).start()
      """
  }
#endif
