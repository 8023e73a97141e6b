#if os(Linux)
  import NetworkTesting
  import TestSupport

  @testable import NetworkStubs

  // An app may look at its sessions and compare, as a client that makes another session if its cache is not there.
  @Suite("All that code can read of a session, before, during and after its requests", .quiet, .localServer)
  struct SessionPropertyTests {
    /// The kinds of configurations that apps make sessions of.
    enum Base: String, CaseIterable {
      case usual, ephemeral, changed

      var configuration: URLSessionConfiguration {
        let configuration: URLSessionConfiguration = self == .ephemeral ? .ephemeral : .default
        guard self == .changed else { return configuration }
        configuration.identifier = "app"
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.timeoutIntervalForRequest = 30
        configuration.timeoutIntervalForResource = 300
        configuration.allowsCellularAccess = false
        configuration.httpCookieAcceptPolicy = .always
        configuration.httpAdditionalHeaders = ["X-App": "1"]
        configuration.httpMaximumConnectionsPerHost = 2
        configuration.urlCache = URLCache(memoryCapacity: 1 << 20, diskCapacity: 0, diskPath: nil)
        configuration.httpCookieStorage = URLSessionConfiguration.ephemeral.httpCookieStorage
        return configuration
      }
    }

    /// What differs on purpose.
    private static let documented: Set<String> = [
      // A class of its own leads to the stubs, and cookies and credentials are of the test alone.
      "mocked configuration.protocolClasses", "mocked configuration.httpCookieStorage",
      "mocked configuration.urlCredentialStorage",
      // Its callbacks are followed by virtual time.
      "mocked session.delegateQueue.name",
      // Without meaning over a bare session, as the article says.
      "mocked task.progress", "every task.progress",
    ]

    @Test(
      "all that code can read of a session is the same with a server, and under .everySession", .everySession(),
      arguments: Base.allCases, [Probe.Use.awaited, .handler, .delegate, .uploadDelegate])
    func worlds(base: Base, use: Probe.Use) async throws {
      let server = try await ProbeServer.python()
      let real = ProbeAddresses(port: server.port)
      let stubbed = ProbeAddresses(port: 1)
      let method = use.hasBody ? "POST" : "GET"
      // The process's storage would keep the server's cookies.
      let cookies = base == .usual ? [] : ["/cookies"]
      for path in ["/plain", "/moved/302", "/status/404", "/cut"] + cookies {
        let probe = Probe(use: use, method: method, path: path, body: use.hasBody ? "tea" : nil)
        await MockTransport.current.replace(with: [Stub]())
        let bare = await probe.properties(base.configuration, real) {
          URLSession(configuration: $0, delegate: $1, delegateQueue: nil)
        }
        await MockTransport.current.replace(with: ProbeSite.stubs(stubbed))
        let every = await probe.properties(base.configuration, stubbed) {
          URLSession(configuration: $0, delegate: $1, delegateQueue: nil)
        }
        #expect(every.count > 80)
        #expect(Self.differences(bare, every, "every") == [], "\(probe)")
        let transport = MockTransport(ProbeSite.stubs(stubbed))
        let mocked = await probe.properties(base.configuration, stubbed) {
          .mocked(by: transport, configuration: $0, delegate: $1)
        }
        #expect(Self.differences(bare, mocked, "mocked") == [], "\(probe)")
        let configured = await probe.properties(base.configuration, stubbed) {
          URLSession(configuration: .mocked(by: transport, configuration: $0), delegate: $1, delegateQueue: nil)
        }
        #expect(Self.differences(bare, configured, "mocked") == [], "\(probe)")
      }
    }

    private static func differences(_ bare: [String: String], _ other: [String: String], _ world: String) -> [String] {
      Set(bare.keys).union(other.keys).sorted().filter { key in
        let name = key.split(separator: " ").last.map(String.init) ?? key
        let shown = [bare, other].map { values in
          // A mocked session adds its cookies when it sends a request, as the article says.
          world == "mocked" ? values[key]?.replacing(/"Cookie: [^"]*"/, with: "") : values[key]
        }
        return shown[0] != shown[1] && !documented.contains("\(world) \(name)")
      }.map { "\(world) \($0): \(bare[$0] ?? "nothing") ≠ \(other[$0] ?? "nothing")" }
    }

    @Test("all that code can read of a configuration is in the list")
    func complete() {
      let known = SessionProperty<URLSessionConfiguration>.all.map(\.name)
      let labels = Mirror(reflecting: URLSessionConfiguration.ephemeral).children.compactMap(\.label)
      // Deprecated, and without effect.
      let others = ["httpShouldUsePipelining", "shouldUseExtendedBackgroundIdleMode"]
      #expect(labels.filter { !known.contains($0) && !others.contains($0) } == [])
    }
  }

  extension Probe {
    /// Sends the request twice, and returns what can be read, by the moment and the name of the property.
    fileprivate func properties(
      _ configuration: URLSessionConfiguration, _ addresses: ProbeAddresses,
      in make: (URLSessionConfiguration, ProbeDelegate?) -> URLSession
    ) async -> [String: String] {
      let seen = Mutexed<[String: String]>()
      seen.value = [:]
      let delegate = hasSessionDelegate ? ProbeDelegate(ProbeLog(addresses), redirecting, credential) : nil
      let session = make(configuration, delegate)
      let objects = SessionObjects(configuration: configuration, delegate: delegate, addresses: addresses)
      @Sendable func look(_ moment: String, _ properties: [SessionProperty<URLSessionTask>], _ task: URLSessionTask?) {
        var found = objects.read(session, moment)
        if let task { found.merge(objects.read(task, "task", moment, properties)) { $1 } }
        seen.change { [found] in $0 = ($0 ?? [:]).merging(found) { $1 } }
      }
      let request = request(addresses)
      for number in 0..<2 {
        let ended = Gate()
        // One that ends by the delegate, or by a handler.
        let task: URLSessionTask? =
          switch use {
          case .awaited: nil
          case .uploadDelegate: session.uploadTask(with: request, from: Data((body ?? "").utf8))
          case .delegate: session.dataTask(with: request)
          default:
            session.dataTask(with: request) { _, _, _ in
              look("\(number) in the handler", [], nil)
              ended.open()
            }
          }
        look("\(number) before", .steady, task)
        if let task {
          let end = delegate?.nextEnd() ?? ended
          task.resume()
          await end.wait()
          await session.isIdle(task)
        } else {
          _ = try? await session.data(for: request)
        }
        look("\(number) after", .all, task)
      }
      session.finishTasksAndInvalidate()
      return seen.value ?? [:]
    }
  }

  extension [SessionProperty<URLSessionTask>] {
    fileprivate static var steady: Self { SessionProperty.steady }
    fileprivate static var all: Self { SessionProperty.all }
  }
#endif
