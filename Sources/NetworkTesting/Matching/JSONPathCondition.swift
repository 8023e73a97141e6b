/// A value at a place in a JSON body.
struct JSONPathCondition: Condition {
  let path: JSONPath
  let expected: JSONValue

  var code: String {
    let value = Secrets.isSensitive(path: path.text) ? "\"•••\"" : Secrets.masked(json: expected).swiftCode
    return ".body(at: \(path.text.quoted(limit: nil)), \(value))"
  }

  func matches(_ request: RequestReader) -> Bool {
    guard path.steps != nil, case .value(let body) = request.json else { return false }
    return path.values(in: body).contains(expected)
  }

  func findings(_ request: RequestReader) -> [Finding] {
    let label = "body \(path.text)"
    guard path.steps != nil else {
      return [.mismatch(.body, label, "is not a JSON path such as $.users[0].name")]
    }
    switch request.json {
    case .invalid(let reason):
      return [.mismatch(.body, label, expected: Secrets.masked(json: expected).shown, got: reason)]
    case .value(let body):
      return [finding(values: path.values(in: body), label: label)]
    }
  }

  private func finding(values: [JSONValue], label: String) -> Finding {
    let isSecret = Secrets.isSensitive(path: path.text)
    func shown(_ value: JSONValue) -> String { isSecret ? "a value (masked)" : Secrets.masked(json: value).shown }
    if values.contains(expected) { return .match(.body, label, shown(expected)) }
    let got =
      switch values.count {
      case 0: "missing"
      case 1: isSecret ? "got another value (masked)" : "got \(shown(values[0]))"
      default: "got \(values.count) other values"
      }
    return .mismatch(.body, label, expected: shown(expected), got: got, similarity: values.isEmpty ? 0 : 0.5)
  }
}
