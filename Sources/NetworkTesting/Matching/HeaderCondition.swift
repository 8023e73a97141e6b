/// A header field that must have a value, or not be there.
///
/// Of repeated fields one must match, or all of them joined with a comma.
struct HeaderCondition: Condition {
  let name: String
  let value: TextPattern
  let code: String

  func matches(_ request: RequestReader) -> Bool {
    let joined = request.headers[name]
    return value.matches(joined)
      || (!value.isMissing && request.headers.values(for: name).contains(where: value.matches))
  }

  func findings(_ request: RequestReader) -> [Finding] {
    let isSecret = Secrets.isSensitive(name)
    let actual = request.headers[name]
    if matches(request) {
      return [.match(.header, name, actual.map { isSecret ? "•••" : $0.quoted() } ?? "missing, as expected")]
    }
    let expected = isSecret && !value.isMissing ? maskedExpectation : value.expectation
    guard let actual else {
      let near = Similarity.nearest(to: name, in: request.headers.map(\.name))
      let hint = near.map { "; did you mean \($0.quoted())?" } ?? ""
      return [.mismatch(.header, name, expected: expected, got: "missing\(hint)", similarity: hint.isEmpty ? 0 : 0.5)]
    }
    return [
      .mismatch(
        .header, name, expected: expected, got: isSecret ? maskedActual(actual) : "got \(actual.quoted())",
        similarity: 0.5 + value.similarity(to: actual) / 2)
    ]
  }

  private var maskedExpectation: String {
    guard let text = value.exactText else { return "a value (masked)" }
    return Secrets.masked(credentials: text).quoted()
  }

  /// The scheme of credentials is no secret, and often what is wrong.
  private func maskedActual(_ actual: String) -> String {
    let masked = Secrets.masked(credentials: actual)
    let isSameScheme = value.exactText.map { Secrets.masked(credentials: $0) == masked } ?? true
    return isSameScheme ? "got another value (masked)" : "got \(masked.quoted())"
  }
}
