extension RememberingTransport {
  /// Checks that the number of requests so far that match is as expected; any other number is recorded as an issue.
  ///
  /// ```swift
  /// await transport.expect(.post("/users").body(json: ["name": "Ada"]), .once)
  /// ```
  ///
  /// Outside a Swift Testing test, ``RememberingTransport/verify(fileID:filePath:line:column:)`` throws the problem.
  ///
  /// - Parameters:
  ///   - matcher: The requests that count.
  ///   - count: The expected number, such as `2` or `.atMost(3)`.
  ///   - fileID: The file that a failure names.
  ///   - filePath: The path of that file.
  ///   - line: The line that a failure names.
  ///   - column: The column of the call.
  public func expect(
    _ matcher: RequestMatcher, _ count: RequestCount = .atLeast(1), fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) {
    let place = CodePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    if let problem = matcher.problem { return report([matcher.unreadable(problem)], place) }
    let log = exchanges
    let found = log.filter { matcher.matches(RequestReader($0.request)) }
    if found.isEmpty, let problem = matcher.unknown(in: log) { return report([problem], place) }
    guard !count.allows(found.count) else { return }
    let headline =
      "Expected \(count.expectation) matching \(matcher.shownCode), but there \(found.count == 1 ? "was" : "were") "
      + (found.isEmpty ? "none." : "\(found.count):")
    // What has come may be followed by more, once its clock is moved.
    let reason = !found.isEmpty && found.count < count.range.lowerBound ? self.log.silence.reason.map { [$0] } : nil
    if found.count < count.range.lowerBound { self.log.judge { $0.noteMissed(matcher) } }
    let advice = reason ?? (found.isEmpty ? [] : [count.advice(onlyIf: found.count)])
    report([headline] + (found.isEmpty ? absence(of: matcher, in: log) : found.listed) + advice, place)
  }

  /// Returns the request that comes closest to one that did not come, or the reason why none came.
  private func absence(of matcher: RequestMatcher, in log: [Exchange]) -> [String] {
    let (refusals, silence) = (self.log.refusals, self.log.silence)
    let isSilent = log.isEmpty && refusals.isEmpty
    let reason = isSilent ? [silence.reason ?? silence.advice(waitingFor: matcher)] : []
    return matcher.nearestLines(in: log) + refusals + reason
  }

