/// One client's connection, of which only the server's thread knows.
final class Connection {
  /// A request on its way to its answer.
  struct Current {
    let number: Int
    let head: RequestHead
    var writer: ResponseWriter
    /// Its body, where it is handed over while it comes.
    var upload: UploadStream?
    var cancel: (@Sendable () -> Void)?
    var isAnswered = false
  }

  /// What there is once the connection is a WebSocket.
  struct WebSocketEnd {
    var reader: WebSocketReader
    let peer: any WebSocketPeer
    /// Whether the server has closed it.
    var hasSentClose = false
  }

  let number: Int
  let socket: Socket
  var parser: RequestParser
  /// What has come and was not read by the parser yet.
  private var input: [UInt8] = []
  private var inputStart = 0
  var output = OutgoingBytes()

  /// The request that is being answered; nil while one is expected or comes in.
  var current: Current?
  /// Whether the body of a request is coming in.
  var isReceiving = false
  /// The body that is held.
  var body = Data()
  var requestCount = 0
  var webSocket: WebSocketEnd?

  /// Whether the client has ended its side.
  var hasEnded = false
  /// Whether the reader of an upload has to catch up.
  var isFull = false
  /// What happens once everything is sent.
  var ending: Ending?
  /// Whether what comes is thrown away, until the client closes the connection.
  var isDraining = false
  /// How many bytes were thrown away.
  var drainedCount = 0
  /// Whether the connection is over, and its place is to be cleared.
  var isClosed = false
  /// When the client must have done something; nil for never.
  var deadline: ContinuousClock.Instant?
  /// Tasks that wait until the client has taken what they wrote.
  var waiters: [CheckedContinuation<Void, any Error>] = []

  init(number: Int, socket: Socket, limits: MessageLimits) {
    self.number = number
    self.socket = socket
    parser = RequestParser(limits: limits)
  }

  var unreadCount: Int { input.count - inputStart }

  func receive(_ bytes: UnsafeBufferPointer<UInt8>) {
    if inputStart == input.count {
      input.removeAll(keepingCapacity: true)
      inputStart = 0
    }
    input.append(contentsOf: bytes)
  }

  /// Lets the parser read on.
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
    // A long upload would grow the buffer with every read otherwise.
    if inputStart > 1_048_576 {
      input.removeFirst(inputStart)
      inputStart = 0
    }
    return step
  }

  /// Lets the reader of frames read on.
  func nextFrame() -> WebSocketReader.Event? {
    let event = input.withUnsafeBufferPointer {
      webSocket?.reader.next(UnsafeBufferPointer(rebasing: $0[inputStart...]))
    }
    inputStart += webSocket?.reader.consumed ?? 0
    return event
  }

  /// Whether nothing of a request is there.
  var isBetweenRequests: Bool { current == nil && !isReceiving && unreadCount == 0 && parser.isBetweenRequests }

  /// Whether there is nothing to do.
  var isIdle: Bool { isBetweenRequests && output.count == 0 }

  /// Whether the client takes too little of what is sent for more of its requests to be answered.
  var isBlocked: Bool { output.count > 16_777_216 }

  /// Whether more is read from the client: not while much of what it sent waits.
  var reads: Bool { !hasEnded && !isFull && (isDraining || unreadCount < 262_144) }

  /// Lets go of everything that waits for this connection.
  func release() {
    for waiter in waiters { waiter.resume(throwing: CancellationError()) }
    waiters.removeAll()
    current?.upload?.finish(URLError(.networkConnectionLost))
    webSocket?.peer.end(URLError(.networkConnectionLost))
    current?.cancel?()
    current?.cancel = nil
  }
}
