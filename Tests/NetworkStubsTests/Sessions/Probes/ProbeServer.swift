#if os(macOS) || os(Linux)
  import NetworkTesting
  import TestSupport

  /// The same site on a server that nobody here wrote, with what it received.
  struct ProbeServer: Sendable {
    let port: Int
    /// What runs it, and ends it when it is released.
    private let program: any Sendable

    /// Starts the server of Python's library.
    static func python() async throws -> ProbeServer {
      let program = try PythonProgram(script: script, arguments: [try site()])
      return ProbeServer(port: try #require(Int(try await program.nextLine())), program: program)
    }

    /// Starts the server of Node's library.
    static func node() async throws -> ProbeServer {
      let program = try NodeProgram(script: nodeScript, arguments: [try site()])
      return ProbeServer(port: try #require(Int(try await program.nextLine())), program: program)
    }

    private static func site() throws -> String {
      String(decoding: try JSONEncoder().encode(ProbeSite.pages), as: UTF8.self)
    }

    /// Takes what was received since the last time.
    func received() async throws -> [ProbeRequest] {
      let url = URL(string: "http://127.0.0.1:\(port)/_received") ?? URL(fileURLWithPath: "/")
      let configuration = URLSessionConfiguration.ephemeral
      configuration.urlCache = nil
      let session = URLSession(configuration: configuration)
      defer { session.finishTasksAndInvalidate() }
      return try JSONDecoder().decode([ProbeRequest].self, from: await session.data(from: url).0)
    }

    private static let script = """
      import base64, http.server, json
      site = json.loads(sys.argv[1])
      received = []
      class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        def log_message(self, *_): pass
        def reply(self, status, fields, body, saysLength=True):
          self.send_response_only(status)
          if not any(name.lower() == "date" for name, _ in fields): self.send_header("Date", self.date_time_string())
          for name, value in fields: self.send_header(name, value.encode().decode("latin1"))
          if not saysLength: self.close_connection = True
          elif status not in (204, 304): self.send_header("Content-Length", str(len(body)))
          self.end_headers()
          if self.command != "HEAD" and status not in (204, 304): self.wfile.write(body)
        def do(self):
          if self.headers.get("Transfer-Encoding") == "chunked":
            body = b""
            while size := int(self.rfile.readline(), 16):
              body += self.rfile.read(size)
              self.rfile.readline()
            self.rfile.readline()
          else: body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
          if self.path == "/_received":
            answer = json.dumps(received).encode()
            received.clear()
            return self.reply(200, [["Content-Type", "application/json"]], answer)
          port = ":" + str(server.server_address[1])
          host = self.headers.get("Host")
          # A client may say any other.
          here = "http://" + (host if host.endswith(port) else "127.0.0.1" + port)
          url = self.path if "://" in self.path else here + self.path
          received.append({"method": self.command, "url": url, "fields": list(self.headers.items()),
            "body": body.decode("latin1")})
          path = self.path.split("?")[0]
          if path == "/cut":
            self.close_connection = True
            return
          if path == "/silent":
            self.close_connection = True
            return self.rfile.read(1)
          if (path == "/basic" or path.startswith("/asks/")) and self.headers.get("Authorization") == "Basic YWRhOjEyMw==": path = "/plain"
          page = site.get(path)
          if not page: return self.reply(404, [["Content-Type", "text/plain; charset=utf-8"]], b"missing")
          port = str(server.server_address[1])
          def filled(text):
            return (text.replace("{here}", "http://127.0.0.1:" + port).replace("{other}", "http://localhost:" + port)
              .replace("{host}", "127.0.0.1:" + port)
              .replace("{90000}", "a" * 90000).replace("{150000}", "a" * 150000))
          fields = [[name, filled(value)] for name, value in page["fields"]]
          body = base64.b64decode(page["bytes"]) if page.get("bytes") is not None else page["body"].encode() * page["times"]
          self.reply(page["status"], fields, body, not page["saysOwnLength"])
        do_GET = do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = do_OPTIONS = do
      class Server(http.server.ThreadingHTTPServer):
        request_queue_size = 128
        def handle_error(self, *_): pass
      server = Server(("127.0.0.1", 0), Handler)
      print(server.server_address[1])
      server.serve_forever()

      """
  }

  extension ProbeServer {
    private static let nodeScript = """
      const http = require("http")
      process.stdin.resume()
      process.stdin.on("end", () => process.exit())
      const site = JSON.parse(process.argv[1])
      let received = []
      const server = http.createServer({ keepAliveTimeout: 60000 }, (request, response) => {
        const chunks = []
        request.on("data", chunk => chunks.push(chunk))
        request.on("end", () => answer(request, Buffer.concat(chunks), response))
      })
      function reply(request, response, status, fields, body) {
        const isEmpty = status == 204 || status == 304
        const length = isEmpty ? [] : [["Content-Length", String(body.length)]]
        response.writeHead(status, fields.concat(length).flat())
        response.end(request.method == "HEAD" || isEmpty ? undefined : body)
      }
      function answer(request, body, response) {
        if (request.url == "/_received") {
          const seen = JSON.stringify(received)
          received = []
          return reply(request, response, 200, [["Content-Type", "application/json"]], Buffer.from(seen))
        }
        const port = ":" + server.address().port, host = request.headers.host
        const here = "http://" + (host.endsWith(port) ? host : "127.0.0.1" + port)
        const fields = []
        for (let i = 0; i < request.rawHeaders.length; i += 2) fields.push(request.rawHeaders.slice(i, i + 2))
        received.push({
          method: request.method, url: request.url.includes("://") ? request.url : here + request.url, fields,
          body: body.toString("latin1")
        })
        let path = request.url.split("?")[0]
        if (path == "/cut") return request.socket.destroy()
        if (path == "/basic" && request.headers.authorization == "Basic YWRhOjEyMw==") path = "/plain"
        const page = site[path]
        const text = ["Content-Type", "text/plain; charset=utf-8"]
        if (!page) return reply(request, response, 404, [text], Buffer.from("missing"))
        const filled = text => text.replace("{here}", "http://127.0.0.1" + port)
          .replace("{other}", "http://localhost" + port).replace("{host}", "127.0.0.1" + port)
        const content = page.bytes != null ? Buffer.from(page.bytes, "base64") : Buffer.from(page.body.repeat(page.times))
        reply(request, response, page.status, page.fields.map(([name, value]) => [name, filled(value)]), content)
      }
      server.listen(0, "127.0.0.1", () => console.log(server.address().port))

      """
  }

  /// A small script for Node that runs beside the tests and ends with them.
  private final class NodeProgram: Sendable {
    // Held so that the script's standard input stays open, with which it ends.
    private let process: ChildProcess

    init(script: String, arguments: [String]) throws {
      let node = try #require(ClientProgram.node)
      process = try ChildProcess(node.file, ["-e", script] + arguments, input: .pipe)
    }

    deinit { try? process.input.close() }

    /// The next line that the script prints.
    func nextLine() async throws -> String {
      // Reading blocks, so it has a thread that no test needs.
      await withCheckedContinuation { continuation in
        Thread.detachNewThread { [process] in
          var line = Data()
          while let byte = try? process.output.read(upToCount: 1), !byte.isEmpty, byte != Data("\n".utf8) {
            line += byte
          }
          continuation.resume(returning: String(decoding: line, as: UTF8.self))
        }
      }
    }
  }
#endif
