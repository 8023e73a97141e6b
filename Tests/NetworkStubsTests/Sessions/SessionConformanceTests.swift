#if os(macOS) || os(Linux)
  import NetworkTesting
  import TestSupport

  #if canImport(FoundationNetworking)
    private let platformOfSessions = "linux"
  #else
    private let platformOfSessions = "apple"
  #endif

  // `UPDATE_GOLDEN=1` records what a bare session does with a real server, once for each platform.
  @Suite(
    "A mocked session and a bare one with a server",
    .enabled(
      if: goldenExists("Sessions/bare-\(platformOfSessions).txt"),
      "what a bare session of this platform does was not recorded: run it with UPDATE_GOLDEN=1"))
  struct SessionConformanceTests {
    #if canImport(FoundationNetworking)
      /// Where they differ, and why.
      private static let differences = ["GET /cut": "the stub chooses the error"]
    #else
      private static let differences: [String: String] = [:]
    #endif

    private static let calls: [(method: String, path: String, body: String?)] =
      [("GET", "/plain", nil), ("HEAD", "/plain", nil), ("GET", "/empty", nil), ("GET", "/fields", nil)]
      + [("GET", "/missing", nil), ("GET", "/cut", nil), ("GET", "/loop", nil), ("POST", "/echo", "tea")]
      + [301, 302, 303, 307, 308].flatMap { status in
        [
          ("GET", "/redirect/\(status)", nil), ("POST", "/redirect/\(status)", "tea"),
          ("PUT", "/redirect/\(status)", "tea"),
        ]
      }

    /// What the server has to say.
    private static let stubs: [Stub] = [
      .any("/plain").respond(with: .text("tea")).optional(),
      .any("/empty").respond(status: 204).optional(),
      .any("/fields").respond(
        with: .text("tea", headers: ["x-lower": "1", "X-UPPER-CASE": "2", "X-Twice": "a", "x-twice": "b"])
      ).optional(),
      .any("/missing").respond(with: .text("no", status: 404)).optional(),
      .any("/cut").respond(with: .error(.networkConnectionLost)).optional(),
      .any("/loop").respond(status: 302, headers: ["Location": "/loop"]).optional(),
      .any("/redirect/{status}").respond { request in
        HTTPResponse(status: Int(request.path.suffix(3)) ?? 500, headers: ["Location": "/echo"])
      }.optional(),
      .any("/echo").respond { request in
        let type = request.headers["Content-Type"] ?? "none"
        return HTTPResponse(
          headers: ["Content-Type": "text/plain; charset=utf-8"],
          body: Data("\(request.method.rawValue) \(request.body.count) \(type)".utf8))
      }.optional(),
    ]

    @Test("the bare one does what is recorded", .localServer)
    func bare() async throws {
      let server = try PythonProgram(script: Self.server)
      let port = try await server.nextLine()
      let session = { URLSession(configuration: .ephemeral, delegate: $0, delegateQueue: nil) }
      let log = try await log(of: session, "http://127.0.0.1:\(port)")
      try expectGolden(
        log.map { "\($0.call)\n\($0.events)" }.joined(separator: "\n"), "Sessions/bare-\(platformOfSessions).txt")
    }

    @Test("the mocked one does the same, but for what is said")
    func mocked() async throws {
      let transport = MockTransport(Self.stubs)
      try expectConformance(try await log(of: { .mocked(by: transport, delegate: $0) }, "http://127.0.0.1:1"))
    }

    @Test("so does one that the code has made itself", .everySession(SessionConformanceTests.stubs))
    func every() async throws {
      let session = { URLSession(configuration: .ephemeral, delegate: $0, delegateQueue: nil) }
      try expectConformance(try await log(of: session, "https://api.example.com"))
    }

    private func expectConformance(_ log: [(call: String, events: String)]) throws {
      let bare = try goldenText("Sessions/bare-\(platformOfSessions).txt")
      #expect(log.count == Self.calls.count)
      for (call, events) in log {
        let isSame = bare.contains("\(call)\n\(events)")
        #expect(isSame == (Self.differences[call] == nil), "\(call)\n\(events)")
      }
    }

    /// What a session tells its delegate of each call.
    private func log(
      of session: (LoggingDelegate) -> URLSession, _ host: String
    ) async throws -> [(call: String, events: String)] {
      var log: [(String, String)] = []
      for (method, path, body) in Self.calls {
        var request = URLRequest(url: try #require(URL(string: host + path)))
        request.httpMethod = method
        request.httpBody = body.map { Data($0.utf8) }
        if body != nil { request.setValue("text/tea", forHTTPHeaderField: "Content-Type") }
        let delegate = LoggingDelegate()
        let session = session(delegate)
        session.dataTask(with: request).resume()
        await delegate.ended.wait()
        session.finishTasksAndInvalidate()
        log.append(("\(method) \(path)", delegate.events))
      }
      return log
    }

    private static let server = """
      import http.server
      class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        def log_message(self, *_): pass
        def reply(self, status, body=b"", fields=(("Content-Type", "text/plain; charset=utf-8"),)):
          self.send_response_only(status)
          for name, value in fields: self.send_header(name, value)
          if status != 204: self.send_header("Content-Length", str(len(body)))
          self.end_headers()
          if self.command != "HEAD": self.wfile.write(body)
        def do(self):
          body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
          text = ("Content-Type", "text/plain; charset=utf-8")
          part = self.path.split("/")[1]
          if part == "plain": self.reply(200, b"tea")
          elif part == "empty": self.reply(204, fields=())
          elif part == "fields":
            self.reply(200, b"tea", (text, ("x-lower", "1"), ("X-UPPER-CASE", "2"), ("X-Twice", "a"), ("x-twice", "b")))
          elif part == "missing": self.reply(404, b"no")
          elif part == "cut": self.close_connection = True
          elif part == "loop": self.reply(302, fields=(("Location", "/loop"),))
          elif part == "redirect": self.reply(int(self.path[-3:]), fields=(("Location", "/echo"),))
          else: self.reply(200, f"{self.command} {len(body)} {self.headers.get('Content-Type') or 'none'}".encode())
        do_GET = do_HEAD = do_POST = do_PUT = do
      server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
      print(server.server_address[1])
      server.serve_forever()

      """
  }

  /// Writes down what a session tells it, without what differs from server to server.
  private final class LoggingDelegate: NSObject, URLSessionDataDelegate, Sendable {
    let ended = Gate()
    private let lines = Mutexed<[String]>()
    private let body = Mutexed<Data>()

    var events: String { (lines.value ?? []).map { "  \($0)\n" }.joined() }

    private func note(_ line: String) { lines.change { $0 = ($0 ?? []) + [line] } }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
      newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
    ) {
      let fields = request.value(forHTTPHeaderField: "Content-Type") ?? "none"
      note(
        "redirect \(response.statusCode), \(request.httpMethod ?? "no method") \(request.url?.path ?? ""), type \(fields)"
      )
      completionHandler(request)
    }

    func urlSession(
      _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
      completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
      let head = response as? HTTPURLResponse
      let fields = (head?.allHeaderFields ?? [:]).map { "\($0.key): \($0.value)" }.filter {
        $0.hasPrefix("X") || $0.hasPrefix("x")
      }
      note("head \(head?.statusCode ?? 0) \(response.mimeType ?? "no type") \(fields.sorted())")
      completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
      body.value = (body.value ?? Data()) + data
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
      note("body \(String(decoding: body.value ?? Data(), as: UTF8.self))")
      note("end \((error as? URLError).map { "\($0.code.rawValue)" } ?? error.map { "\($0)" } ?? "without an error")")
      ended.open()
    }
  }
#endif
