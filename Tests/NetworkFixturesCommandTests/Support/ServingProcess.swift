#if os(macOS) || os(Linux)
  import Foundation
  import TestSupport
  import Testing

  #if canImport(FoundationNetworking)
    import FoundationNetworking
  #endif

  /// `network-fixtures serve`, as a process of its own.
  final class ServingProcess {
    let port: Int
    private let process: ChildProcess
    private let first: String
    let sandbox: Sandbox

    convenience init(_ name: String, _ recording: String, _ options: String...) async throws {
      try await self.init(["serve", name] + options, files: [name: recording])
    }

    /// Starts a command that serves until it is told to end.
    init(_ arguments: [String], files: [String: String] = [:]) async throws {
      let sandbox = try Sandbox(files)
      let words = ["-c", #"cd "$1" && shift && exec "$@""#, "sh", sandbox.folder.path]
      // Tests may run where nothing is recorded.
      let environment = ProcessInfo.processInfo.environment.merging([
        "NETWORK_FIXTURES_ENDS_WITH_INPUT": "1", "NETWORK_TESTING_RECORD_IN_CI": "1",
      ]) { $1 }
      let process = try ChildProcess(
        URL(fileURLWithPath: "/bin/sh"), words + [#require(Sandbox.program).path] + arguments,
        environment: environment, input: .pipe)
      let first = await Self.onThread { Self.line(from: process.output) }
      (self.sandbox, self.process, self.first) = (sandbox, process, first)
      port = first.components(separatedBy: "127.0.0.1:").last.flatMap { Int($0.prefix { $0.isNumber }) } ?? 0
      try #require(port > 0, "\(first)")
    }

    deinit {
      // Where the test did not.
      process.send(SIGKILL)
    }

    func get(_ path: String, _ fields: [String: String] = [:]) async throws -> String {
      let (body, response) = try await send(path, fields)
      return "\(response.statusCode) \(body)"
    }

    func send(_ path: String, _ fields: [String: String]) async throws -> (String, HTTPURLResponse) {
      var request = URLRequest(url: try #require(URL(string: "http://127.0.0.1:\(port)\(path)")))
      for (name, value) in fields { request.setValue(value, forHTTPHeaderField: name) }
      let session = URLSession(configuration: .ephemeral)
      defer { session.invalidateAndCancel() }
      let (body, response) = try await session.data(for: request)
      return (String(decoding: body, as: UTF8.self), try #require(response as? HTTPURLResponse))
    }

    /// Ends it by a signal or, for none, by the end of its input, and gives back all that it printed.
    func end(by signal: Int32? = SIGINT) async throws -> String {
      if let signal { process.send(signal) } else { try process.input.close() }
      let (text, status) = try await Self.onThread { [process] in Result { try process.result() } }.get()
      #expect(status == 0)
      return first + text
    }

    /// Ends it by a signal after nobody has read its output for a while, and gives back its status.
    func endUnread(by signal: Int32, _ body: () async throws -> Void) async throws -> Int32 {
      try process.output.close()
      try await body()
      process.send(signal)
      return await Self.onThread { [process] in process.end() }
    }

    /// A text without what differs each time.
    func portless(_ text: String) -> String { text.replacingOccurrences(of: ":\(port)", with: ":PORT") }

    // Reading blocks, so it has a thread that no test needs.
    private static func onThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
      await withCheckedContinuation { continuation in
        Thread.detachNewThread { continuation.resume(returning: body()) }
      }
    }

    private static func line(from file: FileHandle) -> String {
      var line = Data()
      while line.last != 0x0A, let byte = try? file.read(upToCount: 1), !byte.isEmpty { line += byte }
      return String(decoding: line, as: UTF8.self)
    }
  }
#endif
