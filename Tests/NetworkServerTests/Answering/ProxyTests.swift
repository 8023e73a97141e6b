import NetworkLoopback
import TestSupport

/// nginx in front of the server, as in a container of a test environment.
struct ProxyTests {
  private static let program = ClientProgram("nginx") ?? existing("/usr/sbin/nginx")

  private static func existing(_ path: String) -> ClientProgram? {
    FileManager.default.isExecutableFile(atPath: path) ? ClientProgram(file: URL(fileURLWithPath: path)) : nil
  }

  /// What nginx is told: one process, and nothing outside of a folder, not even a port, which others may take.
  private static func configuration(_ folder: URL, upstream: Int) -> String {
    let paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map { "\($0)_temp_path \(folder.path)/\($0);" }
    return """
      daemon off; master_process off; worker_processes 1; pid \(folder.path)/pid; error_log stderr error;
      events {}
      http {
        access_log off; \(paths.joined(separator: " ")) client_max_body_size 16m;
        upstream stubs { server 127.0.0.1:\(upstream); keepalive 4; }
        server {
          listen unix:\(folder.path)/socket;
          location / {
            proxy_pass http://stubs; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header Host $host;
            proxy_request_buffering off;
          }
        }
      }
      """
  }

  @Test(
    "requests, uploads, streams and ranges pass through nginx", .curl,
    .enabled(if: program != nil, "nginx is neither on PATH nor in /usr/sbin"))
  func nginx() async throws {
    // A socket's path has at most some hundred bytes, which a temporary directory may take alone.
    let folder = URL(fileURLWithPath: "/tmp").appendingPathComponent("nginx-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let transport = MockTransport(
      .get("/ready").respond(status: 200).optional(),
      .get("/items").query("filter[name]", "a b").respond(json: ["Tea"]),
      .post("/photos").respond { HTTPResponse(status: 201, body: Data("\($0.body.count)".utf8)) },
      .get("/log").respond(with: .stream("first\n", "second\n")),
      .get("/moved").respond(with: .redirect(to: "/items")))
    try await withLoopbackServer(answering: transport) { server in
      let file = folder.appendingPathComponent("nginx.conf")
      try Self.configuration(folder, upstream: server.port).write(to: file, atomically: true, encoding: .utf8)
      let proxy = try ChildProcess(
        #require(Self.program).file, ["-c", file.path, "-p", folder.path, "-e", "stderr"], output: .nothing,
        errors: .nothing)
      defer {
        proxy.send(SIGKILL)
        proxy.end()
      }
      let curl = try #require(ClientProgram.curl)
      let options = ["-s", "--unix-socket", "\(folder.path)/socket", "--max-time", "60"]
      let start = options + ["--retry", "100", "--retry-all-errors", "--retry-delay", "1"]
      #expect(try await curl.run(start + ["http://127.0.0.1/ready"]).status == 0)
      func answer(_ arguments: [String], _ path: String, input: Data? = nil) async throws -> String {
        try await curl.run(options + arguments + ["http://127.0.0.1\(path)"], input: input).text
      }
      #expect(try await answer(["-g"], "/items?filter[name]=a%20b") == #"["Tea"]"#)
      let photo = Data(count: 3_000_000)
      #expect(try await answer(["--data-binary", "@-"], "/photos", input: photo) == "3000000")
      #expect(try await answer(["-T", "-", "-X", "POST"], "/photos", input: photo) == "3000000")
      #expect(try await answer([], "/log") == "first\nsecond\n")
      #expect(try await answer(["-o", "/dev/null", "-w", "%{http_code}"], "/moved") == "302")
    }
  }
}
