/// A body that is JSON equal to a value, or contains at least the value.
package struct JSONCondition: Condition {
  let expected: JSONExpectation
  let isSubset: Bool

  package init(expected: JSONExpectation, isSubset: Bool) { (self.expected, self.isSubset) = (expected, isSubset) }

  package var problem: String? {
    switch expected {
    case .unencodable(_, let reason): reason
    case .value(let value): value.problem
    }
  }

  package func matches(_ request: RequestReader) -> Bool {
    guard case .value(let expected) = expected, case .value(let actual) = request.json else { return false }
    return isSubset ? JSONDifference.contains(actual, expected) : actual == expected
  }

  package func findings(_ request: RequestReader) -> [Finding] {
    switch (expected, request.json) {
    case (.unencodable(_, let reason), _): return [.mismatch(.body, "body", reason)]
    case (.value, .invalid(let reason)):
      return [.mismatch(.body, "body", expected: "JSON", got: reason, isAbsent: !request.isUpload)]
    case (.value(let expected), .value(let actual)):
      let differences = JSONDifference.between(expected: expected, actual: actual, isSubset: isSubset)
      guard !differences.isEmpty else {
        return [.match(.body, "body", isSubset ? "JSON with what is expected" : "equal JSON")]
      }
      return differences.map { $0.finding(label: "body $", among: expected.leafCount) }
    }
  }
}

/// The JSON a test expects, which may be from a value that cannot be encoded.
package enum JSONExpectation: Sendable {
  case value(JSONValue)
  case unencodable(type: String, reason: String)

  init(_ value: some Encodable, encoder: JSONEncoder) {
    do {
      let data = try encoder.encode(value)
      switch JSONBody(data) {
      case .value(let json): self = .value(json)
      case .invalid(let reason): self = .unencodable(type: "\(type(of: value))", reason: reason)
      }
    } catch {
      let reason = "the expected \(type(of: value)) cannot be encoded: \(error)".shortened(to: 300)
      self = .unencodable(type: "\(type(of: value))", reason: reason)
    }
  }

  init(mixed object: [String: Any?]) {
    do { self = .value(try JSONValue(members: object)) } catch {
      self = .unencodable(
        type: "[String: Any]", reason: "the expected object cannot be encoded: \(error)".shortened(to: 300))
    }
  }

  /// The code of a literal of the value, secrets masked.
  package var code: String {
    switch self {
    case .value(let value): Secrets.masked(json: value).swiftLiteral
    case .unencodable(let type, _): "nil /* \(type): cannot be encoded */"
    }
  }
}

/// A value at a place in a JSON body.
struct JSONPathCondition: Condition {
  package let path: JSONPath
  let expected: JSONValue

  var problem: String? { path.problem ?? expected.problem }

  var valueCode: String { isSecret ? Secrets.mask.quoted : Secrets.masked(json: expected).swiftLiteral }

  func matches(_ request: RequestReader) -> Bool {
    guard case .value(let body) = request.json else { return false }
    return path.values(in: body).contains(expected)
  }

  package func findings(_ request: RequestReader) -> [Finding] {
    let label = "body \(path.text)"
    if let problem = path.problem { return [.mismatch(.body, label, problem)] }
    switch request.json {
    case .invalid(let reason):
      return [.mismatch(.body, label, expected: shown(expected), got: reason, isAbsent: true)]
    case .value(let body):
      let values = path.values(in: body)
      if values.contains(expected) { return [.match(.body, label, shown(expected))] }
      guard !values.isEmpty else {
        let near = path.nearKey(in: body)
        let hint = Similarity.hint(at: near?.key, for: near?.step ?? "")
        return [.mismatch(.body, label, expected: shown(expected), got: "missing\(hint)", isAbsent: true)]
      }
      return [.mismatch(.body, label, expected: shown(expected), got: "got \(shown(values))", similarity: 0.5)]
    }
  }

  private var isSecret: Bool { Secrets.isSensitive(path: path.text) }

  private func shown(_ value: JSONValue) -> String {
    isSecret ? Secrets.mask.quoted : Secrets.masked(json: value).shown
  }

  private func shown(_ values: [JSONValue]) -> String {
    if isSecret { return "another value (masked)" }
    let rest = values.count > 5 ? " and \(values.count - 5) more" : ""
    return values.prefix(5).map(shown).joined(separator: ", ") + rest
  }
}

/// A string at a place in a JSON body that matches a pattern.
struct JSONPathTextCondition: Condition {
  package let path: JSONPath
  let pattern: TextPattern

  var problem: String? { path.problem ?? pattern.problem }

  func matches(_ request: RequestReader) -> Bool {
    guard path.problem == nil, case .value(let body) = request.json else { return false }
    let values = path.values(in: body)
    return values.isEmpty ? pattern.isMissing : values.contains(where: accepts)
  }

  package func findings(_ request: RequestReader) -> [Finding] {
    let label = "body \(path.text)"
    if let problem = path.problem { return [.mismatch(.body, label, problem)] }
    guard case .value(let body) = request.json else { return [.mismatch(.body, label, request.json.problem ?? "")] }
    let (values, near) = (path.values(in: body), path.nearKey(in: body))
    let expectation = ValueExpectation(pattern, visibility)
    switch values.first(where: accepts) ?? values.first {
    case nil:
      return [
        pattern.isMissing
          ? expectation.match(.body, label, nil)
          : expectation.mismatch(.body, label, missing: near?.step ?? "", near: near?.key)
      ]
    case .string(let text)?:
      return [
        accepts(.string(text)) ? expectation.match(.body, label, text) : expectation.mismatch(.body, label, got: text)
      ]
    case let value?:
      let shown = visibility == .shown ? Secrets.masked(json: value).shown : Secrets.mask.quoted
      if accepts(value) { return [.match(.body, label, shown)] }
      if pattern.isMissing { return [.mismatch(.body, label, "not expected, got \(shown)", similarity: 0.5)] }
      return [.mismatch(.body, label, expected: "a string", got: "got \(shown)", similarity: 0.5)]
    }
  }

  var visibility: ValueExpectation.Visibility { Secrets.isSensitive(path: path.text) ? .masked : .shown }

  private func accepts(_ value: JSONValue) -> Bool {
    if case .string(let text) = value { pattern.matches(text) } else { pattern.isAnything }
  }
}
