import NetworkEndpoints

/// A value at a place in a JSON body.
struct JSONPathCondition: Condition {
  let path: JSONPath
  let expected: JSONValue

  var code: String {
    let value = isSecret ? Secrets.mask.quoted() : Secrets.masked(json: expected).swiftCode
    return ".body(at: \(path.text.quoted(limit: nil)), \(value))"
  }

  func matches(_ request: RequestReader) -> Bool {
    guard case .value(let body) = request.json else { return false }
    return path.values(in: body).contains(expected)
  }

  func findings(_ request: RequestReader) -> [Finding] {
    let label = "body \(path.text)"
    if let problem = path.problem { return [.mismatch(.body, label, problem)] }
    switch request.json {
    case .invalid(let reason):
      return [.mismatch(.body, label, expected: shown(expected), got: reason)]
    case .value(let body):
      let values = path.values(in: body)
      if values.contains(expected) { return [.match(.body, label, shown(expected))] }
      guard !values.isEmpty else {
        let hint = path.nearKey(in: body).map { "; did you mean \($0.quoted())?" } ?? ""
        return [.mismatch(.body, label, expected: shown(expected), got: "missing\(hint)")]
      }
      return [.mismatch(.body, label, expected: shown(expected), got: "got \(shown(values))", similarity: 0.5)]
    }
  }

  private var isSecret: Bool { Secrets.isSensitive(path: path.text) }

  private func shown(_ value: JSONValue) -> String {
    isSecret ? Secrets.mask.quoted() : Secrets.masked(json: value).shown
  }

  private func shown(_ values: [JSONValue]) -> String {
    if isSecret { return "another value (masked)" }
    let rest = values.count > 5 ? " and \(values.count - 5) more" : ""
    return values.prefix(5).map(shown).joined(separator: ", ") + rest
  }
}
