/// A handler that answers the requests of an ``HTTPServer``.
package protocol RequestHandler: Sendable {
  /// Whether large bodies are passed on as they come, in `httpBodyStream`.
  var streamsBodies: Bool { get }

  /// Answers a request, on the server's thread and without waiting.
  ///
  /// - Parameters:
  ///   - request: The request, its body whole or a stream.
  ///   - head: Its head as received.
  ///   - responder: The responder for an answer that takes time.
  func answer(_ request: URLRequest, head: RequestHead, responder: Responder) -> ServerAnswer

  /// Returns the pauses in which a large body is received; nil for none.
  ///
  /// The body has not come yet, and no test is current, so this must not call code of a test.
  ///
  /// - Parameter request: The request without its body.
  func pause(_ request: URLRequest) -> UploadPause?

  /// Notes a request whose client left in the middle of its body.
  func noteBrokenUpload(_ request: URLRequest, head: RequestHead)

  /// Reports a request that is refused, or a connection that cannot be accepted.
  func refuse(_ refusal: Refusal)
}

/// The pauses in which a body is received: after each tenth of a second's bytes, the time that they take.
package struct UploadPause: Sendable {
  /// The bytes of a second.
  let rate: Int
  let rest: @Sendable (Duration) async throws -> Void
}

extension RequestHandler {
  package func pause(_ request: URLRequest) -> UploadPause? { nil }
  package func noteBrokenUpload(_ request: URLRequest, head: RequestHead) {}
}

/// The answer of a handler to a request.
package enum ServerAnswer: Sendable {
  case whole(HTTPResponse)
  /// Raw bytes in place of an answer.
  case bytes(Data, then: Ending)
  /// The ``Responder`` answers; when the client leaves, the closure is called.
  case later(cancel: @Sendable () -> Void)
}

/// The fate of a connection after an answer.
package enum Ending: Hashable, Sendable {
  /// The next request may follow.
  case next
  /// It is closed.
  case close
  /// It is reset after the client's system has received everything.
  case reset
  /// Nothing more is sent, and the client's bytes are read until it closes the connection.
  case halfClose
  /// It stays open until the client leaves.
  case hold
}

/// The means by which a handler answers a request from anywhere.
package struct Responder: Sendable {
  let mailbox: Mailbox
  let connection: Int
  let request: Int

  /// Answers with a whole response.
  package func answer(_ response: HTTPResponse) { mailbox.post(command(.whole(response))) }

  /// Begins an answer whose body follows.
  package func begin(status: Int, headers: HTTPHeaders) { mailbox.post(command(.begin(status, headers))) }

  /// Sends a piece of the body; returns when the client has received most of the bytes sent.
  ///
  /// - Throws: `CancellationError` if the client has left.
  package func write(_ data: Data) async throws { try await send { .write(data, $0) } }

  /// Sends raw bytes.
  ///
  /// - Throws: `CancellationError` if the client has left.
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

/// A command for the server's thread.
struct Command: Sendable {
  enum Action: Sendable {
    case whole(HTTPResponse)
    case begin(Int, HTTPHeaders)
    case write(Data, CheckedContinuation<Void, any Error>)
    case bytes(Data, CheckedContinuation<Void, any Error>)
    case end(Ending)
    case upgrade(HTTPHeaders, any WebSocketPeer, mostBytes: Int)
    /// The frame by which the server closes the socket; nil to answer a close of the client's, if there was one.
    case closeSocket(Data?)
    /// A paused body can be read again.
    case resume
  }

  let connection: Int
  let request: Int
  let action: Action

  /// Resumes the task that waits for the command.
  func refuse() {
    switch action {
    case .write(_, let waiter), .bytes(_, let waiter): waiter.resume(throwing: CancellationError())
    default: break
    }
  }
}

/// Commands on their way to the server's thread.
final class Mailbox: Sendable {
  private struct Contents {
    var commands: [Command] = []
    var isClosed = false
    var stop: Stop?
  }

  let waker: Waker
  private let contents = Guarded(Contents())

  /// The end of a server.
  struct Stop {
    /// The deadline for unfinished answers; nil for none.
    var deadline: ContinuousClock.Instant?
  }

  init() throws(SocketError) {
    waker = try Waker()
  }

  func post(_ command: Command) {
    let (isLate, isFirst) = contents.withLock { contents in
      if !contents.isClosed { contents.commands.append(command) }
      return (contents.isClosed, contents.commands.count == 1)
    }
    if isLate { command.refuse() } else if isFirst { waker.wake() }
  }

  func askToStop(by deadline: ContinuousClock.Instant?) {
    contents.withLock { $0.stop = Stop(deadline: deadline) }
    waker.wake()
  }

  /// Hands over the commands so far.
  func take() -> (commands: [Command], stop: Stop?) {
    contents.withLock { contents in
      defer { contents.commands.removeAll() }
      return (contents.commands, contents.stop)
    }
  }

  /// Refuses all commands from now on.
  func close() {
    let left = contents.withLock { contents in
      contents.isClosed = true
      defer { contents.commands.removeAll() }
      return contents.commands
    }
    for command in left { command.refuse() }
  }
}
