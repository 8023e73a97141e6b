import Foundation
import NetworkEndpoints

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One request of a mocked session on its way to the transport and back.
struct SessionCall: Sendable {
  let owner: LoadingBound<SessionProtocol>
  let loadingQueue: LoadingQueue
  private let load: Guarded<SessionLoad>

  init(of owner: SessionProtocol, _ load: Guarded<SessionLoad>) {
    self.owner = LoadingBound(owner)
    self.load = load
    loadingQueue = LoadingQueue(owner)
  }

  /// Sends the request, with a limit to how long it may take.
  func start(in lease: SessionLease?) {
    let request = owner.value.request
    guard let lease else { return settle(.failure(MockedSessionError(.released, request))) }
    do {
      let request = try prepared(request, with: lease.settings)
      send(request, in: lease, isStart: true, redirects: redirects(before: request))
      guard !load.withLock({ $0.isSettled }), let limit = lease.settings.timeout(of: request) else { return }
      run {
        guard (try? await lease.wait(limit)) != nil else { return }
        settle(.failure(URLError(.timedOut, of: request)))
      }
    } catch {
      settle(.failure(error))
    }
  }

  /// Hands a request to the transport.
  ///
  /// - Parameters:
  ///   - request: The request, without the session's cookies: they are found anew for each redirect.
  ///   - lease: The session's.
  ///   - isStart: Whether the session waits, so that an answer that is there can be handed over at once.
  ///   - redirects: How many redirects led here.
  func send(_ request: URLRequest, in lease: SessionLease, isStart: Bool = false, redirects: Int) {
    let sent = lease.settings.cookies?.added(to: request) ?? request
    let receive: @Sendable (Result<HTTPResponse, any Error>) -> Void = {
      self.receive($0, to: request, in: lease, redirects: redirects)
    }
    if let mock = lease.mock {
      serve(sent, by: mock, isStart: isStart, desk: lease.desk, receive)
    } else {
      run {
        do { receive(.success(try await lease.transport.send(sent))) } catch { receive(.failure(error)) }
      }
    }
  }

  private func receive(
    _ result: Result<HTTPResponse, any Error>, to request: URLRequest, in lease: SessionLease, redirects: Int
  ) {
    switch result {
    case .failure(is CancellationError):
      settle(.failure(URLError(.cancelled, of: request)))
    case .failure(let error):
      settle(.failure(error))
    case .success(let response):
      lease.settings.cookies?.store(response, to: request)
      switch Redirect(response, to: request) {
      case .none: settle(.response(response, request.url))
      case .refused(let code): settle(.failure(URLError(code, of: request)))
      case .to(let next) where redirects < Redirect.limit:
        propose(next, after: response, to: request, in: lease, redirects: redirects + 1)
      case .to: settle(.failure(URLError(.httpTooManyRedirects, of: request)))
      }
    }
  }

  /// Ends the request, if nothing has ended it before.
  func settle(_ outcome: SessionLoad.Outcome) {
    let (isAwaited, over) = load.withLock { $0.settle(outcome) }
    for task in over { task.cancel() }
    if isAwaited { loadingQueue.run { deliver() } }
  }

  /// Hands the outcome to the session, if there is one and it was not handed over before.
  ///
  /// Runs on the loading queue, so that it cannot meet a cancellation half-way.
  func deliver() {
    guard !owner.value.isCancelled, let outcome = load.withLock({ $0.takeOutcome() }) else { return }
    owner.value.deliver(outcome)
  }

  /// Runs a task that is cancelled when the request ends.
  func run(_ operation: @escaping @Sendable () async -> Void) {
    keep(Task { await operation() })
  }

  func keep(_ task: Task<Void, Never>) {
    if !load.withLock({ $0.add(task) }) { task.cancel() }
  }
}

extension URLError {
  /// An error about a request, which it names.
  init(_ code: Code, of request: URLRequest) {
    self.init(code, userInfo: request.url.map { [NSURLErrorFailingURLErrorKey: $0] } ?? [:])
  }
}
