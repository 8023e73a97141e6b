/// What answers the requests of an ``HTTPServer``.
package protocol RequestHandler: Sendable {
  /// Whether large bodies are handed over while they come, in `httpBodyStream`.
  var streamsBodies: Bool { get }

  /// Answers a request. Called on the server's thread, and must not wait.
  ///
  /// - Parameters:
  ///   - request: The request, its body whole or a stream.
  ///   - head: Its head as it came.
  ///   - responder: By which an answer is given that takes its time.
  func answer(_ request: URLRequest, head: RequestHead, responder: Responder) -> ServerAnswer

  /// Takes note of a request that is refused, or of a connection that cannot be accepted.
  func refuse(_ refusal: Refusal)
}

/// What a handler says to a request.
package enum ServerAnswer: Sendable {
  case whole(HTTPResponse)
  /// Bytes of the handler's own in place of an answer.
  case bytes(Data, then: Ending)
  /// The ``Responder`` answers; when the client leaves, the closure is called.
  case later(cancel: @Sendable () -> Void)
}

/// What happens to a connection after an answer.
package enum Ending: Hashable, Sendable {
  /// The next request may come.
  case next
  /// It is closed.
  case close
  /// It is reset once the client's system has what was sent.
  case reset
  /// Nothing more is sent, and what the client sends is read until it closes the connection.
  case halfClose
  /// It stays as it is until the client leaves.
  case hold
}

/// By which a handler answers a request from anywhere.
package struct Responder: Sendable {
  let mailbox: Mailbox
  let connection: Int
  let request: Int

  /// Answers with a whole response.
  package func answer(_ response: HTTPResponse) { mailbox.post(command(.whole(response))) }

  /// Begins an answer whose body follows.
  package func begin(status: Int, headers: HTTPHeaders) { mailbox.post(command(.begin(status, headers))) }

  /// Sends a piece of the body; returns when the client has taken most of what was sent.
  ///
  /// - Throws: `CancellationError` when the client has left.
  package func write(_ data: Data) async throws { try await send { .write(data, $0) } }

  /// Sends bytes as they are.
  ///
  /// - Throws: `CancellationError` when the client has left.
  package func writeBytes(_ data: Data) async throws { try await send { .bytes(data, $0) } }

  /// Ends the answer: for `next`, as the end of its body.
  package func end(_ ending: Ending = .next) { mailbox.post(command(.end(ending))) }

  func post(_ action: Command.Action) { mailbox.post(command(action)) }

  private func send(
    _ action: @escaping (CheckedContinuation<Void, any Error>) -> Command.Action
  ) async throws {
    try await withCheckedThrowingContinuation { mailbox.post(command(action($0))) }
  }

  private func command(_ action: Command.Action) -> Command {
    Command(connection: connection, request: request, action: action)
  }
}

/// What the server's thread is asked to do.
struct Command: Sendable {
  enum Action: Sendable {
    case whole(HTTPResponse)
    case begin(Int, HTTPHeaders)
    case write(Data, CheckedContinuation<Void, any Error>)
    case bytes(Data, CheckedContinuation<Void, any Error>)
    case end(Ending)
    case upgrade(HTTPHeaders, any WebSocketPeer, mostBytes: Int)
    case closeSocket(Data)
    /// A body is read that waited for its reader.
    case resume
  }

  let connection: Int
  let request: Int
  let action: Action

  /// Lets the task that waits for the command go on.
  func refuse() {
    switch action {
    case .write(_, let waiter), .bytes(_, let waiter): waiter.resume(throwing: CancellationError())
    default: break
    }
  }
}

/// Commands on their way to the server's thread.
// The lock guards the properties below it.
final class Mailbox: @unchecked Sendable {
  let waker: Waker
  private let lock = NSLock()
  private var commands: [Command] = []
  private var isClosed = false
  private var stop: Stop?

  /// How a server ends.
  struct Stop {
    /// Until when answers may be finished; nil for not at all.
    var deadline: ContinuousClock.Instant?
  }

  init() throws(SocketError) {
    waker = try Waker()
  }

  func post(_ command: Command) {
    let (isLate, isFirst) = lock.withLock {
      if !isClosed { commands.append(command) }
      return (isClosed, commands.count == 1)
    }
    if isLate { command.refuse() } else if isFirst { waker.wake() }
  }

  func askToStop(by deadline: ContinuousClock.Instant?) {
    lock.withLock { stop = Stop(deadline: deadline) }
    waker.wake()
  }

  /// Hands over the commands so far.
  func take() -> (commands: [Command], stop: Stop?) {
    lock.withLock {
      defer { commands.removeAll() }
      return (commands, stop)
    }
  }

  /// Refuses all commands from now on.
  func close() {
    let left = lock.withLock {
      isClosed = true
      defer { commands.removeAll() }
      return commands
    }
    for command in left { command.refuse() }
  }
}
