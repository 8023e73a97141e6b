/// A handler that passes requests on to a service, and records them with their answers.
// The lock guards the count. Nothing is printed under it.
final class RecordingProxy: RequestHandler, @unchecked Sendable {
  /// The bytes of an answer that may wait for their client in memory: a download may be larger than that, and its client slow.
  private static let mostUnread = 1 << 20

  let streamsBodies = false
  private let service: URL
  private var hosts: Set<String> { [service.host?.lowercased() ?? ""] }
  private let passesAll: Bool
  private let largestBody: Int
  private let recording: GrowingRecording
  private let printer: TrafficPrinter
  private let upstream = URLSessionTransport.toService()
  private let running = DispatchGroup()
  private let lock = NSLock()
  private var count = 0

  init(
    for service: URL, passesAll: Bool, largestBody: Int, into recording: GrowingRecording, printer: TrafficPrinter
  ) {
    self.service = service
    self.passesAll = passesAll
    self.largestBody = largestBody
    self.recording = recording
    self.printer = printer
  }

  func answer(_ request: URLRequest, head: RequestHead, responder: Responder) -> ServerAnswer {
    let number = lock.withLock {
      count += 1
      return count
    }
    guard request.url?.absoluteString.hasPrefix(service.absoluteString) == true else {
      return explain(request, 421, "This server forwards requests only to \(service).", number)
    }
    guard passesAll || ReceivedRequest(request).method.isSafe else {
      let method = request.httpMethod ?? ""
      return explain(
        request, 405,
        "\(method) may change something at the service, so it is not forwarded. To forward it, add --all-methods.",
        number)
    }
    running.enter()
    let task = Task {
      await pass(request, head, number, responder)
      running.leave()
    }
    return .later { task.cancel() }
  }

  /// Waits for the answers that the end of the server cut, so that what came of them is recorded.
  func finish() { _ = running.wait(timeout: .now() + 5) }

  private func pass(_ request: URLRequest, _ head: RequestHead, _ number: Int, _ responder: Responder) async {
    var request = request
    // The session asks for what it can undo.
    request.setValue(nil, forHTTPHeaderField: "Accept-Encoding")
    // Events may be far apart, and a client has a limit of its own.
    request.timeoutInterval = 3_600
    let stream: HTTPStream
    let started = Date()
    let start = ContinuousClock().now
    do {
      stream = try await upstream.stream(request)
    } catch {
      if Task.isCancelled { return printer.note(request, number, "not recorded: the client left") }
      let text = (error as? URLError).map { "The service did not answer: \($0.localizedDescription)" } ?? "\(error)"
      guard case .whole(let response) = explain(request, 502, text, number) else { return }
      return responder.answer(response)
    }
    var response = HTTPResponse(status: stream.status, headers: stream.headers, body: Data(), url: stream.url)
    let end = await relay(stream, into: &response, request, head, responder)
    let exchange = RecordedExchange(
      request: request, response: response, started: started, duration: start.duration(to: ContinuousClock().now))
    if case .large = end {
      return printer.show(request, response, number: number, "not recorded: \(end.reason)")
    }
    guard end.isWhole else { return printer.note(request, number, "not recorded: \(end.reason)") }
    recording.add(exchange)
    let links = LocalLinks(hosts: hosts).note(about: response).map { ", with \($0)" } ?? ""
    printer.show(request, response, number: number, "recorded" + links)
  }

  /// The end of an answer.
  private enum AnswerEnd {
    case whole
    /// It was handed on whole, and is too large to be recorded.
    case large(most: Int)
    case clientLeft
    case broken(any Error)

    var isWhole: Bool { if case .whole = self { true } else { false } }

    var reason: String {
      switch self {
      case .whole: ""
      case .large(let most): "the body has more than \(most / 1_000_000) MB; --largest-body records it"
      case .clientLeft: "the client left"
      case .broken(let error): "the answer broke off: \(error.localizedDescription)"
      }
    }
  }

  /// Hands on an answer piece by piece, as it arrives.
  ///
  /// - Parameters:
  ///   - stream: The answer of the service.
  ///   - response: Gets its body.
  ///   - request: The request.
  ///   - head: Its head.
  ///   - responder: The responder to the client.
  private func relay(
    _ stream: HTTPStream, into response: inout HTTPResponse, _ request: URLRequest, _ head: RequestHead,
    _ responder: Responder
  ) async -> AnswerEnd {
    let answer = LocalLinks(hosts: hosts).local(response.forClient, for: head)
    let hasBody = request.httpMethod != "HEAD" && ![204, 304].contains(answer.status)
    let length = hasBody ? answer.headers["Content-Length"].flatMap { Int($0) } : 0
    var sentCount = 0
    var whole = AnswerEnd.whole
    responder.begin(status: answer.status, headers: answer.headers)
    let unread = UnreadBytes(most: Self.mostUnread)
    // It ends with this function, and with it the call of the service.
    async let _ = unread.fill(from: stream)
    do {
      for try await chunk in unread {
        sentCount += chunk.count
        if sentCount > largestBody { whole = .large(most: largestBody) }
        // What is not recorded need not be kept.
        if whole.isWhole { response.body.append(chunk) } else { response.body = Data() }
        try await responder.write(chunk)
      }
      // A stream that is read no more ends without an error.
      if sentCount != length { try Task.checkCancellation() }
      responder.end()
      return whole
    } catch  where Task.isCancelled || error is CancellationError {
      responder.end(.close)
      // A client that has all that was announced may leave at once.
      if sentCount == length { return whole }
      // Such a stream ends when its client has enough.
      let isEvents = response.headers["Content-Type"]?.lowercased().hasPrefix("text/event-stream") == true
      return isEvents && !response.body.isEmpty ? .whole : .clientLeft
    } catch {
      responder.end(.reset)
      return .broken(error)
    }
  }

  func refuse(_ refusal: Refusal) { printer.show(refusal) }

  private func explain(_ request: URLRequest, _ status: Int, _ text: String, _ number: Int) -> ServerAnswer {
    .whole(printer.explain(request, status, text, number: number, "not recorded"))
  }
}

extension HTTPResponse {
  /// The answer of a service as a server on this machine can give it.
  fileprivate var forClient: HTTPResponse {
    var answer = self
    // The session has undone a coding, and the length was that of the coded body.
    if answer.headers["Content-Encoding"] != nil { answer.headers["Content-Length"] = nil }
    // They are of the connection to the service, or would lead a browser away from here.
    for name in [
      "Content-Encoding", "Transfer-Encoding", "Connection", "Keep-Alive", "Alt-Svc", "Strict-Transport-Security",
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

/// Refuses to follow a redirect, which is the client's to see.
private final class NoRedirects: NSObject, URLSessionTaskDelegate, Sendable {
  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }
}

extension URLSessionTransport {
  /// A transport to a service, which follows no redirect and keeps no cookie.
  fileprivate static func toService() -> Self {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    return Self(session: URLSession(configuration: configuration, delegate: NoRedirects(), delegateQueue: nil))
  }
}
