/// The handler that answers the requests of a server from a transport, in the server's test.
struct TransportHandler: RequestHandler {
  let transport: any HTTPTransport
  let harness: any Harness
  let place: CodePlace
  let scripts = RunningScripts()
  /// The problems of a transport without a log.
  let problems = ServerProblems()
  // Found once, since a cast to a protocol takes a while.
  private let stubs: (any StubAnswering)?
  /// Whether bodies are streamed; a transport that remembers reads all of a body before it answers.
  let streamsBodies: Bool

  init(transport: any HTTPTransport, harness: any Harness, place: CodePlace) {
    self.transport = transport
    self.harness = harness
    self.place = place
    stubs = transport as? any StubAnswering
    streamsBodies = !(transport is any RememberingTransport)
  }

  func answer(_ request: URLRequest, head: RequestHead, responder: Responder) -> ServerAnswer {
    guard harness.isCallerOutside else { return answerHere(request, head, responder) }
    // Unchecked, because `enter` returns when its body is done, on this thread or on another.
    nonisolated(unsafe) var answer = ServerAnswer.bytes(Data(), then: .reset)
    harness.enter { answer = answerHere(request, head, responder) }
    return answer
  }

  func pause(_ request: URLRequest) -> UploadPause? {
    guard let rate = stubs?.engine.uploadRate(of: request) else { return nil }
    return UploadPause(rate: rate) { [transport] in try await transport.rest(for: $0) }
  }

  private func answerHere(_ request: URLRequest, _ head: RequestHead, _ responder: Responder) -> ServerAnswer {
    if head.target == Self.redirectLoop { return .whole(Self.redirect) }
    // Every browser asks for it, whatever the page.
    let isIcon = head.target == "/favicon.ico" && head.method == "GET"
    guard let stubs else {
      return later(responder, request, head) {
        if isIcon, let foreseeing = transport as? any ForeseeingTransport,
          await !foreseeing.takes(ReceivedRequest(request))
        {
          return HTTPStream(HTTPResponse(status: 404))
        }
        let stream = try await transport.stream(request)
        do { try UnsendableAnswer.check(stream.status, stream.headers) } catch {
          report(Problem(text: "The answer to \(shown(head)) cannot be sent: \(error).", place: place))
          throw error
        }
        return stream
      }
    }
    if isIcon, !stubs.engine.takes(ReceivedRequest(request)) {
      return .whole(HTTPResponse(status: 404))
    }
    do {
      switch try stubs.engine.receive(request, hasUploaded: head.isPaced, onSocket: UnsendableAnswer.check) {
      case .answered(let response): return .whole(response)
      case .waits(let answer): return later(responder, request, head) { try await stubs.stream(answer) }
      }
    } catch {
      return .whole(Self.explanation(error))
    }
  }

  private func later(
    _ responder: Responder, _ request: URLRequest, _ head: RequestHead,
    _ stream: @escaping @Sendable () async throws -> HTTPStream
  ) -> ServerAnswer {
    let task = startOnOwnThreads { await relay(stream, request, head, responder) }
    return .later { task.cancel() }
  }

  private func relay(
    _ makeStream: @Sendable () async throws -> HTTPStream, _ request: URLRequest, _ head: RequestHead,
    _ responder: Responder
  ) async {
    var hasBegun = false
    do {
      let stream = try await makeStream().served(to: request)
      if let whole = stream.whole { return responder.answer(whole) }
      responder.begin(status: stream.status, headers: stream.headers)
      hasBegun = true
      for try await chunk in stream { try await responder.write(chunk) }
      responder.end()
    } catch let script as WebSocketScript where !hasBegun {
      await scripts.run(shown(head)) { await open(script, request, head, responder) }
    } catch {
      do {
        try await fail(error, hasBegun, responder)
      } catch {
        // The client has left, or the server stops.
        responder.end(.close)
      }
    }
  }

  private func fail(_ error: any Error, _ hasBegun: Bool, _ responder: Responder) async throws {
    if Task.isCancelled { return responder.end(.close) }
    switch error {
    case let fault as SocketFault: try await play(fault, responder)
    case let script as WireScript: try await play(script, responder)
    case let error as URLError: responder.end(Ending(error))
    case is CancellationError: responder.end(.close)
    default: if hasBegun { responder.end(.reset) } else { responder.answer(Self.explanation(error)) }
    }
  }

