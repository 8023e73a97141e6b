extension RequestMatcher {
  /// Asks for a body whose text matches a pattern.
  ///
  /// - Parameter pattern: The whole text as a literal, a part of it as in `.containing("…")`; `.missing` for no body.
  public func body(text pattern: TextPattern) -> Self {
    adding(TextBodyCondition(pattern: pattern))
  }

  /// Asks for a body that is a text, such as a variable.
  @_disfavoredOverload public func body(text: String) -> Self { body(text: .exactly(text)) }
}

/// A body whose text matches a pattern.
package struct TextBodyCondition: Condition {
  let pattern: TextPattern

  package init(pattern: TextPattern) { self.pattern = pattern }

  package var readsBody: Bool { true }
  package var problem: String? { pattern.problem }

  package func matches(_ request: RequestReader) -> Bool {
    if request.body.isEmpty { return pattern.isMissing || pattern.exactText == "" }
    return pattern.matches(request.text) && !isMisread(request)
  }

  /// Returns whether a pattern with more than ASCII meets a body that is not UTF-8, which a server would read as other characters.
  private func isMisread(_ request: RequestReader) -> Bool {
    var isASCII = true
    _ = pattern.replacingText { text in
      isASCII = isASCII && text.utf8.allSatisfy { $0 < 0x80 }
      return text
    }
    return !isASCII && request.isInUnsaidEncoding
  }

  package func findings(_ request: RequestReader) -> [Finding] {
    let excerpt = BodyExcerpt(request.body).text
    if matches(request) { return [.match(.body, "body", request.body.isEmpty ? "empty, as expected" : excerpt)] }
    if let problem = pattern.problem { return [.mismatch(.body, "body", problem)] }
    if pattern.isMissing {
      var finding = Finding.mismatch(.body, "body", "not expected, got \(excerpt)")
      finding.suspicion = .forbidden
      return [finding]
    }
    guard !request.body.isEmpty else {
      return [.mismatch(.body, "body", expected: shownPattern.expectation, got: "got nothing")]
    }
    if pattern.matches(request.text) {
      var finding = Finding.mismatch(
        .body, "body", expected: shownPattern.expectation,
        got: "got \(excerpt) that is not UTF-8: encode the text as UTF-8, or name its charset in Content-Type")
      finding.suspicion = .request
      return [finding]
    }
    let isSame = pattern.exactText.map { Secrets.masked($0) == Secrets.masked(request.text) } ?? false
    let difference = isSame ? pattern.exactText.map { MaskedDifference(request.text, from: $0) } : nil
    let got = difference?.text ?? excerpt
    let isMultipart = request.multipart.problem == nil
    let note: ValueNote? =
      isMultipart
      ? ValueNote("whose boundary is another one in each run: match its parts with .part(…)")
      : difference == nil ? pattern.note(on: request.text) : nil
    var finding = Finding.mismatch(
      .body, "body", expected: shownPattern.expectation, got: "got \(got)", note: note?.text,
      similarity: pattern.similarity(to: request.text))
    finding.suspicion = note.map(\.suspicion) ?? difference?.suspicion
    return [finding]
  }

  private var shownPattern: TextPattern { pattern.replacingText { Secrets.masked($0) } }

  package var code: String { ".body(text: \(shownPattern.code))" }

  package func corrected(_ matcher: RequestMatcher, by correction: Correction) -> RequestMatcher {
    let request = correction.request
    // A boundary is another one in the next run, and so may be the order of the keys.
    if request.multipart.problem == nil { return correction.addingUpload(to: matcher) }
    guard request.body.count <= 200, !request.body.isEmpty else { return matcher }
    if case .value(let body) = request.json, body.list != nil || body.object != nil {
      return correction.adding(body, to: matcher)
    }
    let parts = correction.parts
    return parts.isLasting(request.text) ? matcher.body(text: parts.pattern(of: request.text)) : matcher
  }

  package func asked(in request: RequestReader) -> [String] {
    if pattern.isAnything { return [] }
    // Its correction asks for the same in another way.
    if request.multipart.problem == nil {
      return request.multipart.parts.compactMap { part in part.filename == nil ? part.name.map { "part \($0)" } : nil }
    }
    guard case .value(let body) = request.json, body.list != nil || body.object != nil else { return ["body"] }
    return body.leafPaths(in: body).map { "body $\($0)" }
  }

  package var identity: JSONValue? { ["text", pattern.identity] }
}
