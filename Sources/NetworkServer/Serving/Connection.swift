/// One client's connection, used only by the server's thread.
final class Connection {
  /// A request on its way to its answer.
  final class Current {
    let number: Int
    let head: RequestHead
    var writer: ResponseWriter
    /// Its body, if it is passed on as it comes.
    var upload: UploadStream?
    var cancel: (@Sendable () -> Void)?
    var isAnswered = false

    init(number: Int, head: RequestHead, writer: ResponseWriter) {
      self.number = number
      self.head = head
      self.writer = writer
    }
  }

  /// The state of a connection that is a WebSocket.
  final class WebSocketEnd {
    var reader: WebSocketReader
    let peer: any WebSocketPeer
    /// Whether the server has closed it.
    var hasSentClose = false
    /// The answer to the client's close, which waits for what the script still sends.
    var owedClose: Data?

    init(reader: WebSocketReader, peer: any WebSocketPeer) {
      self.reader = reader
      self.peer = peer
    }
  }

  let number: Int
  let socket: Socket
  var parser: RequestParser
  /// The bytes that have come and were not parsed yet.
  private(set) var input: [UInt8] = []
  private var inputStart = 0
  var output = OutgoingBytes()

  /// The request that is being answered; nil while one is awaited or received.
  var current: Current?
  /// Whether the body of a request is coming in.
  var isReceiving = false
  /// The body so far.
  var body = Data()
  var requestCount = 0
  var webSocketEnd: WebSocketEnd?

  /// Whether the client has ended its side.
  var hasEnded = false
  /// The time until the next look at whether a client that has ended its side is still there.
  var patience = Duration.milliseconds(4)
  /// The pauses in which the body is received.
  var pause: UploadPause?
  private var pausing: Task<Void, Never>?
  /// Whether the reader of an upload has to catch up.
  var isFull = false
  /// The action after everything is sent.
  var ending: Ending?
  /// Whether incoming bytes are discarded, until the client closes the connection.
  var isDraining = false
  /// The number of discarded bytes.
  var drainedCount = 0
  /// Whether the connection is over, so that its place can be cleared.
  var isClosed = false
  /// The time at which the client must have done something; nil for never.
  var deadline: ContinuousClock.Instant?
  /// The deadline in the server's queue, which may be an earlier one.
  var queuedDeadline: ContinuousClock.Instant?
  /// The events for which the connection is watched.
  var watched = (reads: true, writes: false)
  /// The number of waiting bytes that the server has counted.
  var countedOutput = 0
  /// The time at which the client's system last took bytes.
  var lastProgress = ContinuousClock.now
  /// The last request, if it had no body.
  var lastRequest: URLRequest?
  /// The head of the last answer, if its request had come before.
  var lastAnswer: WrittenHead?
  /// The title of the last request.
  var lastTitle: String?
  /// Tasks that wait until the client has received their bytes.
  var waiters: [CheckedContinuation<Void, any Error>] = []

  init(number: Int, socket: Socket, limits: MessageLimits) {
    self.number = number
    self.socket = socket
    parser = RequestParser(limits: limits)
  }

  var unreadCount: Int { input.count - inputStart }

  func receive(_ bytes: UnsafeBufferPointer<UInt8>) {
    // Only when at least half is parsed: each parsed byte moves one other at most, and the buffer does not grow with an upload.
    if inputStart > 0, inputStart >= unreadCount {
      input.removeFirst(inputStart)
      inputStart = 0
    }
    input.append(contentsOf: bytes)
  }

  /// Makes the parser continue.
  ///
  /// - Parameter body: Takes a piece of a body.
  func next(_ body: (UnsafeBufferPointer<UInt8>) -> Void) -> RequestParser.Step {
    var step = RequestParser.Step.more
    input.withUnsafeBufferPointer { bytes in
      let bytes = UnsafeBufferPointer(rebasing: bytes[inputStart...])
      step = parser.next(bytes)
      if case .body(let offset, let count) = step {
        body(UnsafeBufferPointer(rebasing: bytes[offset..<(offset + count)]))
      }
    }
    inputStart += parser.consumed
    return step
  }

  /// Makes the reader of frames continue.
  func nextFrame() -> WebSocketReader.Event? {
    let event = input.withUnsafeBufferPointer {
      webSocketEnd?.reader.next(UnsafeBufferPointer(rebasing: $0[inputStart...]))
    }
    inputStart += webSocketEnd?.reader.consumed ?? 0
    return event
  }

  /// Whether the client has ended its side, and all that it sent was read.
  var isAtEnd: Bool { hasEnded && unreadCount == 0 }

  /// Whether there is no part of a request.
  var isBetweenRequests: Bool { current == nil && !isReceiving && unreadCount == 0 && parser.isBetweenRequests }

  /// Whether there is nothing to do.
  var isIdle: Bool { isBetweenRequests && output.count == 0 }

  /// Whether the client receives too slowly for more of its requests to be answered.
  var isBlocked: Bool { output.count > 16_777_216 }

  /// Whether to read more from the client, which is paused while many of its bytes wait.
  var reads: Bool { !hasEnded && !isFull && (isDraining || unreadCount < 262_144) }

  /// Receives no more until as much time has passed as some bytes take.
  func pause(after count: Int, _ resume: @escaping @Sendable () -> Void) {
    guard let pause else { return }
    isFull = true
    pausing = startOnOwnThreads {
      // One that is cancelled has no connection.
      if (try? await pause.rest(.seconds(count) / pause.rate)) != nil { resume() }
    }
  }

  /// The most bytes to read at once.
  var mostBytes: Int { pause.map { max(1, $0.rate / 10) } ?? .max }

  /// Releases everything that waits for this connection.
  func release() {
    pausing?.cancel()
    for waiter in waiters { waiter.resume(throwing: CancellationError()) }
    waiters.removeAll()
    current?.upload?.finish(URLError(.networkConnectionLost))
    webSocketEnd?.peer.end(URLError(.networkConnectionLost))
    current?.cancel?()
    current?.cancel = nil
  }
}
