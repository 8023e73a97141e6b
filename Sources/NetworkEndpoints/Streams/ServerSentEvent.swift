/// One event of a `text/event-stream`.
///
/// Source: [HTML, section 9.2](https://html.spec.whatwg.org/multipage/server-sent-events.html).
public struct ServerSentEvent: Hashable, Sendable {
  /// What kind of event it is: `message` where the server does not say.
  public var event: String
  /// Its text; several lines are joined with LF.
  public var data: String
  /// The last identifier that the server gave, on this event or before; nil if none.
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
      lines.append("retry: \(retry.components.seconds * 1000 + retry.components.attoseconds / 1_000_000_000_000_000)")
    }
    let texts = data.split(omittingEmptySubsequences: false) { ["\n", "\r", "\r\n"].contains($0) }
    lines += texts.map { "data: \($0)" }
    return lines.joined(separator: "\n") + "\n\n"
  }
}
