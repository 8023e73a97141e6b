public import Foundation
public import NetworkEndpoints

extension Answer {
  /// A body in chunks, each at its time.
  ///
  /// ```swift
  /// .get("/log").respond(with: .stream("first\n", .pause(.seconds(2)), "second\n"))
  /// ```
  ///
  /// `HTTPTransport.stream(_:)` and delegates of sessions see the chunks come; whoever waits for the whole answer gets it
  /// when the last has come.
  ///
  /// - Parameters:
  ///   - parts: The chunks, and what happens between them.
  ///   - status: The status code.
  ///   - headers: Header fields.
  public static func stream(_ parts: StreamPart..., status: Int = 200, headers: HTTPHeaders = [:]) -> Self {
    stream(parts, status: status, headers: headers)
  }

  /// A body in chunks, each at its time.
  ///
  /// - Parameters:
  ///   - parts: The chunks, and what happens between them.
  ///   - status: The status code.
  ///   - headers: Header fields.
  public static func stream(_ parts: [StreamPart], status: Int = 200, headers: HTTPHeaders = [:]) -> Self {
    Self(storage: .stream(StreamScript(head: HTTPResponse(status: status, headers: headers), parts: parts)))
  }

  /// A body that the test sends while it is read; for one request, since it can be read only once.
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
  @_disfavoredOverload
  public static func stream<Chunks: AsyncSequence & Sendable>(
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

  /// Takes its time with the answer, whatever its stub says.
  ///
  /// - Parameter duration: How long until its head is there, on the transport's clock.
  public func delayed(by duration: Duration) -> Self { delayed(by: .fixed(duration)) }

  /// Takes its time with the answer, whatever its stub says.
  ///
  /// - Parameter delay: How long until its head is there, on the transport's clock.
  public func delayed(by delay: Delay) -> Self {
    var copy = self
    copy.delay = delay
    return copy
  }
}
