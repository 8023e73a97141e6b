/// A handler that answers the requests of a server from recordings and fixtures, and prints both.
// The lock guards the properties that change, and keeps the lines of a request together.
final class ServedTraffic: RequestHandler, @unchecked Sendable {
  let streamsBodies = false
  private let fixtures: ServedFixtures
  private let delay: Duration
  private let printer: TrafficPrinter
  /// The hosts that the exchanges were recorded from.
  private let hosts: Set<String>
  private let lock = NSLock()
  private var service: RecordedService
  private var count = 0
  private var unansweredCount = 0

  init(
    _ entries: [HAR.Entry], _ fixtures: ServedFixtures, named name: String, delay: Duration, printer: TrafficPrinter
  ) {
    service = RecordedService(entries, named: name)
    hosts = Set(entries.compactMap { URLComponents(string: $0.request.url)?.host?.lowercased() })
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
    let answer = lock.withLock { answerNow(request, head) }
    guard delay > .zero else { return answer }
    let task = Task { [delay] in
      try await Task.sleep(for: delay)
      switch answer {
      case .whole(let response): responder.answer(response)
      case .bytes(let data, let ending):
        try await responder.writeBytes(data)
        responder.end(ending)
      case .later: break
      }
    }
    return .later { task.cancel() }
  }

  private func answerNow(_ request: URLRequest, _ head: RequestHead) -> ServerAnswer {
    count += 1
    switch reply(to: request) {
    case .answer(let response, let exchange):
      return send(response, to: request, "exchange #\(exchange)", isFile: false)
    case .lost(let exchange):
      printer.show(request, HTTPResponse(status: 0), number: count, "no answer, as in exchange #\(exchange)")
      return .bytes(Data(), then: .reset)
    case .unrecorded(let text):
      do {
        if let response = try fixtures.response(to: request) {
          return send(response, to: request, "a fixture", isFile: true)
        }
      } catch {
        return explain(request, 500, "Its fixture cannot be read: \(error)")
      }
      // Every browser asks for it.
      if head.target == "/favicon.ico" {
        printer.show(request, HTTPResponse(status: 404), number: count, "no icon")
        return .whole(HTTPResponse(status: 404))
      }
      return explain(request, 404, text)
    case .unreadable(let error, let exchange):
      return explain(request, 500, "The answer of exchange #\(exchange) cannot be read: \(error)")
    }
  }

  /// Returns the recorded answer; to HEAD, also that to GET.
  private func reply(to request: URLRequest) -> RecordedService.Reply {
    let reply = service.reply(to: request)
    guard case .unrecorded = reply, request.httpMethod == "HEAD" else { return reply }
    var get = request
    get.httpMethod = "GET"
    let other = service.reply(to: get)
    if case .unrecorded = other { return reply }
    return other
  }

  private func send(
    _ response: HTTPResponse, to request: URLRequest, _ note: String, isFile: Bool
  ) -> ServerAnswer {
    do { try UnsendableAnswer.check(response.status, response.headers) } catch {
      return explain(request, 500, "The answer of \(note) cannot be sent: \(error).")
    }
    printer.show(request, response, number: count, note)
    return .whole(response.leadingHere(from: hosts).served(to: request, isFile: isFile))
  }

  func refuse(_ refusal: Refusal) { lock.withLock { printer.show(refusal) } }

  private func explain(_ request: URLRequest, _ status: Int, _ text: String) -> ServerAnswer {
    unansweredCount += 1
    return .whole(printer.explain(request, status, text, number: count, status == 404 ? "not recorded" : "not sent"))
  }
}
