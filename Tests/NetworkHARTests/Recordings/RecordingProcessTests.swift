#if os(macOS) || os(Linux)
  import Foundation
  import NetworkStubs
  import NetworkHAR
  import TestSupport
  import Testing

  @Suite(
    "Processes that record", .enabled(if: RecordingProcess.program != nil, "RecordingProgram is not beside the tests"))
  struct RecordingProcessTests {
    private let fixtures: TemporaryFixtures
    private let file: RecordingFile

    init() throws {
      fixtures = try TemporaryFixtures()
      file = RecordingFile("a", in: FixtureFolder(at: fixtures.url))
    }

    private func start(count: Int, label: String, _ options: String...) throws -> RecordingProcess {
      try RecordingProcess(
        try #require(RecordingProcess.program), folder: fixtures.url, name: "a", count: count, label: label,
        options: options)
    }

    /// Runs a process that is killed so many microseconds after a number.
    private func kill(after number: Int, _ microseconds: Int, label: String) async throws {
      let process = try start(count: 1_000, label: label, "kill", String(number), String(microseconds))
      #expect(await process.end() == 128 + SIGKILL)
    }

    @Test("several processes lose nothing of each other, and of what all of them recorded keep one")
    func several() async throws {
      var processes: [RecordingProcess] = []
      for label in ["one", "two", "three", "same", "same"] {
        processes.append(try start(count: 8, label: label, "wait"))
      }
      // What a process finds when it begins is not what others record meanwhile.
      for process in processes { #expect(await process.lines(1) == "ready") }
      for process in processes { process.proceed() }
      for process in processes {
        #expect(await process.lines(9) == "done")
        await process.end()
      }
      let paths = try #require(try file.read()).log.entries.compactMap { URL(string: $0.request.url)?.path }
      let expected = ["one", "two", "three", "same"].flatMap { label in (1...8).map { "/\(label)/\($0)" } }
      #expect(paths.sorted() == expected.sorted())
      // Eight bodies, of which each process recorded the same.
      let files = fixtures.everything
      #expect(files.filter { !$0.hasSuffix(".json") } == ["recordings", "recordings/a", "recordings/a.har"])
      #expect(files.count == 3 + 8)
      for entry in try file.read()?.log.entries ?? [] { _ = try entry.exchange { try file.body(named: $0) } }
    }

    @Test("a program that does not test loads from the live network, whatever starts it")
    func production() async throws {
      let program = try #require(RecordingProcess.program)
      let process = try RecordingProcess(
        program, folder: fixtures.url, name: "a", count: 1, label: "load")
      #expect(await process.lines(1) == "URLError")
      await process.end()
    }

    /// Two moments, or 200 in a full run.
    static let moments = Effort.count(2, full: 200)

    @Test("a process that is killed while it records leaves a whole recording")
    func killed() async throws {
      for _ in 0..<Self.moments { try await killRecording() }
    }

    @Test("a process that is killed while it writes leaves the file whole: as it was, or as it is to be")
    func killedWriting() async throws {
      for _ in 0..<Self.moments {
        let count = Int.random(in: 2...4)
        try await kill(after: count, .random(in: 0...10_000), label: "message")
        let data = try Data(contentsOf: fixtures.url.appendingPathComponent("a"))
        let head = data.prefix(30).split(separator: UInt8(ascii: "\n")).first ?? Data()
        #expect(String(decoding: head, as: UTF8.self).hasSuffix(" HTTP/1.1"))
        #expect(data.suffix(8_000_000) == Data(repeating: data.last ?? 0, count: 8_000_000))
        #expect(data.count == head.count + 2 + 8_000_000)
      }
    }

    /// What keeps a process from writing all it wants to. Where the signal of a limit is ignored, the write fails.
    enum Shortage: String, CaseIterable {
      case limit = #"trap "" XFSZ; ulimit -f 16; exec "$@""#
      // A disk of its own in a namespace of its own, of which a copy stays.
      case fullDisk =
        #"unshare -rm sh -c 'mount -t tmpfs -o size=64k tmpfs "$2" && "$@"; cp -R "$2/." "$2.after"' sh "$@""#

      static let all = allCases.filter { $0 == .limit ? !isSanitized : canHaveDisk }

      /// Whether the thread sanitizer is in the program, which does not start under a limit of its files.
      private static let isSanitized = dlsym(dlopen(nil, RTLD_NOW), "__tsan_init") != nil

      private static let canHaveDisk: Bool = {
        let mount = "unshare -rm mount -t tmpfs tmpfs /mnt"
        let process = try? ChildProcess(URL(fileURLWithPath: "/bin/sh"), ["-c", mount], errors: .nothing)
        return process?.end() == 0
      }()
    }

    @Test("a process that has no space left says so, and leaves the file as it was", arguments: Shortage.all)
    func full(shortage: Shortage) async throws {
      let process = try RecordingProcess(
        try #require(RecordingProcess.program), folder: fixtures.url, name: "a", count: 100, label: "a",
        shell: shortage.rawValue)
      let output = await process.output()
      await process.end()
      let last = try #require(output.compactMap(Int.init).last)
      #expect(last > 3 && last < 100)
      let reason = shortage == .limit ? "File too large" : "No space left on device"
      let text = output.dropFirst(last).joined(separator: "\n")
      #expect(text.hasPrefix(#"The file "recordings/a.har" was not written: write failed: \#(reason)."#), "\(text)")
      #expect(text.contains("The file that was there is unchanged."))
      let folder = shortage == .fullDisk ? URL(fileURLWithPath: fixtures.url.path + ".after") : fixtures.url
      defer { try? FileManager.default.removeItem(atPath: fixtures.url.path + ".after") }
      let kept = RecordingFile("a", in: FixtureFolder(at: folder))
      let entries = try #require(try kept.read()).log.entries
      let paths = entries.compactMap { URL(string: $0.request.url)?.lastPathComponent }
      #expect(paths == (1..<last).map(String.init))
      for entry in entries { _ = try entry.exchange { try kept.body(named: $0) } }
    }

    private func killRecording() async throws {
      try? FileManager.default.removeItem(at: fixtures.place(of: "a"))
      let count = Int.random(in: 1...12)
      // It saves meanwhile; how far it comes is chance.
      try await kill(after: count, .random(in: 0...2_000), label: "a")
      let text = (try? Data(contentsOf: fixtures.place(of: "a"))).map { String(decoding: $0, as: UTF8.self) }
      let numbers = try file.read()?.log.entries.compactMap { URL(string: $0.request.url)?.lastPathComponent } ?? []
      // All it said it had saved, and perhaps one more; each whole.
      #expect(numbers.count >= count - 1)
      #expect(numbers == (1...max(numbers.count, 1)).map(String.init).prefix(numbers.count).map { $0 })
      #expect(text?.contains("kx83hqpl2sW4") != true)
      for entry in try file.read()?.log.entries ?? [] { _ = try entry.exchange { try file.body(named: $0) } }
      // The next one is not hindered, and tidies up.
      try file.update {
        $0.map { har in
          var har = har; har.log.comment = "next"; return har
        } ?? HAR()
      }
      #expect(fixtures.everything.filter { $0.contains(".tmp") }.isEmpty)
      #expect(fixtures.everything.count { $0.hasSuffix(".json") } == numbers.count)
    }
  }
#endif
