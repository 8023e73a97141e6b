import NetworkEndpoints

/// Fields of an `application/x-www-form-urlencoded` body.
struct FormCondition: Condition {
  let fields: [PairMatching.Expected]
  let isExact: Bool
  let code: String

  func matches(_ request: RequestReader) -> Bool {
    request.isForm && PairMatching.matches(fields, request.form, isExact: isExact)
  }

  func findings(_ request: RequestReader) -> [Finding] {
    guard request.isForm else {
      return [.mismatch(.body, "form", expected: "a form", got: "got \(request.headers["Content-Type"] ?? "none")")]
    }
    guard !request.body.isEmpty || matches(request) else {
      return [.mismatch(.body, "form", expected: "a form", got: "the body is empty")]
    }
    let findings = PairMatching(fields, request.form).findings(.body, label: "form", isExact: isExact)
    return findings.isEmpty ? [.match(.body, "form", isExact ? "no fields" : "any fields")] : findings
  }
}