  /// Checks that the number of requests so far that match is a number in a variable; any other is recorded as an issue.
  ///
  /// - Parameters:
  ///   - matcher: The requests that count.
  ///   - count: The expected number.
  ///   - fileID: The file that a failure names.
  ///   - filePath: The path of that file.
  ///   - line: The line that a failure names.
  ///   - column: The column of the call.
  @_disfavoredOverload
  public func expect(
    _ matcher: RequestMatcher, _ count: Int, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column
  ) {
    expect(matcher, .exactly(count), fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Explains where the count goes.
  @available(*, unavailable, message: "write expect(.get(…), 1): the count has no label")
  public func expect(_ matcher: RequestMatcher, times count: Int) {}

  /// Explains where the count goes.
  @available(*, unavailable, message: "write expect(.get(…), 1): the count has no label")
  public func expect(_ matcher: RequestMatcher, count: Int) {}

  /// Checks that the number of requests so far that match is in a range; any other number is recorded as an issue.
  ///
  /// - Parameters:
  ///   - matcher: The requests that count.
  ///   - range: The expected numbers.
  ///   - fileID: The file that a failure names.
  ///   - filePath: The path of that file.
  ///   - line: The line that a failure names.
  ///   - column: The column of the call.
  public func expect(
    _ matcher: RequestMatcher, _ range: ClosedRange<Int>, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line, column: Int = #column
  ) {
    expect(matcher, RequestCount(range), fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Checks that requests came in an order; others may have come between them.
  public func expect(
    inOrder matchers: RequestMatcher..., fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column
  ) {
    expect(inOrder: matchers, at: CodePlace(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Checks that the requests of a list came in its order; others may have come between them.
  public func expect(
    inOrder matchers: [RequestMatcher], fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column
  ) {
    expect(inOrder: matchers, at: CodePlace(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  package func expect(inOrder matchers: [RequestMatcher], at place: CodePlace) {
    for matcher in matchers {
      if let problem = matcher.problem { return report([matcher.unreadable(problem)], place) }
    }
    let log = exchanges
    var rest = log[...]
    var ticked: Set<Int> = []
    var lines = ["Expected requests in this order:"]
    for (index, matcher) in matchers.enumerated() {
      guard let next = rest.firstIndex(where: { matcher.matches(RequestReader($0.request)) }) else {
        let later = matchers[(index + 1)...].map { "    \($0.shownCode)" }
        report(
          lines + ["  ✗ \(matcher.shownCode): \(absence(of: matcher, in: log, before: rest.startIndex, ticked))"]
            + later,
          place)
        return
      }
      ticked.insert(next)
      lines.append("  ✓ \(matcher.shownCode): \(log[next].title)")
      rest = log[(next + 1)...]
    }
  }

  /// - Parameter ticked: The requests already assigned to other matchers of the order.
  private func absence(
    of matcher: RequestMatcher, in log: [Exchange], before position: Int, _ ticked: Set<Int>
  ) -> String {
    let earlier = (0..<position).last { !ticked.contains($0) && matcher.matches(RequestReader(log[$0].request)) }
    if let earlier { return "came too early, as \(log[earlier].title)" }
    let rest = log.indices.filter { !ticked.contains($0) }.map { log[$0] }
    if rest.isEmpty, !log.isEmpty { return "did not come" }
    return "did not come. " + matcher.nearestLines(in: rest).joined(separator: "\n    ")
  }

  private func report(_ lines: [String], _ place: CodePlace) {
    log.report(Problem(text: lines.joined(separator: "\n"), place: place))
  }
}

extension RequestMatcher {
  package func unreadable(_ problem: String) -> String { "The matcher \(shownCode) is invalid: \(problem)." }

  /// Returns the problem of a predicate that threw for each request it was asked about, so that nothing is known.
  fileprivate func unknown(in log: [Exchange]) -> String? {
    var (count, thrown): (Int, (any Error)?) = (0, nil)
    for exchange in log {
      guard let verdict = verdict(RequestReader(exchange.request)) else { continue }
      guard case .failure(let error) = verdict else { return nil }
      count = count + 1
      thrown = error
    }
    return thrown.map {
      "It is unclear whether a request matches \(shownCode): its predicate threw for "
        + "\(count == 1 ? "the only request" : "each of \(count) requests"): "
        + ErrorText.of($0).shortened(to: 200)
    }
  }
}

extension RequestCount {
  /// Returns the advice about another number of requests than is expected.
  fileprivate func advice(onlyIf actual: Int) -> String {
    let verb =
      if range.upperBound == 0 {
        "not send \(actual == 1 ? "it" : "them")"
      } else {
        "send \(actual < range.lowerBound ? "more" : "fewer")"
      }
    return "If the app should \(verb), fix the app. If \(actual) \(actual == 1 ? "is" : "are") right, expect \(actual)."
  }
}

extension [Exchange] {
  /// One line for each, but only for the first of many.
  fileprivate var listed: [String] {
    let lines = prefix(8).enumerated().map { index, exchange in
      "  \(exchange.title)\(index == 0 ? "" : exchange.notes(after: self[index - 1], first: self[0]))\(exchange.sender)"
    }
    return lines + (count > 8 ? ["  … and \(count - 8) more"] : [])
  }
}

extension Exchange {
  /// The functions that sent it, if they are known.
  fileprivate var sender: String {
    let names = Callers(at: callSites).names
    return names.isEmpty ? "" : ", sent by \(names.joined(separator: ", from "))"
  }

  /// The time between it and another, and whether it is the first again.
  fileprivate func notes(after other: Exchange, first: Exchange) -> String {
    let real = Callers.areShown ? max(1, Int(started.timeIntervalSince(other.started) * 1000)) : 0
    let passed = arrival.flatMap { arrival in other.arrival.map { arrival - $0 } } ?? .milliseconds(real)
    let isSame =
      request.method == first.request.method && request.url == first.request.url && request.body == first.request.body
    return (passed == .zero ? "" : ", \(passed.inWords) later") + (isSame ? ", the same as #\(first.number)" : "")
  }
}
