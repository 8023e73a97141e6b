/// A protocol that loads the requests of a mocked session from its transport.
///
/// Subclasses determine the session: a session's protocol is identified only by its class.
class SessionProtocol: LoadingURLProtocol {
  /// The context of the class; nil after the session was released.
  class var context: SessionContext? { nil }

  /// The context of the request.
  var context: SessionContext? { Self.context }

  /// Takes every request that would go to a network: a mocked session never uses one.
  override class func canInit(with request: URLRequest) -> Bool {
    switch request.url?.scheme?.lowercased() {
    case "file", "data": return false
    default: break
    }
    // The context of the code that sends, which is not known later.
    if context == nil { LostRequests.note(request) }
    if Task.isCancelled { noteCancelled(request) }
    return true
  }

  /// Notes that the code that sends a request is cancelled, so that the session may send nothing.
  private static func noteCancelled(_ request: URLRequest) { context?.mock?.log.noteCancelled(request) }

  /// Decides about a task, whose session may ask on a queue; the code that sends is known by the task then.
  ///
  /// Refuses tasks that no protocol can load: Apple's loading system crashes if one takes them. They would go to the network then, so
  /// they are cancelled. FoundationNetworking does not ask; its tasks end in the error of `prepared`.
  override class func canInit(with task: URLSessionTask) -> Bool {
    guard task.isStream else {
      guard let request = task.currentRequest ?? task.originalRequest, canInit(with: request) else { return false }
      if AskedTask.sender(of: task)?.isCancelled == true { noteCancelled(request) }
      return true
    }
    // A session may ask twice.
    if AskedTask.takeReport(of: task), let context { context.refuse(task) } else { task.cancel() }
    return false
  }

  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  /// The creator of the heads of answers; the session's, so that it can be reused.
  private var heads: SessionHeads?

  override func startLoading() {
    defer {
      _ = load.withLock { $0.takeBeginning() }
      if let task { AskedTask.endWork(of: task) }
    }
    guard !isCancelled else { return }
    sendRequest()
    // Most answers are already there.
    if load.withLock({ $0.wait() }) { return }
    let owner = LoadingBound(self)
    LoadingQueue(self).perform(load.withLock { $0.origin.beginning }) { owner.value.deliver() }
  }

  /// Sends the request, unless it was already sent: with the task-locals of the code that sends it in a test, and otherwise with
  /// those of the session's test.
  override func sendRequest() {
    let context = context
    let sender = task.flatMap(AskedTask.sender)
    let order = sender?.order ?? SimulationContext.current.order ?? context?.order
    let origin = SessionOrigin(order: order, sender: sender?.task ?? .current)
    guard load.withLock({ $0.begin(origin) }) else { return }
    // A session tells of a cancellation on a queue of its own.
    if let run = sender?.order ?? SimulationContext.current.order, let task = origin.sender { run.keep(task) }
    if isInVain(for: sender) { return _ = load.withLock { $0.close() } }
    guard let context else { return refuseLost(sender) }
    heads = context.heads
    let way = SessionRequest(of: self, in: context)
    if let sender, sender.isOfTest { return sender.enter { way.start() } }
    context.harness.enter { way.start() }
  }

  /// Refuses the request of a session that has lost its transport, in the test of the code that sends it.
  private func refuseLost(_ sender: TaskSender?) {
    let error = MockedSessionError(.released, request)
    let sender = sender?.harness ?? LostRequests.sender(of: request)
    sender.record(Problem(text: error.description, place: sender.place))
    add(.failure(error), on: LoadingQueue(self))
  }

  override func stopLoading() {
    if isPausing {
      load.withLock { $0.isPaused = true }
    } else {
      let (over, leave, turn) = load.withLock { ($0.stop(), $0.leave, $0.turn) }
      leave?()
      if isCancelled { turn?.withdraw() }
      for task in over.work { task.cancel() }
    }
  }
}

/// The protocol of the session with a tag.
final class TaggedSessionProtocol<Tag: SessionTag>: SessionProtocol {
  override class var context: SessionContext? { SessionRegistry.shared.context(of: self) }

  override class func canInit(with request: URLRequest) -> Bool {
    guard super.canInit(with: request) else { return false }
    noteChoice()
    return true
  }
}

extension SessionProtocol {
  func deliver(_ step: SessionLoad.Step) {
    guard let client else { return }
    switch step {
    case .response(let response, let url): deliver(response, from: url, to: client)
    case .redirect(let response, let next):
      if let head = HTTPURLResponse(response, from: request.url) {
        client.urlProtocol(self, wasRedirectedTo: next, redirectResponse: head)
      }
    case .head(let response, let url): deliver(head: response, from: url, to: client)
    case .chunk(let data): client.urlProtocol(self, didLoad: data)
    case .end: finish(client)
    case .upload(let sent, let expected): tellUpload(sent, of: expected)
    case .refusedRedirect(let response, let url): deliver(keptBody(of: response), from: url, to: client)
    case .lost(let response, let url): deliverLost(response, from: url, to: client)
    case .undecodable(let response, let url, let error): deliverUndecodable(response, from: url, error, to: client)
    case .challenge(let challenge): ask(challenge, client)
    case .failure(let error): client.urlProtocol(self, didFailWithError: error)
    }
  }

  func deliver(_ response: HTTPResponse, from url: URL?, to client: any URLProtocolClient) {
    guard deliver(head: response, from: url, to: client) else { return }
    if !response.body.isEmpty { client.urlProtocol(self, didLoad: response.body) }
    finish(client)
  }

  @discardableResult
  func deliver(head response: HTTPResponse, from url: URL?, to client: any URLProtocolClient) -> Bool {
    guard let head = (heads ?? SessionHeads()).head(of: response, from: url) else {
      client.urlProtocol(self, didFailWithError: URLError(.badServerResponse, of: request))
      return false
    }
    client.urlProtocol(self, didReceive: head, cacheStoragePolicy: .notAllowed)
    return true
  }
}

extension HTTPURLResponse {
  /// Creates the head of an answer; nil if there is no address or the status is not valid.
  convenience init?(_ response: HTTPResponse, from url: URL?) {
    guard let url else { return nil }
    self.init(url: url, statusCode: response.status, httpVersion: "HTTP/1.1", headerFields: response.joinedFields)
  }
}

/// A creator of the heads that a session returns, which keeps the last for similar answers.
///
/// Foundation parses the fields of each new head, the most expensive part of an answer; and consecutive answers are often alike,
/// as with polling.
final class SessionHeads: Sendable {
  private struct Known {
    let answer: HTTPResponse
    let url: URL
    let head: HTTPURLResponse
  }

  private let last = Guarded<Known?>(nil)

  /// Returns the head of an answer; nil if there is no address or the status is not valid.
  func head(of answer: HTTPResponse, from url: URL?) -> HTTPURLResponse? {
    guard let url else { return nil }
    if let known = last.withLock({ $0 }), known.url == url, known.answer.hasHead(of: answer) { return known.head }
    guard let head = SessionProtocol.head(of: answer, from: url) else { return nil }
    last.withLock { $0 = Known(answer: answer, url: url, head: head) }
    return head
  }
}

extension HTTPResponse {
  /// Returns whether the heads are exactly the same.
  fileprivate func hasHead(of other: Self) -> Bool { status == other.status && headers.isExactly(other.headers) }
}

// Protocols, clients and tasks are used only where a session calls its protocols, one call at a time; in between they are passed
// around, which their types do not allow.
struct LoadingBound<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}
