/// One event of a `text/event-stream`.
///
/// Source: [HTML, section 9.2](https://html.spec.whatwg.org/multipage/server-sent-events.html).
public struct ServerSentEvent: Hashable, Sendable {
  /// What kind of event it is: `message` where the server does not say.
  public var event: String
  /// Its text; several lines are joined with LF.
  public var data: String
  /// The last identifier that the server gave, on this event or before; nil if it gave none.
  public var id: String?
  /// How long the server wants to be left alone before a reconnection; nil where it does not say.
  public var retry: Duration?

  /// Creates an event.
  ///
  /// - Parameters:
  ///   - data: Its text.
  ///   - event: What kind of event it is.
  ///   - id: Its identifier.
  ///   - retry: How long to wait before a reconnection, to the millisecond.
  public init(_ data: String, event: String = "message", id: String? = nil, retry: Duration? = nil) {
    self.event = event
    self.data = data
    self.id = id
    self.retry = retry
  }
}

extension ServerSentEvent: ExpressibleByStringLiteral {
  /// Creates a message.
  public init(stringLiteral value: String) { self.init(value) }
}

extension ServerSentEvent: CustomStringConvertible {
  /// The event as the server writes it, with the empty line that ends it.
  public var description: String {
    var lines: [String] = []
    if event != "message" { lines.append("event: \(event)") }
    if let id { lines.append("id: \(id)") }
    if let retry {
      lines.append("retry: \(Int64(retry.inMilliseconds))")
    }
    let texts = data.split(omittingEmptySubsequences: false) { ["\n", "\r", "\r\n"].contains($0) }
    lines += texts.map { "data: \($0)" }
    return lines.joined(separator: "\n") + "\n\n"
  }
}

/// Makes events of the lines of a `text/event-stream`.
///
/// Source: [HTML, section 9.2.6](https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation).
struct EventParser {
  private var isAtStart = true
  private var event = ""
  private var data: [String] = []
  private var retry: Duration?
  private var lastID: String?

  /// Reads a line.
  ///
  /// - Returns: The event that it completes.
  mutating func event(completedBy line: String) -> ServerSentEvent? {
    var line = line[...]
    if isAtStart, line.unicodeScalars.first == "\u{FEFF}" { line.unicodeScalars.removeFirst() }
    isAtStart = false
    if line.isEmpty { return takeEvent() }
    let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    var value = parts.count > 1 ? parts[1] : ""
    if value.first == " " { value.removeFirst() }
    read(parts[0], value)
    return nil
  }

  private mutating func read(_ field: Substring, _ value: Substring) {
    switch field {
    case "event": event = String(value)
    case "data": data.append(String(value))
    case "id" where !value.unicodeScalars.contains("\0"): lastID = value.isEmpty ? nil : String(value)
    case "retry" where value.utf8.allSatisfy { (0x30...0x39).contains($0) }:
      retry = Int64(value).map { .milliseconds($0) }
    // A line that begins with a colon is a comment; other fields are for a later standard.
    default: break
    }
  }

  private mutating func takeEvent() -> ServerSentEvent? {
    defer { (event, data, retry) = ("", [], nil) }
    guard !data.isEmpty else { return nil }
    return ServerSentEvent(
      data.joined(separator: "\n"), event: event.isEmpty ? "message" : event, id: lastID, retry: retry)
  }
}

extension HTTPStream {
  /// The body as server-sent events; one that the end of the body cuts off is dropped, as the standard says.
  ///
  /// ```swift
  /// for try await event in try await loader.stream(endpoint: .prices).events { show(event.data) }
  /// ```
  public var events: Events { Events(stream: self) }

  /// The server-sent events of a body, as they come.
  public struct Events: AsyncSequence, Sendable {
    /// An event.
    public typealias Element = ServerSentEvent

    let stream: HTTPStream

    /// Begins to read the body.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(lines: stream.lines.makeAsyncIterator()) }

    /// Reads a body event by event.
    public struct AsyncIterator: AsyncIteratorProtocol {
      var lines: Lines.AsyncIterator
      private var parser = EventParser()

      init(lines: Lines.AsyncIterator) {
        self.lines = lines
      }

      /// Waits for the next event; nil at the end of the body.
      ///
      /// - Throws: What broke the answer off.
      public mutating func next() async throws -> ServerSentEvent? {
        while let line = try await lines.next() {
          if let event = parser.event(completedBy: line) { return event }
        }
        return nil
      }
    }
  }
}
