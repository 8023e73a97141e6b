/// Fields of an `application/x-www-form-urlencoded` body.
struct FormCondition: Condition {
  let fields: [(name: String, value: TextPattern?)]
  let isExact: Bool
  let code: String

  func matches(_ request: RequestReader) -> Bool {
    let pairing = PairMatching(fields, request.form)
    return isForm(request) && pairing.unmatched.isEmpty && (!isExact || pairing.leftOver.isEmpty)
  }

  func findings(_ request: RequestReader) -> [Finding] {
    guard isForm(request) else {
      let type = request.headers["Content-Type"] ?? "no content type"
      return [.mismatch(.body, "body", expected: "a form", got: "got \(type)")]
    }
    let findings = PairMatching(fields, request.form).findings(.body, label: "form", isExact: isExact)
    return findings.isEmpty ? [.match(.body, "form", "no fields")] : findings
  }

  /// Another type is not read as a form; none at all is, since `URLSession` adds the type only later.
  private func isForm(_ request: RequestReader) -> Bool {
    guard let type = request.headers["Content-Type"] else { return true }
    return type.lowercased().hasPrefix("application/x-www-form-urlencoded")
  }
}
