extension Answer {
  /// A body in chunks, each at its time.
  ///
  /// ```swift
  /// .get("/log").respond(with: .stream("first\n", .pause(.seconds(2)), "second\n"))
  /// ```
  ///
  /// `HTTPTransport.stream(_:)` and delegates of sessions receive the chunks as they come; callers that wait for the whole answer
  /// get it after the last chunk.
  ///
  /// - Parameters:
  ///   - parts: The chunks, and the events between them.
  ///   - status: The status code.
  ///   - headers: Header fields.
  public static func stream(_ parts: StreamPart..., status: Int = 200, headers: HTTPHeaders = [:]) -> Self {
    stream(parts, status: status, headers: headers)
  }

  /// A body in chunks, each at its time.
  public static func stream(_ parts: [StreamPart], status: Int = 200, headers: HTTPHeaders = [:]) -> Self {
    Self(storage: .stream(StreamScript(head: HTTPResponse(status: status, headers: headers), parts: parts)))
  }

  /// A body in chunks whose pauses take no time in real time.
  package static func faultyStream(_ head: HTTPResponse, _ parts: [StreamPart]) -> Self {
    Self(storage: .stream(StreamScript(head: head, parts: parts, isFault: true)))
  }

  /// A body that the test sends while it is read, for one request only, since it can be read only once.
  ///
  /// ```swift
  /// let (body, source) = AsyncThrowingStream.makeStream(of: Data.self)
  /// call.answer(with: .stream(body))
  /// source.yield(Data("first\n".utf8))
  /// ```
  ///
  /// - Parameters:
  ///   - chunks: The body.
  ///   - status: The status code.
  ///   - headers: Header fields.
  @_disfavoredOverload public static func stream<Chunks: AsyncSequence & Sendable>(
    _ chunks: Chunks, status: Int = 200, headers: HTTPHeaders = [:]
  ) -> Self where Chunks.Element == Data {
    Self(storage: .live(HTTPStream(status: status, headers: headers, chunks: chunks)))
  }

  /// Server-sent events, one chunk each.
  ///
  /// ```swift
  /// .get("/prices").respond(with: .events(["10", "11", ServerSentEvent("closed", event: "end")], every: .seconds(1)))
  /// ```
  ///
  /// - Parameters:
  ///   - events: The events.
  ///   - interval: The time before each.
  ///   - headers: More header fields.
  public static func events(
    _ events: [ServerSentEvent], every interval: Duration = .zero, headers: HTTPHeaders = [:]
  ) -> Self {
    let parts = events.flatMap { [StreamPart.pause(interval), .chunk($0.description)] }
    return stream(parts, headers: headers.adding("Content-Type", "text/event-stream"))
  }

  /// Lets the bodies of the request and of the answer take as long as on a slow connection.
  ///
  /// ```swift
  /// .post("/photos").respond(with: .status(201).throttled(bytesPerSecond: 50_000))
  /// ```
  ///
  /// The answer begins when the request's body would have come, and its own body follows ten times a second.
  ///
  /// - Parameter rate: The bytes of a second, on the transport's clock; at least 1.
  public func throttled(bytesPerSecond rate: Int) -> Self {
    var copy = Self(storage: .throttled(self, rate: max(1, rate)))
    copy.delay = delay
    return copy
  }

  /// Server-sent events with texts that are made at run time, one chunk each.
  @_disfavoredOverload
  public static func events(_ texts: [String], every interval: Duration = .zero, headers: HTTPHeaders = [:]) -> Self {
    events(texts.map { ServerSentEvent($0) }, every: interval, headers: headers)
  }

  /// Delays the answer, regardless of the delay of its stub.
  ///
  /// - Parameter duration: The time until its head arrives, on the transport's clock.
  public func delayed(by duration: Duration) -> Self { delayed(by: .fixed(duration)) }

  /// Delays the answer, regardless of the delay of its stub.
  public func delayed(by delay: Delay) -> Self {
    var copy = self
    copy.delay = delay
    return copy
  }
}

/// A part of a streamed answer: a piece of its body, or an event in between.
///
/// ```swift
/// .stream("first\n", .pause(.seconds(2)), "second\n", .failure(.networkConnectionLost))
/// ```
public struct StreamPart: Sendable {
  enum Storage: Sendable {
    case chunk(Data)
    case pause(Duration)
    case failure(any Error)
    case stall
  }

  let storage: Storage

  /// Whether it is a piece without a byte, which is not a piece.
  package var isEmpty: Bool { if case .chunk(let data) = storage { data.isEmpty } else { false } }

  /// Bytes that arrive together.
  public static func chunk(_ data: Data) -> Self { Self(storage: .chunk(data)) }

  /// Text that arrives together, in UTF-8.
  public static func chunk(_ text: String) -> Self { chunk(Data(text.utf8)) }

  /// Explains what a piece of a body is called.
  @available(*, unavailable, renamed: "chunk")
  public static func data(_ data: Data) -> Self { chunk(data) }

  /// A pause in which nothing arrives, on the transport's clock; the request's `timeoutInterval` limits each.
  ///
  /// - Parameter duration: The length of the pause.
  public static func pause(_ duration: Duration) -> Self { Self(storage: .pause(duration)) }

  /// An error that ends the stream.
  public static func failure(_ code: URLError.Code) -> Self { failure(URLError(code)) }

  /// An error that ends the stream.
  public static func failure(_ error: any Error) -> Self { Self(storage: .failure(error)) }
  /// Silence: nothing more arrives, until the request times out.
  public static let stall = Self(storage: .stall)
}

extension StreamPart: ExpressibleByStringLiteral {
  /// Text that arrives together.
  public init(stringLiteral value: String) { self = .chunk(value) }
}

/// A streamed answer as it was written.
struct StreamScript: Sendable {
  /// The answer without its body.
  let head: HTTPResponse
  package let parts: [StreamPart]
  /// Whether it is a fault, whose pauses take no time in real time.
  var isFault = false

  package var body: Data {
    parts.reduce(into: Data()) { body, part in
      if case .chunk(let data) = part.storage { body.append(data) }
    }
  }
}
