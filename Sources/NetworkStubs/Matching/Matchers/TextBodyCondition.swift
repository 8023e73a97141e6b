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
    request.body.isEmpty ? pattern.isMissing || pattern.exactText == "" : pattern.matches(request.text)
  }

  package func findings(_ request: RequestReader) -> [Finding] {
    let excerpt = BodyExcerpt(request.body).text
    if matches(request) { return [.match(.body, "body", request.body.isEmpty ? "empty, as expected" : excerpt)] }
    if let problem = pattern.problem { return [.mismatch(.body, "body", problem)] }
    if pattern.isMissing { return [.mismatch(.body, "body", "not expected, got \(excerpt)")] }
    guard !request.body.isEmpty else {
      return [.mismatch(.body, "body", expected: shownPattern.expectation, got: "got nothing")]
    }
    let isSame = pattern.exactText.map { Secrets.masked($0) == Secrets.masked(request.text) } ?? false
    let got = isSame ? "another value (masked)" : excerpt
    let note = pattern.note(on: request.text)
    var finding = Finding.mismatch(
      .body, "body", expected: shownPattern.expectation, got: "got \(got)\(note.map { ", \($0.text)" } ?? "")",
      similarity: pattern.similarity(to: request.text))
    finding.isLikelyMistake = note?.isOfMistake == true
    return [finding]
  }

  private var shownPattern: TextPattern { pattern.replacingText { Secrets.masked($0) } }

  package var code: String { ".body(text: \(shownPattern.code))" }

  package func corrected(_ matcher: RequestMatcher, by correction: Correction) -> RequestMatcher {
    let request = correction.request
    guard request.body.count <= 200, !request.body.isEmpty, correction.parts.isLasting(request.text) else {
      return matcher
    }
    return matcher.body(text: .exactly(request.text))
  }

  package var identity: JSONValue? { ["text", pattern.identity] }
}
