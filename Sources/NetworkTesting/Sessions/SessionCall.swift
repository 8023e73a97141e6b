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

  /// Made where the session calls its protocols.
  init(of owner: SessionProtocol) {
    self.owner = LoadingBound(owner)
    load = owner.load
    loadingQueue = LoadingQueue(owner)
  }

  /// Sends the request.
  func start(in lease: SessionLease?) {
    let request = owner.value.request
    guard let lease else { return add(.failure(MockedSessionError(.released, request))) }
    do {
      let request = try prepared(request, with: lease.settings)
      send(request, in: lease, redirects: redirects(before: request))
    } catch {
      add(.failure(error))
    }
  }

  /// Hands a request to the transport.
  ///
  /// - Parameters:
  ///   - request: The request, without the session's cookies: they are found anew for each redirect.
  ///   - lease: The session's.
  ///   - redirects: How many redirects led here.
  func send(_ request: URLRequest, in lease: SessionLease, redirects: Int) {
    let sent = lease.settings.sent(request)
    let hop = SessionHop(call: self, request: request, lease: lease, redirects: redirects)
    if let mock = lease.mock {
      hop.load(sent, from: mock)
    } else {
      hop.load(sent, from: lease.transport)
    }
  }

  /// Adds what the session is to be told, unless the request has ended before.
  func add(_ step: SessionLoad.Step) {
    let (isAwaited, over) = load.withLock { $0.add(step) }
    for task in over { task.cancel() }
    if isAwaited { loadingQueue.run { deliver() } }
  }

  /// Tells the session what there is to tell.
  ///
  /// Runs on the loading queue, so that it cannot meet a cancellation half-way.
  func deliver() {
    guard !owner.value.isCancelled else { return }
    for step in load.withLock({ $0.takeSteps() }) { owner.value.deliver(step) }
  }

  /// Runs a task that is cancelled when the request ends.
  func run(_ operation: @escaping @Sendable () async -> Void) {
    keep(Task { await operation() })
  }

  func keep(_ task: Task<Void, Never>) {
    if !load.withLock({ $0.add(task) }) { task.cancel() }
  }
}
