/// A parser of the events in a `text/event-stream`, over one connection after the other.
///
/// Source: [HTML, section 9.2.6](https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation).
/// As in browsers, an identifier holds until the server gives another one, even on the next connection.
struct EventParser {
  private(set) var lastID: String?
  /// The server's requested pause before a reconnection.
  private(set) var reconnectionTime: Duration?

  private var splitter = LineSplitter()
  private var isAtStart = true
  private var event = ""
  private var data: [Substring] = []
  private var id: String?
  private var retry: Duration?

  /// Returns the events that a chunk completes. An unfinished line waits for its end.
  mutating func events(in chunk: Data) -> [ServerSentEvent] {
    splitter.lines(in: chunk).compactMap { event(completedBy: $0) }
  }

  /// Forgets the incomplete event of the last connection.
  mutating func restart() {
    let lastID = lastID
    let reconnectionTime = reconnectionTime
    self = EventParser()
    self.lastID = lastID
    self.id = lastID
    self.reconnectionTime = reconnectionTime
  }

  private mutating func event(completedBy line: String) -> ServerSentEvent? {
    var line = line[...]
    if isAtStart, line.unicodeScalars.first == "\u{FEFF}" { line.unicodeScalars.removeFirst() }
    isAtStart = false
    if line.isEmpty { return takeEvent() }
    // By bytes: a mark that combines with a colon or a space makes another character of it.
    let colon = line.utf8.firstIndex(of: 0x3A) ?? line.endIndex
    var value = line[colon...].utf8.dropFirst()
    if value.first == 0x20 { value.removeFirst() }
    read(line[..<colon], Substring(value))
    return nil
  }

  private mutating func read(_ field: Substring, _ value: Substring) {
    switch field {
    case "event": event = String(value)
    case "data": data.append(value)
    case "id" where !value.utf8.contains(0): id = value.isEmpty ? nil : String(value)
    case "retry" where value.utf8.allSatisfy { (0x30...0x39).contains($0) }:
      guard let time = Int64(value) else { return }
      retry = .milliseconds(time)
      reconnectionTime = retry
    // A line that begins with a colon is a comment; other fields are for a later standard.
    default: break
    }
  }

  private mutating func takeEvent() -> ServerSentEvent? {
    defer {
      event = ""
      data = []
      retry = nil
    }
    lastID = id
    guard !data.isEmpty else { return nil }
    return ServerSentEvent(data.joined(separator: "\n"), event: event.isEmpty ? "message" : event, id: id, retry: retry)
  }
}

extension HTTPStream {
  /// The body as server-sent events; one that the end of the body cuts off is dropped, as in the standard.
  ///
  /// This is one connection; `loader.events(endpoint:)` reconnects when it ends.
  ///
  /// ```swift
  /// for try await event in try await loader.stream(endpoint: .prices).events { show(event.data) }
  /// ```
  public var events: StreamPieces<ServerSentEvent> {
    pieces {
      var parser = EventParser()
      return { $0.map { parser.events(in: $0) } ?? [] }
    }
  }
}
