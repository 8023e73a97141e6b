import NetworkEndpoints

/// A string at a place in a JSON body that looks like a pattern.
struct JSONPathTextCondition: Condition {
  let path: JSONPath
  let pattern: TextPattern

  var code: String { ".body(at: \(path.text.quoted(limit: nil)), text: \(pattern.code(visibility)))" }

  func matches(_ request: RequestReader) -> Bool {
    guard path.problem == nil, case .value(let body) = request.json else { return false }
    let values = path.values(in: body)
    return values.isEmpty ? pattern.isMissing : values.contains(where: accepts)
  }

  func findings(_ request: RequestReader) -> [Finding] {
    let label = "body \(path.text)"
    if let problem = path.problem { return [.mismatch(.body, label, problem)] }
    guard case .value(let body) = request.json else {
      return [.mismatch(.body, label, request.json.problem ?? "")]
    }
    let values = path.values(in: body)
    let expectation = ValueExpectation(pattern, visibility)
    switch values.first(where: accepts) ?? values.first {
    case nil:
      return [
        pattern.isMissing
          ? expectation.match(.body, label, nil)
          : expectation.mismatch(.body, label, missingWith: path.nearKey(in: body))
      ]
    case .string(let text)?:
      return [
        accepts(.string(text))
          ? expectation.match(.body, label, text) : expectation.mismatch(.body, label, got: text)
      ]
    case let value?:
      let shown = visibility == .shown ? Secrets.masked(json: value).shown : Secrets.mask.quoted()
      if accepts(value) { return [.match(.body, label, shown)] }
      if pattern.isMissing { return [.mismatch(.body, label, "not expected, got \(shown)", similarity: 0.5)] }
      return [.mismatch(.body, label, expected: "a string", got: "got \(shown)", similarity: 0.5)]
    }
  }

  private var visibility: ValueExpectation.Visibility { Secrets.isSensitive(path: path.text) ? .masked : .shown }

  private func accepts(_ value: JSONValue) -> Bool {
    if case .string(let text) = value { pattern.matches(text) } else { pattern.isAnything }
  }
}
