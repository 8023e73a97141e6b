/// A handler that answers the requests of a server from recordings and fixtures, and prints both.
// The lock guards the properties that change. Nothing is printed under it.
final class ServedTraffic: RequestHandler, @unchecked Sendable {
  let streamsBodies = false
  private let fixtures: ServedFixtures
  private let delay: Duration
  private let printer: TrafficPrinter
  private let links: LocalLinks
  private let changesBodies: Bool
  private let pace: ReplayPace
  private let lock = NSLock()
  private var service: RecordedService
  private var count = 0
  private var unansweredCount = 0

  init(
    _ entries: [HAR.Entry], _ fixtures: ServedFixtures, named name: String, ignoring items: Set<String> = [],
    delay: Duration = .zero, pace: ReplayPace = .immediate, changesBodies: Bool = false, printer: TrafficPrinter
  ) {
    service = RecordedService(entries, named: name, ignoring: items)
    links = LocalLinks(hosts: Set(entries.compactMap { URLComponents(string: $0.request.url)?.host?.lowercased() }))
    self.changesBodies = changesBodies
    self.pace = pace
    self.fixtures = fixtures
    self.delay = delay
    self.printer = printer
  }

  /// The amount of traffic, in words.
  var summary: String {
    lock.withLock {
      let rest = unansweredCount == 0 ? "" : ", \(unansweredCount) of them without an answer"
      return count.counted("request") + rest
    }
  }

  func answer(_ request: URLRequest, head: RequestHead, responder: Responder) -> ServerAnswer {
    let (answer, recorded) = answerNow(request, head)
    let isPaced = pace.takesTime && recorded != nil
    guard delay > .zero || isPaced else { return answer }
    let task = Task { [delay, pace] in
      try await Task.sleep(for: delay)
      switch answer {
      case .whole(let response):
        guard isPaced, let recorded else { return responder.answer(response) }
        try await send(response, to: request, as: recorded, at: pace, responder)
      case .bytes(let data, let ending):
        try await responder.writeBytes(data)
        responder.end(ending)
      case .later: break
      }
    }
    return .later { task.cancel() }
  }

  /// Sends a response piece by piece, each when it came; one whose body has changed comes whole, after its time.
  private func send(
    _ response: HTTPResponse, to request: URLRequest, as recorded: RecordedAnswer, at pace: ReplayPace,
    _ responder: Responder
  ) async throws {
    let isSame = try recorded.response().body == response.body
    guard isSame, response.mayHaveBody(for: request) else {
      try await pace.wait(recorded.duration)
      return responder.answer(response)
    }
    let stream = try await recorded.stream(at: pace)
    responder.begin(status: response.status, headers: response.headers)
    for try await chunk in stream { try await responder.write(chunk) }
    responder.end()
  }

  private func answerNow(_ request: URLRequest, _ head: RequestHead) -> (ServerAnswer, RecordedAnswer?) {
    let (number, reply) = lock.withLock {
      count += 1
      return (count, service.reply(to: request))
    }
    guard case .answer(let response, let exchange, let recorded) = reply else {
      return (answer(request, head, reply, number), nil)
    }
    let found = changesBodies ? nil : links.note(about: response)
    let note = "exchange #\(exchange)" + (found.map { ", with \($0)" } ?? "")
    let local = links.local(response, for: head, changesBody: changesBodies)
    return (send(response, as: local, to: request, number, note, isFile: false), recorded)
  }

  private func answer(
    _ request: URLRequest, _ head: RequestHead, _ reply: RecordedService.Reply, _ number: Int
  ) -> ServerAnswer {
    switch reply {
    case .answer(let response, let exchange, _):
      return send(response, as: response, to: request, number, "exchange #\(exchange)", isFile: false)
    case .lost(let exchange):
      printer.show(request, HTTPResponse(status: 0), number: number, "no answer, as in exchange #\(exchange)")
      return .bytes(Data(), then: .reset)
    case .unrecorded(let text):
      do {
        if let response = try fixtures.response(to: request) {
          let local = links.local(response, for: head, changesBody: changesBodies)
          return send(response, as: local, to: request, number, "a fixture", isFile: true)
        }
      } catch {
        return explain(request, number, 500, "Its fixture cannot be read: \(error)")
      }
      // Every browser asks for it.
      if head.target == "/favicon.ico" {
        printer.show(request, HTTPResponse(status: 404), number: number, "no icon")
        return .whole(HTTPResponse(status: 404))
      }
      return explain(request, number, 404, text)
    case .unreadable(let error, let exchange):
      return explain(request, number, 500, "The answer of exchange #\(exchange) cannot be read: \(error)")
    }
  }

  private func send(
    _ response: HTTPResponse, as local: HTTPResponse, to request: URLRequest, _ number: Int, _ note: String,
    isFile: Bool
  ) -> ServerAnswer {
    do { try UnsendableAnswer.check(response.status, response.headers) } catch {
      return explain(request, number, 500, "The answer of \(note) cannot be sent: \(error).")
    }
    printer.show(request, response, number: number, note)
    return .whole(local.served(to: request, isFile: isFile))
  }

  func refuse(_ refusal: Refusal) { printer.show(refusal) }

  private func explain(_ request: URLRequest, _ number: Int, _ status: Int, _ text: String) -> ServerAnswer {
    lock.withLock { unansweredCount += 1 }
    return .whole(printer.explain(request, status, text, number: number, status == 404 ? "not recorded" : "not sent"))
  }
}
