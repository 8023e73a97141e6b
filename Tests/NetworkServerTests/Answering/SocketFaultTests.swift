import NetworkLoopback
import NetworkStubs
import TestSupport

/// What networks do wrong, on a connection.
struct SocketFaultTests {
  private static let request = "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"

  /// - Parameter last: What comes before silence.
  private func serve(_ answer: Answer, untilSilenceAfter last: String? = nil) async throws -> RawClient.Answer {
    try await withLoopbackServer(answering: MockTransport(.any.respond(with: answer))) { server in
      await RawClient(port: server.port).send(Self.request) { bytes in
        last.map { bytes.suffix($0.utf8.count) == Data($0.utf8) } ?? false
      }
    }
  }

  @Test("bytes are sent as they are") func wireBytes() async throws {
    #expect(
      try await serve(.wire("HTTP/1.1 200 OK\r\nX", .close))
        == .init(bytes: Data("HTTP/1.1 200 OK\r\nX".utf8), end: .closed))
    #expect(try await serve(.wire("abc", .reset)) == .init(bytes: Data("abc".utf8), end: .reset))
    #expect(
      try await serve(.wire("abc", .stall), untilSilenceAfter: "abc") == .init(bytes: Data("abc".utf8), end: .silence))
    #expect(try await serve(.wire("abc", .halfClose)) == .init(bytes: Data("abc".utf8), end: .closed))
    #expect(try await serve(.wire(.drip(Data("abc".utf8), every: .milliseconds(1)))).text == "abc")
    #expect(try await serve(.wire(.reset)) == .init(end: .reset))
  }

  @Test("a body breaks off after exactly so many bytes", arguments: [0, 1, 1_000, 3_000_000])
  func breaksOff(_ count: Int) async throws {
    let body = Data(String(repeating: "0123456789", count: 400_000).utf8)
    let answer = try await serve(.data(body).broken(by: .connectionLost(afterBodyBytes: count)))
    let head = try #require(answer.bytes.range(of: Data("\r\n\r\n".utf8)))
    let isExact = answer.bytes[head.upperBound...] == body.prefix(count)
    #expect(isExact)
    #expect(answer.end == .reset)
  }

  @Test("the bytes of every fault") func faultBytes() async throws {
    var lines: [String] = []
    for fault in NetworkFault.allCases {
      let fault = fault == .slowDrip ? .slowDrip(pieces: 10, every: .milliseconds(1)) : fault
      let last = fault == .timedOut ? "" : fault == .stalled ? "\"green\"" : nil
      let answer = try await serve(.fault(fault), untilSilenceAfter: last)
      let text = answer.text.replacing(#/Date: [^\r]*GMT/#, with: "Date: …")
      lines.append("\(fault): \(answer.end)\n  \(text.swiftLiteral)")
    }
    try expectGolden(lines.joined(separator: "\n"), "Loopback/faults.txt")
  }

  /// The error that a session gives for a fault on a socket; nil where it gives an answer.
  private func code(_ fault: NetworkFault) -> URLError.Code? {
    let beforeConnection: [NetworkFault] = [
      .notConnected, .hostNotFound, .connectionRefused, .tlsFailure, .certificateUntrusted, .certificateExpired,
      .certificateNotYetValid, .certificateOfUnknownAuthority, .clientCertificateRequired,
    ]
    return beforeConnection.contains(fault) ? .networkConnectionLost : fault.code
  }

  @Test(
    "a real session sees what the list of faults says",
    arguments: NetworkFault.allCases.filter { $0.code != .timedOut || Effort.letsSessionsWait() })
  func sessionSeesFaults(_ fault: NetworkFault) async throws {
    let sent = fault == .slowDrip ? .slowDrip(pieces: 10, every: .milliseconds(1)) : fault
    let transport = MockTransport(.any.respond(with: .fault(sent)))
    let session = URLSession(configuration: .ephemeral)
    defer { session.invalidateAndCancel() }
    try await withLoopbackServer(answering: transport) { server in
      var request = URLRequest(url: try #require(URL(string: "\(server.host)/")))
      // Of two faults, the end of the client's patience is what they are.
      if fault.code == .timedOut { request.timeoutInterval = 1 }
      var met: URLError.Code?
      do { _ = try await URLSessionTransport(session: session).send(request) } catch {
        met = (error as? URLError)?.code
      }
      #expect(met == code(fault))
    }
  }

  @Test("the log of a fault is that of an injected transport", arguments: NetworkFault.allCases)
  func faultLog(_ fault: NetworkFault) async throws {
    guard fault != .redirectLoop, fault != .slowDrip else { return }
    let (injected, served) = (
      MockTransport(.any.respond(with: .fault(fault))), MockTransport(.any.respond(with: .fault(fault)))
    )
    var request = URLRequest(url: try #require(URL(string: "http://a/")))
    request.timeoutInterval = 0.1
    _ = try? await injected.send(request)
    var limits = LoopbackServer.Limits()
    limits.idle = .seconds(600)
    try await withLoopbackServer(answering: served, limits: limits) { server in
      async let answer = RawClient(port: server.port).send(Self.request) { _ in fault.code == .timedOut }
      // A silent server does not say when it begins to be.
      try await eventually(timeout: .seconds(60)) {
        if case .pending? = await served.exchanges.first?.outcome { false } else { await !served.exchanges.isEmpty }
      }
      _ = await answer
    }
    #expect(await served.exchanges.map { "\($0.outcome)" } == injected.exchanges.map { "\($0.outcome)" })
  }
}
