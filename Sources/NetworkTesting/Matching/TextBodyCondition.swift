/// A body whose text looks like a pattern.
struct TextBodyCondition: Condition {
  let pattern: TextPattern

  var code: String { ".body(text: \(shownPattern.code))" }

  func matches(_ request: RequestReader) -> Bool {
    request.body.isEmpty ? pattern.isMissing || pattern.exactText == "" : pattern.matches(request.text)
  }

  func findings(_ request: RequestReader) -> [Finding] {
    let excerpt = BodyExcerpt(request.body).text
    if matches(request) { return [.match(.body, "body", request.body.isEmpty ? "empty, as expected" : excerpt)] }
    if let problem = pattern.problem { return [.mismatch(.body, "body", problem)] }
    if pattern.isMissing { return [.mismatch(.body, "body", "not expected, got \(excerpt)")] }
    guard !request.body.isEmpty else {
      return [.mismatch(.body, "body", expected: shownPattern.expectation, got: "got nothing")]
    }
    return [
      .mismatch(
        .body, "body", expected: shownPattern.expectation, got: "got \(excerpt)",
        similarity: pattern.similarity(to: request.text))
    ]
  }

  private var shownPattern: TextPattern { pattern.replacingText(MaskedText.masked) }
}
