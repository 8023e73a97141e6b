#if os(macOS) || os(Linux)
  import NetworkTesting
  import TestSupport

  /// What the servers of the probes have to say, in a form that a stub and a server in Python both answer from.
  enum ProbeSite {
    struct Page: Codable {
      var status = 200
      var fields = [["Content-Type", "text/plain; charset=utf-8"]]
      var body = "tea"
      /// How often the body is repeated.
      var times = 1
      /// The body where it is no text.
      var bytes: Data?

      var data: Data { bytes ?? Data(String(repeating: body, count: times).utf8) }

      static func coded(_ coding: String, _ bytes: [UInt8]) -> Self {
        Self(
          fields: [["Content-Type", "text/plain; charset=utf-8"], ["Content-Encoding", coding]], bytes: Data(bytes))
      }

      static func moved(_ status: Int, _ location: String?, _ fields: [[String]] = []) -> Self {
        Self(status: status, fields: (location.map { [["Location", $0]] } ?? []) + fields, body: "moved")
      }

      static func with(_ fields: [[String]], status: Int = 200, body: String = "tea") -> Self {
        Self(status: status, fields: [["Content-Type", "text/plain; charset=utf-8"]] + fields, body: body)
      }
    }

    /// The place of the server's own address, and of the same server under another name, in a `Location`.
    static let here = "{here}"
    static let other = "{other}"

    static let pages: [String: Page] = {
      var pages: [String: Page] = [
        "/plain": Page(),
        "/large": Page(body: "0123456789", times: 20_000),
        "/empty": Page(status: 204, fields: [], body: ""),
        "/bodiless": Page(body: ""),
        "/json": Page(fields: [["Content-Type", "application/json"]], body: "{}"),
        "/typeless": Page(fields: []),
        "/twice": .with([["X-Twice", "a"], ["X-Twice", "b"]]),
        "/cases": .with([["x-lower", "1"], ["X-UPPER", "2"]]),
        "/cookies": .with([["Set-Cookie", "a=b; Path=/"]]),
        "/cookies/two": .with([
          ["Set-Cookie", "a=b; Path=/; Expires=Wed, 21 Oct 2099 07:28:00 GMT"], ["Set-Cookie", "c=d; Path=/"],
        ]),
        "/cookies/lower": .with([["set-cookie", "a=b; Path=/"]]),
        "/basic": .with([["WWW-Authenticate", "Basic realm=\"tea\""]], status: 401, body: "who?"),
        "/bearer": .with([["WWW-Authenticate", "Bearer"]], status: 401, body: "who?"),
        "/unasked": .with([], status: 401, body: "who?"),
        "/proxy": .with([["Proxy-Authenticate", "Basic realm=\"tea\""]], status: 407, body: "who?"),
        "/kept": .with([["Cache-Control", "max-age=600"], ["ETag", "\"1\""]]),
        "/stored": Page(body: "not stored"),
        "/loop": .moved(302, "/loop"),
        "/moved/nowhere": .moved(302, nil),
        "/moved/empty": .moved(302, ""),
        "/moved/lower": Page(status: 302, fields: [["location", "/plain"]], body: "moved"),
        "/moved/mail": .moved(302, "mailto:ada@example.com"),
        "/moved/files": .moved(302, "ftp://127.0.0.1/x"),
        "/moved/fragment": .moved(302, "/plain#there"),
        "/moved/query": .moved(302, "?q=1"),
        "/moved/spaces": .moved(302, "/plain?q=a b"),
        "/moved/full": .moved(302, here + "/plain"),
        "/moved/double": .moved(302, "//{host}/plain"),
        "/moved/chain": .moved(301, "/moved/301"),
        "/moved/cookie": .moved(302, "/plain", [["Set-Cookie", "step=1; Path=/"]]),
        "/deep/moved": .moved(302, "echo"),
        "/deep/up": .moved(302, "../plain"),
        "/other": .moved(302, other + "/plain"),
        "/other/307": .moved(307, other + "/plain"),
        "/other/cookie": .moved(302, other + "/plain", [["Set-Cookie", "step=1; Path=/"]]),
      ]
      for (name, page) in coded { pages["/coded/\(name)"] = page }
      for status in [200, 300, 301, 302, 303, 304, 305, 307, 308] {
        pages["/moved/\(status)"] = .moved(status, "/plain")
      }
      for status in [201, 203, 205, 206, 304, 400, 404, 408, 410, 429, 500, 503] {
        pages["/status/\(status)"] = .with([], status: status)
      }
      return pages
    }()

    /// Bodies in content codings, whole and damaged.
    private static let coded: [String: Page] = {
      let text = Array(String(repeating: "0123456789", count: 30).utf8)
      let gzip = Compression.gzip.compressed(text)
      let zlib = Compression.zlib.compressed(text)
      return [
        "gzip": .coded("gzip", gzip),
        "GZIP": .coded("GZIP", gzip),
        "x-gzip": .coded("x-gzip", gzip),
        "gzip-gzip": .coded("gzip, gzip", Compression.gzip.compressed(gzip)),
        "deflate": .coded("deflate", zlib),
        // The same without the header and the checksum.
        "raw-deflate": .coded("deflate", Array(zlib.dropFirst(2).dropLast(4))),
        "small-deflate": .coded("deflate", smallDeflate),
        "gzip-cut": .coded("gzip", Array(gzip.dropLast(100))),
        "gzip-unchecked": .coded("gzip", Array(gzip.dropLast(8))),
        "gzip-longer": .coded("gzip", gzip + Array("and more bytes".utf8)),
        "gzip-damaged": .coded("gzip", Array(gzip.prefix(10)) + [6, 6, 6, 6] + Array(gzip.dropFirst(14))),
        "deflate-cut": .coded("deflate", Array(zlib.dropLast(100))),
        "small-cut": .coded("deflate", Array(smallDeflate.dropLast(6))),
        "gzip-empty": .coded("gzip", []),
        "identity": .coded("identity", text),
        "br": .coded("br", [0x8B, 0x02, 0x80] + Array("brotli".utf8) + [3]),
        "zstd": .coded("zstd", [0x28, 0xB5, 0x2F, 0xFD, 0x20, 4, 0x21, 0, 0] + Array("zstd".utf8)),
      ]
    }()

    /// "tea, and more tea, and more tea, or coffee" as a compressor writes it, without a header.
    private static let smallDeflate: [UInt8] = [
      0x2B, 0x49, 0x4D, 0xD4, 0x51, 0x48, 0xCC, 0x4B, 0x51, 0xC8, 0xCD, 0x2F, 0x4A, 0x55, 0x28, 0xC1,
      0xE4, 0xE5, 0x17, 0x29, 0x24, 0xE7, 0xA7, 0xA5, 0xA5, 0xA6, 0x02, 0x00,
    ]

    /// Returns a text with a site's addresses in place of what stands for them.
    static func filled(_ text: String, _ addresses: ProbeAddresses) -> String {
      text.replacingOccurrences(of: here, with: "http://\(addresses.host)")
        .replacingOccurrences(of: other, with: "http://\(addresses.otherHost)")
        .replacingOccurrences(of: "{host}", with: addresses.host)
    }

    /// The stubs that answer as the server does.
    static func stubs(_ addresses: ProbeAddresses) -> [Stub] {
      let known = pages.map { path, page in
        let fields = page.fields.map { HTTPHeaders.Field(name: $0[0], value: filled($0[1], addresses)) }
        let response = HTTPResponse(status: page.status, headers: HTTPHeaders(fields), body: page.data)
        return RequestMatcher.any(path).respond(with: .response(response)).optional()
      }
      // The first that matches answers.
      let signedIn = RequestMatcher.any("/basic").basicAuth(user: "ada", password: "123").respond(text: "tea")
        .optional()
      return [signedIn] + known + [
        RequestMatcher.any("/cut").respond(with: .fault(.connectionClosedBeforeHead)).optional(),
        RequestMatcher.any.respond(with: .text("missing", status: 404)).optional(),
      ]
    }
  }

  /// The two names of one server.
  struct ProbeAddresses {
    let port: Int

    var host: String { "127.0.0.1:\(port)" }
    var otherHost: String { "localhost:\(port)" }

    /// Returns a text without what differs from server to server.
    func normalised(_ text: String) -> String {
      text.replacingOccurrences(of: otherHost, with: "OTHER").replacingOccurrences(of: host, with: "HERE")
    }
  }

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
        def reply(self, status, fields, body):
          self.send_response(status)
          for name, value in fields: self.send_header(name, value)
          if status not in (204, 304): self.send_header("Content-Length", str(len(body)))
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
          if path == "/basic" and self.headers.get("Authorization") == "Basic YWRhOjEyMw==": path = "/plain"
          page = site.get(path)
          if not page: return self.reply(404, [["Content-Type", "text/plain; charset=utf-8"]], b"missing")
          port = str(server.server_address[1])
          def filled(text):
            return (text.replace("{here}", "http://127.0.0.1:" + port).replace("{other}", "http://localhost:" + port)
              .replace("{host}", "127.0.0.1:" + port))
          fields = [[name, filled(value)] for name, value in page["fields"]]
          body = base64.b64decode(page["bytes"]) if page.get("bytes") is not None else page["body"].encode() * page["times"]
          self.reply(page["status"], fields, body)
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

  /// A request as a server received it.
  struct ProbeRequest: Codable, Sendable {
    let method: String
    let url: String
    let fields: [[String]]
    let body: String
  }

  extension ProbeRequest {
    init(_ request: ReceivedRequest) {
      method = request.method.rawValue
      url = request.url?.absoluteString ?? "no URL"
      fields = request.headers.map { [$0.name, $0.value] }
      // As the script reads it, a byte a character.
      body = String(String.UnicodeScalarView(request.body.map { Unicode.Scalar($0) }))
    }

    /// Whether a field is one that each client or connection adds, with the value that it has then; no stub sees it.
    private func isOfConnection(_ field: [String], _ addresses: ProbeAddresses) -> Bool {
      let value = field[1]
      switch field[0].lowercased() {
      case "host": return value == addresses.host || value == addresses.otherHost
      case "user-agent": return value.contains("curl/") || value.contains("CFNetwork")
      case "accept": return value == "*/*"
      case "accept-language": return value.hasPrefix("en")
      case "accept-encoding": return value.contains("gzip") && value.contains("deflate")
      case "connection": return value == "keep-alive"
      case "content-length": return value == "\(body.unicodeScalars.count)"
      case "expect": return value == "100-continue"
      case "transfer-encoding": return value == "chunked"
      default: return false
      }
    }

    /// The value of a field, with cookies in an order of their own: that of a storage differs from run to run.
    private static func sorted(_ field: [String]) -> String {
      guard field[0].lowercased() == "cookie" else { return field[1] }
      return field[1].components(separatedBy: "; ").sorted().joined(separator: "; ")
    }

    /// The request in one line, without its fragment, which no client sends; and in another what connections add.
    func lines(_ addresses: ProbeAddresses, all comparesAll: Bool) -> [String] {
      let own = fields.filter { !isOfConnection($0, addresses) }
        .map { "\($0[0].lowercased()): \(Self.sorted($0))" }.sorted()
      let added = fields.filter { isOfConnection($0, addresses) }.map { $0[0].lowercased() }.sorted()
      let url = url.split(separator: "#").first.map(String.init) ?? url
      let body = body.count > 40 ? "\(body.count) bytes" : body
      let line = addresses.normalised("\(method) \(url) \(own) \(body)")
      return comparesAll ? [line, "added \(added)"] : [line]
    }
  }
#endif
