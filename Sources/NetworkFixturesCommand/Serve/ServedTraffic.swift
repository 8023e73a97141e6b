/// A handler that answers the requests of a server from recordings, and prints both.
// The lock guards the properties that change, and keeps the lines of a request together.
final class ServedTraffic: RequestHandler, @unchecked Sendable {
  let streamsBodies = false
  private let isFull: Bool
  private let terminal: Terminal
  /// The hosts that the exchanges were recorded from.
  private let hosts: Set<String>
  private let lock = NSLock()
  private var service: RecordedService
  private var count = 0
  private var unansweredCount = 0

  init(_ entries: [HAR.Entry], named name: String, isFull: Bool, terminal: Terminal) {
    service = RecordedService(entries, named: name)
    hosts = Set(entries.compactMap { URLComponents(string: $0.request.url)?.host?.lowercased() })
    (self.isFull, self.terminal) = (isFull, terminal)
  }

  /// The amount of traffic, in words.
  var summary: String {
    lock.withLock {
      let rest = unansweredCount == 0 ? "" : ", \(unansweredCount) of them without an answer"
      return count.counted("request") + rest
    }
  }

  func answer(_ request: URLRequest, head: RequestHead, responder: Responder) -> ServerAnswer {
    lock.withLock {
      count += 1
      switch service.reply(to: request) {
      case .answer(let response, let exchange):
        show(request, response, "exchange #\(exchange)")
        return .whole(local(response.sent(to: head, isFixture: false)))
      case .lost(let exchange):
        show(request, HTTPResponse(status: 0), "no answer, as in exchange #\(exchange)")
        return .bytes(Data(), then: .reset)
      case .unrecorded(let text): return explain(request, 404, text)
      case .unreadable(let error, let exchange):
        return explain(request, 500, "The answer of exchange #\(exchange) cannot be read: \(error)")
      }
    }
  }

  func refuse(_ refusal: Refusal) {
    let title = refusal.title.map { Masking().masked($0).shortened() } ?? "A request"
    let verdict = refusal.isAnswered ? "refused with \(refusal.status)" : "not answered"
    lock.withLock { terminal.print("\(title.printable) → \(verdict): \(refusal.reason.printable)") }
  }

  private func explain(_ request: URLRequest, _ status: Int, _ text: String) -> ServerAnswer {
    unansweredCount += 1
    let text = text.printableLines
    let response = HTTPResponse(
      status: status, headers: ["Content-Type": "text/plain; charset=utf-8"], body: Data("\(text)\n".utf8))
    show(request, response, "not recorded")
    if !isFull {
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      terminal.print(lines.map { $0.isEmpty ? "" : "  \($0)" }.joined(separator: "\n"))
    }
    return .whole(response)
  }

  /// Prints an exchange, in a line or whole.
  private func show(_ request: URLRequest, _ response: HTTPResponse, _ note: String) {
    var exchange = RecordedExchange(request: request, response: response, started: Date())
    if !isFull {
      // Searching bodies for secrets takes a while.
      exchange.request.httpBody = nil
      exchange.response.body = Data()
    }
    let entry = HAR.Entry(Redaction.standard.redacted(exchange))
    let text = ExchangeText(terminal: terminal)
    terminal.print(
      isFull ? text.text(of: entry, number: count, note: note) + "\n" : text.line(of: entry, number: count, note: note))
  }

  /// Returns an answer whose redirect does not lead to a host of the recording.
  private func local(_ response: HTTPResponse) -> HTTPResponse {
    guard let location = response.headers["Location"], let url = URLComponents(string: location),
      let host = url.host, hosts.contains(host.lowercased())
    else { return response }
    var path = url
    (path.scheme, path.host, path.port, path.user, path.password) = (nil, nil, nil, nil, nil)
    var local = response
    local.headers["Location"] = path.string.flatMap { $0.hasPrefix("/") ? $0 : "/\($0)" } ?? "/"
    return local
  }
}
