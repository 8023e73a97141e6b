#if os(macOS) || os(Linux)
  import NetworkLoopback
  import NetworkTesting
  import TestSupport

  // The judge of mocked sessions: the same code over one of them and over bare ones. A new probe is a line in `Probe+All.swift`; a
  // difference that stays is a row of `SessionDifference.all`, and so of the table in the article.
  @Suite("A mocked session, and a bare one with a server", .quiet)
  struct SessionProbeTests {
    @Test("agree in all that a client and a server can see, but for what the article says", .localServer)
    func python() async throws {
      let verdict = try await Self.compare(Probe.all, with: .python())
      // Each row that is said to differ does.
      #expect(verdict.rows == Set(SessionDifference.ofMocks.map(\.what)))
      #expect(Probe.all.count >= 150)
      print(
        "\(Probe.all.count) probes, \(verdict.cells) cells: \(verdict.equal) equal, \(verdict.documented) documented, "
          + "\(verdict.undocumented.count) unknown")
    }

    @Test("agree in every row", .localServer, .enabled(if: Probe.areRowsWanted))
    func rows() async throws {
      let verdict = try await Self.compare(Probe.rows + Probe.all, with: .python())
      print(
        "\(Probe.rows.count) + \(Probe.all.count) probes, \(verdict.cells) cells: \(verdict.equal) equal, "
          + "\(verdict.documented) documented, \(verdict.undocumented.count) unknown")
    }

    @Test("agree in every row under .everySession", .everySession(), .enabled(if: Probe.areRowsWanted))
    func everyRow() async {
      #expect(await Self.differencesUnderEverySession(Probe.rows) == [])
    }

    @Test("agree with another one too, that is Node's", .node)
    func node() async throws {
      _ = try await Self.compare(Effort.every(3, of: Probe.all, from: 1), with: .node())
    }

    private static func compare(_ probes: [Probe], with server: ProbeServer) async throws -> ProbeVerdict {
      let addresses = ProbeAddresses(port: server.port)
      var verdict = ProbeVerdict()
      for probe in probes {
        let seen = await probe.run(on: addresses) { Self.bare($0, $1) }
        let bare = seen + (try await server.received()).flatMap { $0.lines(addresses, all: probe.comparesAllFields) }
        verdict.add(probe, bare: bare, mocked: await Self.mockedRow(probe))
      }
      #expect(verdict.undocumented.joined(separator: "\n") == "")
      return verdict
    }

    /// Returns what a mocked session does; in whole rows, some of it is an issue.
    private static func mockedRow(_ probe: Probe) async -> [String] {
      guard Probe.areRowsWanted else { return await mocked(probe) }
      let lines = Mutexed<[String]>()
      _ = await recordedIssues { lines.value = await mocked(probe) }
      return lines.value ?? []
    }

    @Test("agree with the package's own server too")
    func loopback() async throws {
      var verdict = ProbeVerdict()
      for probe in Effort.every(3, of: Probe.all) where !probe.isOfSockets {
        let stubs = Protected<ProbeAddresses?>(nil)
        let transport = MockTransport(
          .any.respond { request in
            guard let addresses = stubs.withLock({ $0 }) else { return HTTPResponse(status: 500) }
            return try await MockTransport(ProbeSite.stubs(addresses)).send(request.urlRequest)
          }.optional())
        try await withLoopbackServer(answering: transport) { server in
          let addresses = ProbeAddresses(port: server.port)
          stubs.withLock { $0 = addresses }
          let seen = await probe.run(on: addresses) { Self.bare($0, $1) }
          let bare = seen + probe.lines(await transport.requests, addresses)
          verdict.add(probe, bare: bare, mocked: await Self.mocked(probe))
        }
      }
      #expect(verdict.undocumented.joined(separator: "\n") == "")
    }

    #if canImport(FoundationNetworking)
      @Test(
        "a mocked session ends where a bare one never would, and an issue says so",
        arguments: [Probe.Use.awaited, .handler, .delegate])
      func reported(use: Probe.Use) async throws {
        let probe = Probe(use: use, path: "/basic")
        let lines = Mutexed<[String]>()
        // The pages of whole rows have stubs that are warned of.
        let issues = await recordedIssues { lines.value = await Self.mocked(probe) }
          .filter { !$0.text.contains("says Content-Length") }
        #expect(lines.value?.contains { $0.contains("401") } == true)
        #expect(issues.count == 1 && issues.first?.text.contains("never ends such a task") == true)
      }
    #endif

    @Test("agree with a session that the code has made itself, under .everySession", .everySession())
    func everySession() async {
      #expect(await Self.differencesUnderEverySession(Effort.every(2, of: Probe.all)) == [])
    }

    private static func differencesUnderEverySession(_ probes: [Probe]) async -> [String] {
      let addresses = ProbeAddresses(port: 1)
      var differing: [String] = []
      for probe in probes {
        let mocked = await Self.mockedRow(probe)
        let transport = MockTransport.current
        await transport.replace(with: ProbeSite.stubs(addresses))
        let lines = Mutexed<[String]>()
        let run = { @Sendable in
          lines.value = await probe.run(on: addresses) {
            URLSession(configuration: $0, delegate: $1, delegateQueue: nil)
          }
        }
        if Probe.areRowsWanted { _ = await recordedIssues { await run() } } else { await run() }
        let seen = lines.value ?? []
        let every = seen + probe.lines(await transport.requests, addresses)
        await transport.reset()
        if every != mocked { differing.append("\(probe)\n    \(every)\n    \(mocked)") }
      }
      return differing
    }

    @Test("differ from platform to platform as the article says", arguments: SessionDifference.all)
    func platforms(difference: SessionDifference) async throws {
      let seen = Protected<[[String]]>([])
      // What one of them refuses is an issue, where a stub would have answered.
      _ = await recordedIssues {
        let linux = await Self.mocked(difference.probe, as: .linux)
        let apple = await Self.mocked(difference.probe, as: .apple)
        seen.withLock { $0 = [linux, apple] }
      }
      let both = seen.withLock { $0 }
      #expect(both.count == 2 && both.first != both.last)
    }

    @Test("differ in what one table of the article lists")
    func article() throws {
      try SessionDifference.expectTable()
    }

    static func bare(_ configuration: URLSessionConfiguration, _ delegate: ProbeDelegate?) -> URLSession {
      // A session with a cache may crash, where a call is cancelled.
      if !(configuration.urlCache is ProbeCache) { configuration.urlCache = nil }
      return URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
    }

    static func mocked(_ probe: Probe, as platform: SessionPlatform = .current) async -> [String] {
      let addresses = ProbeAddresses(port: 1)
      let transport = MockTransport(ProbeSite.stubs(addresses))
      let lines = await probe.run(on: addresses) {
        .mocked(by: transport, as: platform, configuration: $0, delegate: $1)
      }
      return lines + probe.lines(await transport.requests, addresses)
    }
  }

  extension Probe {
    fileprivate func lines(_ requests: [ReceivedRequest], _ addresses: ProbeAddresses) -> [String] {
      requests.flatMap { ProbeRequest($0).lines(addresses, all: comparesAllFields) }
    }
  }

  /// What the probes found.
  private struct ProbeVerdict {
    var equal = 0
    var documented = 0
    /// The lines that were compared.
    var cells = 0
    /// The rows of the article that explain something.
    var rows: Set<String> = []
    var undocumented: [String] = []

    mutating func add(_ probe: Probe, bare: [String], mocked: [String]) {
      cells += max(bare.count, mocked.count)
      guard bare != mocked else {
        equal += 1
        return
      }
      let known = (SessionDifference.ofMocks + SessionDifference.ofRows).filter { $0.isAbout(probe) }
      func rest(_ lines: [String]) -> [String] { lines.filter { line in !known.contains { $0.lines(line) } } }
      guard rest(bare) == rest(mocked) else {
        let (bare, mocked) = (bare.joined(separator: "\n    "), mocked.joined(separator: "\n    "))
        return undocumented.append("\(probe)\n  bare:\n    \(bare)\n  mocked:\n    \(mocked)")
      }
      documented += 1
      rows.formUnion(known.filter { $0.isSeen(bare, mocked) }.map(\.what))
    }
  }
#endif
