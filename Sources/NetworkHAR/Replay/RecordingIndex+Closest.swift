extension RecordingIndex {
  /// Returns the entries that come closest to a request, best first.
  ///
  /// - Parameters:
  ///   - request: The request, with placeholders for its secrets.
  ///   - log: The previous requests.
  func closest(to request: RequestReader, log: [Exchange]) -> [Candidate] {
    // Read once for both readers: the ranking, and then the comparison.
    let targets = entries.map(target)
    return Candidate.closest(of: Array(entries.indices), to: request) {
      targets[$0]
    } candidate: { number in
      Candidate(
        title: "#\(number + 1) \(entries[number].title)",
        findings: findings(of: number, request) + [usage(of: number, log)].compactMap { $0 },
        path: targets[number].url.pathText)
    }
  }

  /// Returns the findings about a request that an entry does not answer, part by part.
  package func findings(of number: Int, _ request: RequestReader) -> [Finding] {
    let target = target(of: entries[number])
    guard let recorded = try? entries[number].request.urlRequest(readingFile: readFile) else {
      return target.findings(request)
    }
    let reader = RequestReader(ReceivedRequest(parts.pruned(redaction.normalized(recorded))))
    let findings =
      target.findings(request) + parts.conditions(of: reader, for: request).flatMap { $0.findings(request) }
    guard findings.allSatisfy(\.isMatch) else { return findings }
    guard isInAnotherOrder(number, request) else {
      return findings + selectionFindings(of: number, request.request.urlRequest)
    }
    return findings + [.mismatch(.query, "order", "the values of one name are in another order")]
  }

  /// Returns whether an exchange has the items of a request in another order.
  private func isInAnotherOrder(_ number: Int, _ request: RequestReader) -> Bool {
    let live = RequestKey(request.request.urlRequest, parts).unnumbered
    guard let recorded = RequestKey(entries[number].request, parts, readingFile: readFile)?.unnumbered else {
      return false
    }
    return live != recorded && live.inAnyOrder == recorded.inAnyOrder
  }

  /// Returns whether a body or a file of some exchanges was not recorded.
  func haveUnrecordedBody(_ numbers: [Int]) -> Bool {
    parts.hasBody
      && numbers.contains { number in
        let key = RequestKey(entries[number].request, parts, readingFile: readFile)
        return key?.texts.last?.contains(UnrecordedBody.mark) == true
      }
  }

  /// Returns the lines about exchanges that only secrets tell apart: their placeholders, and what a test can do.
  func differences(of numbers: [Int]) -> [String] {
    let marks = numbers.map { number in
      (number, RequestKey(entries[number].request, parts, readingFile: readFile)?.marks ?? [])
    }
    let common = marks.reduce(Set(marks.first?.1 ?? [])) { $0.intersection($1.1) }
    let differing = marks.map { number, marks in (number, marks.filter { !common.contains($0) }) }
    let shown = differing.prefix(8).map { number, marks in
      "  #\(number + 1) \(entries[number].title)" + (marks.isEmpty ? "" : ": \(marks.joined(separator: ", "))")
    }
    let rest = numbers.count > 8 ? ["  … and \(numbers.count - 8) more"] : []
    guard let mark = differing.lazy.compactMap(\.1.first).first else { return shown + rest }
    let name = Placeholder.parts(Array(mark.utf8)[...])?.slug ?? "name"
    return shown + rest + [
      "",
      "A recording does not hold secrets, so it cannot say which exchange is meant. Send a placeholder instead, as in",
      "\(mark.quoted); or, if it is not a secret, re-record with .standard.keeping(\(name.quoted)); or leave it out of `matching:`.",
    ]
  }

  private func target(of entry: HAR.Entry) -> RequestMatcher {
    let url = redaction.unnumbered(entry.request.url)
    return RequestMatcher(
      method: parts.hasMethod ? HTTPMethod(rawValue: entry.request.method) : nil, url: parts.pattern(of: url))
  }

  private func usage(of number: Int, _ log: [Exchange]) -> Finding? {
    if uses[number] == ChangeBarriers.past {
      return .mismatch(.use, "order", "it was recorded before a change that has already been sent")
    }
    guard let user = uses[number] else {
      guard let change = missingChange(before: number) else { return nil }
      return .mismatch(.use, "order", "it was recorded after \(shown(change)), which has not been sent yet")
    }
    let request = log.first { $0.number == user }.map { "#\(user) \($0.request)".shortened(to: 120) } ?? "it"
    return .mismatch(.use, "used up", "it answers 1 request, and has answered \(request)")
  }
}

extension MatchedParts {
  /// Returns the pattern of a recorded URL's compared parts: its path and origin.
  fileprivate func pattern(of url: String) -> URLPattern {
    let origin = hasOrigin ? Origin(URLParts(url)).map { "\($0)" } ?? "" : ""
    guard hasPath else { return origin.isEmpty ? .any : .prefix(origin + "/") }
    let path = URLComponents(string: url)?.percentEncodedPath ?? "/"
    return URLPattern(origin + (path.isEmpty ? "/" : path).verbatimPattern)
  }

  /// Returns the conditions of a recorded request for a live one: its query, header fields and body.
  fileprivate func conditions(of recorded: RequestReader, for live: RequestReader) -> [any Condition] {
    var conditions: [any Condition] = []
    if let queryExceptions {
      let pairs = recorded.url.query.filter { !queryExceptions.contains($0.name) }
      let excepted = live.url.query.filter { queryExceptions.contains($0.name) }
        .map { PairMatching.Expected($0.name, .anything) }
      conditions.append(QueryCondition(items: pairs.map(PairMatching.Expected.init) + excepted, isExact: true))
    }
    for name in headers {
      let value = recorded.request.urlRequest.value(forHTTPHeaderField: name)
      conditions.append(HeaderCondition(name: name, value: value.map(TextPattern.exactly) ?? .missing))
    }
    return hasBody ? conditions + [bodyCondition(of: recorded)] : conditions
  }

  private func bodyCondition(of recorded: RequestReader) -> any Condition {
    if recorded.body.isEmpty { return TextBodyCondition(pattern: .missing) }
    if case .value(let json) = recorded.json { return JSONCondition(expected: .value(json), isSubset: false) }
    let type = recorded.headers["Content-Type"]
    if type != nil, recorded.isForm {
      return FormCondition(fields: recorded.form.map(PairMatching.Expected.init), isExact: true)
    }
    if type?.lowercased().hasPrefix("multipart/") == true {
      return PartsCondition(expected: BodyText(recorded.body, contentType: type).text)
    }
    return BytesCondition(expected: recorded.body)
  }
}

/// A body in parts, with any boundary.
private struct PartsCondition: Condition {
  let expected: String

  func findings(_ request: RequestReader) -> [Finding] {
    let actual = BodyText(request.body, contentType: request.headers["Content-Type"]).text
    if actual == expected { return [.match(.body, "body", "equal parts")] }
    let expectedBody = Data(expected.utf8)
    let actualBody = Data(actual.utf8)
    return [
      .mismatch(
        .body, "body", expected: BodyExcerpt(expectedBody).text,
        got: actual.isEmpty ? "got nothing" : "got \(BodyExcerpt(actualBody).text)")
    ]
  }
}

extension HAR.Entry {
  /// The method and URL, secrets masked.
  package var title: String { "\(request.method) \(Secrets.masked(request.url))".shortened(to: 200) }
}
