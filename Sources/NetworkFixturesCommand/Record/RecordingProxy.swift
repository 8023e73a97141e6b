/// A handler that passes requests on to a service, and records them with their answers.
// The lock guards the count, and keeps the lines of a request together.
final class RecordingProxy: RequestHandler, @unchecked Sendable {
  let streamsBodies = false
  private let service: URL
  private let passesAll: Bool
  private let recording: GrowingRecording
  private let printer: TrafficPrinter
  private let upstream = Upstream()
  private let lock = NSLock()
  private var count = 0

  init(for service: URL, passesAll: Bool, into recording: GrowingRecording, printer: TrafficPrinter) {
    self.service = service
    self.passesAll = passesAll
    self.recording = recording
    self.printer = printer
  }

  func answer(_ request: URLRequest, head: RequestHead, responder: Responder) -> ServerAnswer {
    let number = lock.withLock {
      count += 1
      return count
    }
    guard request.url?.absoluteString.hasPrefix(service.absoluteString) == true else {
      return explain(request, 421, "This server passes requests on to \(service) alone.", number)
    }
    guard passesAll || ["GET", "HEAD", "OPTIONS"].contains(request.httpMethod ?? "GET") else {
      let method = request.httpMethod ?? ""
      return explain(
        request, 405, "\(method) may change something at the service, so it is not passed on. --all-methods does.",
        number)
    }
    let task = Task { await pass(request, head, number, responder) }
    return .later { task.cancel() }
  }

  private func pass(_ request: URLRequest, _ head: RequestHead, _ number: Int, _ responder: Responder) async {
    var request = request
    // The session asks for what it can undo.
    request.setValue(nil, forHTTPHeaderField: "Accept-Encoding")
    let started = Date()
    let clock = ContinuousClock()
    let start = clock.now
    do {
      let response = try await upstream.send(request)
      let exchange = RecordedExchange(
        request: request, response: response, started: started, duration: start.duration(to: clock.now))
      try recording.add(exchange)
      lock.withLock { printer.show(request, response, number: number, "recorded") }
      responder.answer(response.forClient(of: service).served(to: request))
    } catch {
      let text = (error as? URLError).map { "The service did not answer: \($0.localizedDescription)" } ?? "\(error)"
      guard case .whole(let response) = explain(request, 502, text, number) else { return }
      responder.answer(response)
    }
  }

  func refuse(_ refusal: Refusal) { lock.withLock { printer.show(refusal) } }

  private func explain(_ request: URLRequest, _ status: Int, _ text: String, _ number: Int) -> ServerAnswer {
    .whole(lock.withLock { printer.explain(request, status, text, number: number, "not recorded") })
  }
}

extension HTTPResponse {
  /// Returns the answer of a service as a server on this machine can give it.
  fileprivate func forClient(of service: URL) -> HTTPResponse {
    var answer = leadingHere(from: [service.host?.lowercased() ?? ""])
    // They are of the connection to the service, or would lead a browser away from here.
    for name in [
      "Content-Encoding", "Content-Length", "Transfer-Encoding", "Connection", "Keep-Alive", "Alt-Svc",
      "Strict-Transport-Security",
    ] { answer.headers[name] = nil }
    answer.headers = HTTPHeaders(
      answer.headers.map { field in
        guard field.name.lowercased() == "set-cookie" else { return field }
        let parts = field.value.split(separator: ";").filter { part in
          let name = part.trimmingCharacters(in: .whitespaces).lowercased()
          return name != "secure" && !name.hasPrefix("domain=") && name != "samesite=none"
        }
        return HTTPHeaders.Field(name: field.name, value: parts.joined(separator: ";"))
      })
    return answer
  }
}

/// A session that follows no redirect and keeps no cookie: these are the client's to see.
// The lock guards the calls.
private final class Upstream: NSObject, URLSessionDataDelegate, @unchecked Sendable {
  private struct Call {
    let continuation: CheckedContinuation<HTTPResponse, any Error>
    var body = Data()
  }

  private let lock = NSLock()
  private var calls: [Int: Call] = [:]
  private lazy var session: URLSession = {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    return URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
  }()

  func send(_ request: URLRequest) async throws -> HTTPResponse {
    var request = request
    request.timeoutInterval = 60
    return try await withCheckedThrowingContinuation { continuation in
      let task = lock.withLock {
        let task = session.dataTask(with: request)
        calls[task.taskIdentifier] = Call(continuation: continuation)
        return task
      }
      task.resume()
    }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    lock.withLock { calls[dataTask.taskIdentifier]?.body.append(data) }
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    guard let call = lock.withLock({ calls.removeValue(forKey: task.taskIdentifier) }) else { return }
    guard error == nil, let response = task.response as? HTTPURLResponse else {
      return call.continuation.resume(throwing: error ?? URLError(.badServerResponse))
    }
    let fields = response.allHeaderFields.map { (String(describing: $0.key), String(describing: $0.value)) }
    call.continuation.resume(
      returning: HTTPResponse(
        status: response.statusCode, headers: HTTPHeaders(Dictionary(fields) { first, _ in first }), body: call.body,
        url: response.url))
  }
}
