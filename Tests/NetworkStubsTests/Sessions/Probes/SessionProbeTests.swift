#if os(macOS) || os(Linux)
  import NetworkLoopback
  import NetworkTesting
  import TestSupport

  @Suite("A mocked session and a bare one")
  struct SessionProbeTests {
    @Test("are told from each other by nothing", .localServer)
    func judge() async throws {
      let python = try await ProbeServer.start()
      var text = ""
      for probe in Probe.all {
        let there = ProbeAddresses(port: python.port)
        print("probe", probe)
        let seen = await probe.run(on: there) { Self.bare($0, $1) }
        let bare = seen + (try await python.received()).map { $0.line(there) }
        let mocked = await Self.mocked(probe)
        if mocked != bare { text += "\(probe)\n  bare:\n    \(bare.joined(separator: "\n    "))\n  mocked:\n    \(mocked.joined(separator: "\n    "))\n" }
      }
      try text.write(toFile: "/tmp/probe51a.txt", atomically: true, encoding: .utf8)
      #expect(text == "")
    }

    static func bare(_ configuration: URLSessionConfiguration, _ delegate: ProbeDelegate?) -> URLSession {
      // A session with a cache may crash.
      configuration.urlCache = nil
      return URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
    }

    static func mocked(_ probe: Probe) async -> [String] {
      let addresses = ProbeAddresses(port: 1)
      let transport = MockTransport(ProbeSite.stubs(addresses))
      let lines = await probe.run(on: addresses) { .mocked(by: transport, configuration: $0, delegate: $1) }
      return lines + (await transport.requests).map { ProbeRequest($0).line(addresses) }
    }
  }
#endif