  // Faults

  private func play(_ script: WireScript, _ responder: Responder) async throws {
    for part in script.parts {
      switch part.storage {
      case .bytes(let data): try await responder.writeBytes(data)
      case .drip(let data, let interval):
        for byte in data {
          try await responder.writeBytes(Data([byte]))
          try await transport.rest(for: interval)
        }
      case .pause(let duration): try await transport.rest(for: duration)
      case .reset: return responder.end(.reset)
      case .close: return responder.end(.close)
      case .halfClose: return responder.end(.halfClose)
      case .stall: return responder.end(.hold)
      }
    }
    responder.end(.close)
  }

  private func play(_ fault: SocketFault, _ responder: Responder) async throws {
    let response = fault.response
    let half = response.body.count / 2
    func send(_ body: Data, of count: Int?, _ ending: Ending) async throws {
      var headers = response.headers
      headers["Content-Length"] = count.map { "\($0)" }
      responder.begin(status: response.status, headers: headers)
      if !body.isEmpty { try await responder.write(body) }
      responder.end(ending)
    }
    switch fault.effect {
    case .reset: responder.end(.reset)
    case .close: responder.end(.close)
    case .silence: responder.end(.hold)
    case .garbage:
      try await responder.writeBytes(Data("\u{1}\u{2}this is not HTTP\r\n\r\n".utf8))
      responder.end(.close)
    case .redirectLoop: responder.answer(Self.redirect)
    case .resetInBody(let count):
      let count = count ?? half
      let body = response.body.prefix(count) + Data(repeating: 0x20, count: max(0, count - response.body.count))
      try await send(body, of: max(response.body.count, count + 1), .reset)
    case .closeInBody: try await send(response.body.prefix(half), of: response.body.count, .close)
    case .stallInBody: try await send(response.body.prefix(half), of: response.body.count, .hold)
    case .tooLong: try await send(response.body, of: half, .next)
    case .malformedChunks:
      responder.begin(status: response.status, headers: response.headers.without("Content-Length"))
      try await responder.write(response.body.prefix(max(1, half)))
      try await responder.writeBytes(Data("no size\r\n".utf8))
      responder.end(.close)
    case .malformedCompression:
      var headers = response.headers.without("Content-Length")
      headers["Content-Encoding"] = "gzip"
      responder.begin(status: response.status, headers: headers)
      try await responder.write(Data("this is not gzip".utf8))
      responder.end()
    }
  }

  private static let redirectLoop = "/.network-loopback/redirect-loop"
  private static let redirect = HTTPResponse(status: 302, headers: ["Location": redirectLoop])

  /// Returns the answer to a request that the transport does not answer. The test fails as well.
  private static func explanation(_ error: any Error) -> HTTPResponse {
    let explanation = (error as? any ExplainedError)?.explanation
    let text = explanation ?? "\(error)"
    return HTTPResponse(
      status: explanation == nil ? 500 : 501, headers: ["Content-Type": "text/plain; charset=utf-8"],
      body: Data("\(text.printableLines)\n".utf8))
  }

  // WebSockets

  private func open(
    _ script: WebSocketScript, _ request: URLRequest, _ head: RequestHead, _ responder: Responder
  ) async {
    do throws(Refusal) {
      let answer = try WebSocketHandshake.answer(to: head, subprotocols: script.subprotocols)
      let inbox = WebSocketInbox { responder.resume() }
      let socket = LoopbackWebSocket(
        subprotocol: answer.subprotocol, request: request, link: .socket(responder, inbox))
      responder.upgrade(answer.fields, to: InboxPeer(inbox: inbox), mostBytes: script.mostBytes)
      await run(script, on: socket, head)
    } catch {
      refuse(error)
      var response = HTTPResponse(status: error.status, body: Data("This request was refused: \(error.reason).\n".utf8))
      if error.status == 426 { response.headers = ["Upgrade": "websocket", "Sec-WebSocket-Version": "13"] }
      responder.answer(response)
    }
  }

