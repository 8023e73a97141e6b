/// A transport that answers from a recording, sends the same to the live service, and reports the changes.
///
/// The test only sees the recording, so changed values do not fail it. Only safe methods go out, and nothing is written.
actor ComparingTransport: RecordedTransport {
  nonisolated let log: RequestLog
  private let replay: ReplayTransport
  private let live: any HTTPTransport
  private let methods: Set<HTTPMethod>
  private let source: RecordingSource
  private let place: @Sendable () -> CodePlace
  private var problems: [Problem] = []
  private var notes: [String] = []

  init(
    _ replay: ReplayTransport, _ live: any HTTPTransport, sending methods: Set<HTTPMethod>?, _ source: RecordingSource,
    at place: @autoclosure @escaping @Sendable () -> CodePlace
  ) {
    self.replay = replay
    self.live = live
    self.methods = methods?.intersection(.safe) ?? .safe
    self.source = source
    self.place = place
    log = replay.log
  }

  func send(_ request: URLRequest) async throws -> HTTPResponse {
    let recorded = try await replay.send(request)
    await compare(recorded, ReceivedRequest(request))
    return recorded
  }

  func stream(_ request: URLRequest) async throws -> HTTPStream {
    note("it is read as a stream", ReceivedRequest(request))
    return try await replay.stream(request)
  }

  func verify(at place: CodePlace) throws { try log.takeProblems().reported(at: place) }

  private func compare(_ recorded: HTTPResponse, _ request: ReceivedRequest) async {
    guard methods.contains(request.method) else { return note("only safe methods are sent again", request) }
    let fields = request.urlRequest.allHTTPHeaderFields ?? [:]
    let texts = [request.urlRequest.url?.absoluteString ?? ""] + fields.values
    if texts.contains(where: { Placeholder.replacing(in: $0) { _ in [] } != $0 }) {
      return note("it contains a placeholder from the recording's answers", request)
    }
    do {
      let answer = try await LiveNetworkGuard.$intent.withValue(.recording) {
        try await live.send(request.urlRequest)
      }
      let changes = AnswerChanges(from: recorded, to: answer).changes
      guard !changes.isEmpty else { return }
      let lines = changes.map { "  \($0.isBreaking ? "✗" : "+") \($0.path): \($0.text)" }
      let title = "\("\(request)".shortened(to: 300))"
      guard changes.contains(where: \.isBreaking) else {
        notes += ["The answer to \(title) has more than \(source):"] + lines
        return
      }
      let text =
        ["The answer to \(title) no longer fits \(source):", ""] + lines + [""]
        + source.advice(writing: "all", "If the service is right, re-record it, and review what changed:")
      problems.append(
        Problem(
          text: request.masking.masked(report: text.joined(separator: "\n")).cutForFailure,
          place: place()))
    } catch {
      // Foundation's own text of a session's error differs from platform to platform.
      let reason = error is URLError ? ErrorText.of(error) : error.localizedDescription
      note("the service could not be reached: \(reason)", request)
    }
  }

  private func note(_ reason: String, _ request: ReceivedRequest) {
    notes.append("Could not compare \("\(request)".shortened(to: 300)): \(reason).")
  }

  /// Hands over the differences, and warns of harmless ones.
  func close() -> [Problem] {
    if !notes.isEmpty {
      Problem.warn(notes.joined(separator: "\n").cutForFailure, at: place())
    }
    defer {
      problems = []
      notes = []
    }
    return problems
  }
}

/// The differences of two answers to one request: their status, fields that clients read, and the shape of JSON.
struct AnswerChanges {
  let changes: [JSONShape.Change]

  init(from recorded: HTTPResponse, to live: HTTPResponse) {
    func breaking(_ path: String, _ text: String) -> JSONShape.Change {
      JSONShape.Change(path: path, text: text, isBreaking: true)
    }
    guard recorded.status == live.status else {
      let isRefused = live.status == 401 || live.status == 403
      let hint = isRefused ? ": does the test run with credentials of its own?" : ""
      changes = [breaking("status", "was \(recorded.status), is \(live.status)\(hint)")]
      return
    }
    changes = Self.fieldChanges(from: recorded.headers, to: live.headers) + Self.bodyChanges(from: recorded, to: live)
  }

  /// Fields that clients read, and whose loss breaks them.
  private static let read = [
    "link", "location", "etag", "retry-after", "content-disposition", "content-range", "accept-ranges",
    "www-authenticate", "allow", "x-total-count", "x-next-page", "x-total-pages",
  ]

  private static func fieldChanges(from recorded: HTTPHeaders, to live: HTTPHeaders) -> [JSONShape.Change] {
    var changes: [JSONShape.Change] = []
    for name in read where recorded[name] != nil && live[name] == nil {
      let name = recorded.first { $0.name.lowercased() == name }?.name ?? name
      changes.append(JSONShape.Change(path: name, text: "gone", isBreaking: true))
    }
    for name in ["Deprecation", "Sunset"] where recorded[name] == nil {
      if let value = live[name] {
        changes.append(JSONShape.Change(path: name, text: "new: \(value)", isBreaking: false))
      }
    }
    let old = mediaType(recorded)
    let new = mediaType(live)
    if old != new, !old.isEmpty {
      changes.append(
        JSONShape.Change(path: "Content-Type", text: "was \(old), is \(new.isEmpty ? "gone" : new)", isBreaking: true))
    }
    return changes
  }

  private static func mediaType(_ headers: HTTPHeaders) -> String {
    (headers["Content-Type"] ?? "").prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
  }

  private static func bodyChanges(from recorded: HTTPResponse, to live: HTTPResponse) -> [JSONShape.Change] {
    // Foundation on Linux loses the body of a redirect that leads nowhere.
    if (300..<400).contains(live.status), live.headers["Location"] == nil { return [] }
    if recorded.body.isEmpty {
      return live.body.isEmpty ? [] : [JSONShape.Change(path: "body", text: "new", isBreaking: false)]
    }
    if live.body.isEmpty { return [JSONShape.Change(path: "body", text: "gone", isBreaking: true)] }
    guard let old = json(recorded.body) else { return [] }
    return json(live.body).map { JSONShape(old).changes(to: JSONShape($0)) }
      ?? [JSONShape.Change(path: "body", text: "is no longer JSON", isBreaking: true)]
  }

  /// The JSON of a body, or of its lines as a list.
  private static func json(_ body: Data) -> JSONValue? {
    if let json = try? JSONValue(parsing: body) { return json }
    let lines = body.split(separator: 0x0A).map { try? JSONValue(parsing: Data($0)) }
    return lines.count > 1 && !lines.contains(nil) ? .array(lines.compactMap { $0 }) : nil
  }
}
