extension RememberingTransport {
  /// Returns the next request that a matcher takes, and waits for it if necessary.
  ///
  /// Each call takes the first such request that no earlier call took, including one that has already arrived: there is no race
  /// between the code that sends and the test that waits.
  ///
  /// - Parameters:
  ///   - matcher: The matcher.
  ///   - timeout: The longest wait, in real time.
  ///   - fileID: The file that a failure names.
  ///   - filePath: The path of that file.
  ///   - line: The line that a failure names.
  ///   - column: The column of the call.
  /// - Throws: ``RequestWaitError`` if none arrives in time; `CancellationError` if the task is cancelled.
  @discardableResult public func nextRequest(
    matching matcher: RequestMatcher = .any, timeout: Duration = .seconds(10),
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) async throws -> ReceivedRequest {
    let limit = TimeLimit.ofWait(timeout)
    let note = TimedWaits.note(limit)
    defer { withExtendedLifetime(note) {} }
    if let request = try await log.inbox.next(matching: matcher, within: limit) { return request }
    let exchanges = exchanges
    let near = matcher.difference(ofClosestIn: exchanges)
    let requests = exchanges.map { exchange -> String in
      let difference = near?.number == exchange.number ? near?.text ?? "" : ""
      return "\(exchange.title) (\(exchange.outcome.remark ?? "answered"))\(difference)"
    }
    let seen = requests + log.refusals
    throw RequestWaitError(
      noRequest: matcher, within: limit, seen: seen, because: log.silence.reason,
      unused: log.unusedNote.withLock { $0 }(),
      place: CodePlace(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

/// An error about a request that did not come, or a caller that did not give up.
public struct RequestWaitError: Error, Sendable {
  /// A kind of ``RequestWaitError``.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The name of the code.
    public let description: String

    /// No matching request came.
    public static let noRequest = Self(description: "noRequest")
    /// The caller did not give up.
    public static let notAbandoned = Self(description: "notAbandoned")
  }

  /// The kind of error.
  public let code: Code
  /// The line that waits.
  package let place: CodePlace

  private let text: String

  package init(
    noRequest matcher: RequestMatcher, within limit: TimeLimit, seen: [String], because reason: String? = nil,
    unused: String = "", place: CodePlace
  ) {
    code = .noRequest
    self.place = place
    if let problem = matcher.problem {
      text = matcher.unreadable(problem)
      return
    }
    let found =
      seen.isEmpty
      ? ["Awaited at \(place.shown). Nothing was sent through this transport."]
      : ["Awaited at \(place.shown). The requests so far:"] + seen.suffix(8).map { "  \($0)" }
    // What has received requests is in use.
    let advice =
      seen.isEmpty
      ? """
      Start the code under test before you wait, as in `async let value = …`. If it has started, check that it uses this \
      transport, and that it does not wait for another answer before it sends this request.
      """
      : """
      If it should be one of these requests, correct the app or the matcher. If not, check that the code under test does \
      not wait for another answer before it sends this request.
      """
    text =
      ErrorLayout(
        "No request\(matcher.isForAny ? "" : " matching \(matcher.shownCode)") came within \(limit)",
        there: found,
        remedy: advice + (reason.map { "\n\n\($0)" } ?? "") + unused
      ).description
  }

  package init(notAbandoned call: String, hasEnded: Bool, within limit: TimeLimit, place: CodePlace) {
    code = .notAbandoned
    self.place = place
    let limit = hasEnded ? "before it was answered" : "within \(limit)"
    let state = hasEnded ? "" : " It still waits for its answer."
    text =
      ErrorLayout(
        "The caller of \(call) did not give up \(limit)", there: ["Awaited at \(place.shown).\(state)"],
        remedy: """
          A caller gives up when its task is cancelled, or when its request times out. Check that the code under test \
          cancels the task that makes this request.
          """
      ).description
  }
}

extension RequestWaitError: CustomStringConvertible {
  /// The cause, the state and the remedy.
  public var description: String { text }
}