  private func run(_ script: WebSocketScript, on socket: LoopbackWebSocket, _ head: RequestHead) async {
    do {
      try await script.body(socket)
      await socket.close()
    } catch {
      // What the client did is not the script's fault.
      let isForgiven = socket.hasThrown(error) && (!script.isStrict || socket.isLost || error is CancellationError)
      if !isForgiven {
        report(Problem(text: "The script of the WebSocket \(shown(head)) threw: \(error)", place: place))
      }
      await socket.close(isForgiven ? .goingAway : .internalError, reason: "")
    }
    // A test that was cancelled leaves its client in the middle.
    if script.isStrict, socket.isLost, !harness.isCancelled {
      report(Problem(text: "The client of the WebSocket \(shown(head)) left without closing it.", place: place))
    }
  }

  /// Reports the scripts that a server has waited for in vain.
  func reportScripts(_ titles: [String], after limit: Duration) {
    for title in titles {
      let text = """
        The script of the WebSocket \(title) was still running \(limit) after its server had ended.
        It was cancelled. Check that what it waits for ends when its task is cancelled.
        """
      report(Problem(text: text, place: place))
    }
  }

  /// Prints what a program without tests has not asked for; a test was told at once.
  func reportRest() {
    for problem in problems.take() { harness.recordInOwnTest(problem) }
  }

  private func shown(_ head: RequestHead) -> String { Masking().masked(head.title).shortened() }

  // Invalid requests

  func noteBrokenUpload(_ request: URLRequest, head: RequestHead) {
    guard let log = (transport as? any RememberingTransport)?.log else { return }
    let total: Int? = if case .counted(let count) = head.framing { count } else { nil }
    log.addBrokenUpload(ReceivedRequest(request), of: total)
  }

  func refuse(_ refusal: Refusal) {
    report(Problem(text: refusal.text, place: place))
    // A stub that it would have used is no second issue.
    (transport as? any RememberingTransport)?.log.noteUnrecorded(refusal)
  }

  private func report(_ problem: Problem) {
    if let log = (transport as? any RememberingTransport)?.log {
      harness.enter { log.report(problem) }
    } else {
      problems.report(problem, in: harness)
    }
  }
}

extension Ending {
  /// Creates the effect of an answer's error on a connection.
  fileprivate init(_ error: URLError) {
    switch error.code {
    case .timedOut: self = .hold
    case .badServerResponse: self = .close
    default: self = .reset
    }
  }
}

extension HTTPHeaders {
  fileprivate func without(_ name: String) -> Self {
    var copy = self
    copy[name] = nil
    return copy
  }
}

extension Refusal {
  /// The text for a test.
  fileprivate var text: String {
    let request = title.map { Masking().masked($0).shortened() } ?? "a request"
    let verdict = isAnswered ? "refused \(request) with \(status)" : "did not answer \(request)"
    let line = "The loopback server \(verdict): \(reason)."
    guard !bytes.isEmpty else { return line }
    return "\(line)\nFrom byte \(offset): \(Masking().masked(String(decoding: bytes, as: UTF8.self)).quoted)"
  }
}

/// The result of taking a request that came over a socket.
enum SocketReply: Sendable {
  /// An answer that is ready.
  case now(HTTPResponse)
  /// An answer that takes time, or an error.
  case later(@Sendable () async throws -> HTTPStream)
}

extension StubAnswering {
  /// Takes a request that came over a socket, without waiting.
  ///
  /// - Parameter request: The request.
  /// - Returns: The answer. One that comes later may be a ``SocketFault``.
  /// - Throws: ``UnansweredRequest``.
  nonisolated func take(_ request: URLRequest) throws -> SocketReply {
    switch try engine.receive(request, onSocket: UnsendableAnswer.check) {
    case .answered(let response): .now(response)
    case .waits(let answer): .later { try await self.stream(answer) }
    }
  }

  fileprivate func stream(_ answer: PendingAnswer) async throws -> HTTPStream {
    try await engine.stream(answer, isolation: self)
  }
}

/// The problems of a server whose transport has no log to keep them.
final class ServerProblems: Sendable {
  private let keeper = Guarded<ProblemKeeper?>(nil)

  /// Records a problem in the test, or keeps it for `verify()`.
  func report(_ problem: Problem, in harness: any Harness) {
    guard harness is ProgramHarness else { return _ = harness.record(problem) }
    keeper.withLock { keeper in
      if keeper == nil { keeper = ProblemKeeper(harness) }
      _ = keeper?.note(problem, of: .own)
    }
  }

  /// Hands over the kept problems.
  func take() -> [Problem] { keeper.withLock { $0?.take() ?? [] } }
}
