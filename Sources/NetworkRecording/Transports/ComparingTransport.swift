/// A transport that answers from a recording, sends the same to the live service, and reports the changes.
///
/// The test only sees the recording, so changed values do not fail it. Only safe methods go out, and nothing is written.
actor ComparingTransport: RecordedTransport {
  nonisolated let log: RequestLog
  private let replay: ReplayTransport
  private let live: any HTTPTransport
  private let methods: Set<HTTPMethod>
  private let source: RecordingSource
  private let place: CodePlace
  private var problems: [Problem] = []
  private var notes: [String] = []

  init(
    _ replay: ReplayTransport, _ live: any HTTPTransport, sending methods: Set<HTTPMethod>?, _ source: RecordingSource,
    at place: CodePlace
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
    if ([request.urlRequest.url?.absoluteString ?? ""] + fields.values).contains(where: { $0.contains("REDACTED") }) {
      return note("it carries a placeholder that the recording answered with", request)
    }
    do {
      let changes = AnswerChanges(from: recorded, to: try await live.send(request.urlRequest)).changes
      guard !changes.isEmpty else { return }
      let lines = changes.map { "  \($0.isBreaking ? "✗" : "+") \($0.path): \($0.text)" }
      let title = "\("\(request)".shortened(to: 300))"
      guard changes.contains(where: \.isBreaking) else {
        notes += ["\(title) has more than \(source) says:"] + lines
        return
      }
      let text =
        ["\(title) is not answered as \(source) says any more:", ""] + lines + [""]
        + source.advice(writing: "all", "If the service is right, re-record it, and review what changed:")
      problems.append(
        Problem(
          text: request.masking.masked(report: text.joined(separator: "\n")).cutForFailure,
          place: place))
    } catch {
      note("the service could not be reached: \(error.localizedDescription)", request)
    }
  }

  private func note(_ reason: String, _ request: ReceivedRequest) {
    notes.append("Could not compare \("\(request)".shortened(to: 300)): \(reason).")
  }

  /// Hands over the differences, and warns of harmless ones.
  func close() -> [Problem] {
    if !notes.isEmpty {
      Problem.warn(notes.joined(separator: "\n").cutForFailure, at: place)
    }
    defer { (problems, notes) = ([], []) }
    return problems
  }
}

/// The differences of two answers to one request: their status, the kind of their bodies, and the shape of JSON.
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
    guard !recorded.body.isEmpty else {
      changes = live.body.isEmpty ? [] : [JSONShape.Change(path: "body", text: "new", isBreaking: false)]
      return
    }
    guard !live.body.isEmpty else {
      changes = [breaking("body", "gone")]
      return
    }
    let type = { (response: HTTPResponse) in
      (response.headers["Content-Type"] ?? "").prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
    }
    if let old = try? JSONValue(parsing: recorded.body) {
      let new = try? JSONValue(parsing: live.body)
      changes = new.map { JSONShape(old).changes(to: JSONShape($0)) } ?? [breaking("body", "is not JSON any more")]
    } else {
      changes =
        type(recorded) == type(live) ? [] : [breaking("Content-Type", "was \(type(recorded)), is \(type(live))")]
    }
  }
}
