/// A printer of the traffic of a server, secrets masked.
struct TrafficPrinter {
  let terminal: Terminal
  /// Whether header fields and bodies are printed as well.
  let isFull: Bool
  /// Whether each line is JSON.
  let isJSON: Bool
  /// Keeps the lines of a request together. Nothing else has to wait for a terminal that was stopped.
  private let turn = NSLock()

  init(terminal: Terminal, isFull: Bool, isJSON: Bool) {
    self.terminal = terminal
    self.isFull = isFull
    self.isJSON = isJSON
  }

  private func print(_ text: String) { turn.withLock { terminal.print(text) } }

  /// Prints an exchange, in a line or whole.
  func show(_ request: URLRequest, _ response: HTTPResponse, number: Int, _ note: String) {
    print(text(of: request, response, number: number, note))
  }

  private func text(of request: URLRequest, _ response: HTTPResponse, number: Int, _ note: String) -> String {
    var exchange = RecordedExchange(request: request, response: response, started: Date())
    if !isFull {
      // Searching bodies for secrets takes a while.
      exchange.request.httpBody = nil
      exchange.response.body = Data()
    }
    let entry = HAR.Entry(Redaction.standard.redacted(exchange))
    if isJSON { return entry.json(note: note, number: number, isList: !isFull).description }
    let text = ExchangeText(terminal: terminal)
    return isFull
      ? text.text(of: entry, number: number, note: note) + "\n" : text.line(of: entry, number: number, note: note)
  }

  /// Prints a request whose client left before the answer.
  func note(_ request: URLRequest, _ number: Int, _ note: String) {
    show(request, HTTPResponse(status: 0), number: number, note)
  }

  /// Prints a request that is refused.
  func show(_ refusal: Refusal) {
    let title = refusal.title.map { Masking().masked($0).shortened() } ?? "A request"
    let verdict = refusal.isAnswered ? "refused with \(refusal.status)" : "not answered"
    if isJSON {
      let line: JSONValue = [
        "refused": .string(title), "status": .integer(refusal.status), "reason": .string(refusal.reason),
      ]
      return print(line.description)
    }
    print("\(title.printable) → \(verdict): \(refusal.reason.printable)")
  }

  /// Prints a request without an answer, and returns the answer that says why.
  func explain(_ request: URLRequest, _ status: Int, _ text: String, number: Int, _ note: String) -> HTTPResponse {
    let text = text.printableLines
    let response = HTTPResponse(
      status: status, headers: ["Content-Type": "text/plain; charset=utf-8"], body: Data("\(text)\n".utf8))
    var shown = self.text(of: request, response, number: number, note)
    if !isFull, !isJSON {
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      shown += "\n" + lines.map { $0.isEmpty ? "" : "  \($0)" }.joined(separator: "\n")
    }
    print(shown)
    return response
  }
}
