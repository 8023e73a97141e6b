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
