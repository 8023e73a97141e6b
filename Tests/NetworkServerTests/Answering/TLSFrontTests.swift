import NetworkLoopback
import TestSupport

/// The proxy of the article about UI tests.
struct TLSFrontTests {
  private static let openssl = ClientProgram("openssl")

  /// The blocks of a kind in the article.
  private static func blocks(_ kind: String) throws -> [String] {
    var folder = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { folder.deleteLastPathComponent() }
    let article = folder.appendingPathComponent("Sources/NetworkServer/NetworkServer.docc/UITests.md")
    let parts = try String(contentsOf: article, encoding: .utf8).components(separatedBy: "```")
    return parts.enumerated().compactMap { number, part in
      number % 2 == 1 && part.hasPrefix("\(kind)\n") ? String(part.dropFirst(kind.count + 1)) : nil
    }
  }

  @Test(
    "a client that insists on https reaches the server through it", .curl, .python("ssl"),
    .enabled(if: openssl != nil, "openssl is not on PATH"))
  func curl() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tls-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let shell = try #require(ClientProgram("sh"))
    let made = try await shell.run(["-c", "cd '\(folder.path)' && \(try #require(Self.blocks("").first))"])
    try #require(made.status == 0, "\(made.errors)")

    let transport = MockTransport(
      .get("https://api.example.com/items").respond(with: .text("hello")),
      .post("https://api.example.com/items").respond { HTTPResponse(body: Data("\($0.body.count)".utf8)) })
    try await withLoopbackServer(answering: transport, as: "api.example.com") { server in
      let python = try #require(ClientProgram.python(with: "ssl"))
      let script = try #require(Self.blocks("python").first)
      let proxy = try ChildProcess(
        shell.file,
        ["-c", #"cd "$1" && exec "$2" -c "$3" 0 "$4""#, "sh", folder.path, python.file.path, script, "\(server.port)"])
      defer {
        proxy.send(SIGKILL)
        proxy.end()
      }
      let line = await withCheckedContinuation { continuation in
        Thread.detachNewThread { continuation.resume(returning: proxy.output.availableData) }
      }
      let port = String(decoding: line, as: UTF8.self).trimmingCharacters(in: .newlines)
      let curl = try #require(ClientProgram.curl)
      let options = ["-s", "--noproxy", "*", "--max-time", "60", "--cacert", "\(folder.path)/cert.pem"]
      #expect(try await curl.run(options + ["https://localhost:\(port)/items"]).text == "hello")
      let body = String(repeating: "a", count: 300_000)
      let upload = try await curl.run(
        options + ["--data-binary", "@-", "https://localhost:\(port)/items"], input: Data(body.utf8))
      #expect(upload.text == "300000", "\(upload.errors)")
      // A client that does not trust the certificate says so.
      let wary = try await curl.run(["-s", "--noproxy", "*", "https://localhost:\(port)/items"])
      #expect(wary.status == 60)
    }
  }
}
