extension RequestMatcher {
  /// Asks for a value at a place in a JSON body.
  ///
  /// - Parameters:
  ///   - path: The place, such as `"$.users[0].name"`; `[*]` for any element.
  ///   - value: The expected value.
  public func body(at path: String, _ value: JSONValue) -> Self {
    adding(JSONPathCondition(path: JSONPath(path), expected: value))
  }

  /// Asks for the JSON of a value at a place in a JSON body, such as a variable.
  ///
  /// - Parameters:
  ///   - path: The place in the body, as a JSON path such as `$.items[0].id`.
  ///   - value: The value, whose JSON is compared.
  @_disfavoredOverload public func body(at path: String, _ value: some Encodable) -> Self {
    body(at: path, JSONExpectation(value, encoder: .stable))
  }

  /// Asks for an object of mixed values at a place in a JSON body, such as a literal of variables.
  ///
  /// - Parameters:
  ///   - path: The place in the body, as a JSON path such as `$.items[0].id`.
  ///   - object: The object, whose JSON is compared.
  @_disfavoredOverload public func body(at path: String, _ object: [String: Any?]) -> Self {
    body(at: path, JSONExpectation(mixed: object))
  }

  /// Asks for a list of mixed values at a place in a JSON body, such as a literal of variables.
  ///
  /// - Parameters:
  ///   - path: The place in the body, as a JSON path such as `$.items[0].tags`.
  ///   - list: The list, whose JSON is compared.
  @_disfavoredOverload public func body(at path: String, _ list: [Any?]) -> Self {
    body(at: path, JSONExpectation(mixed: list))
  }

  private func body(at path: String, _ expected: JSONExpectation) -> Self {
    guard case .value(let value) = expected else { return body(expected, isSubset: true) }
    return body(at: path, value)
  }

  /// Asks for a string at a place in a JSON body.
  ///
  /// - Parameters:
  ///   - path: The place, such as `"$.users[0].name"`; `[*]` for any element.
  ///   - pattern: The pattern of the string; `.anything` for any value, `.missing` for none.
  public func body(at path: String, text pattern: TextPattern) -> Self {
    adding(JSONPathTextCondition(path: JSONPath(path), pattern: pattern))
  }

  /// Asks for a string at a place in a JSON body that is a text, such as a variable.
  ///
  /// - Parameters:
  ///   - path: The place in the body, as a JSON path such as `$.items[0].id`.
  ///   - text: The text of the string.
  @_disfavoredOverload public func body(at path: String, text: String) -> Self { body(at: path, text: .exactly(text)) }
}

/// A value at a place in a JSON body.
struct JSONPathCondition: Condition {
  let path: JSONPath
  let expected: JSONValue

  var readsBody: Bool { true }
  var problem: String? { path.problem ?? expected.problem }

  func matches(_ request: RequestReader) -> Bool {
    guard case .value(let body) = request.json else { return false }
    return path.values(in: body).contains(expected)
  }

  func findings(_ request: RequestReader) -> [Finding] {
    let label = "body \(path.text)"
    if let problem = path.problem { return [.mismatch(.body, label, problem)] }
    switch request.json {
    case .invalid(let reason):
      var finding = Finding.mismatch(
        .body, label, expected: shown(expected), got: request.formInPlaceOfJSON ?? reason, isAbsent: true)
      finding.suspicion = request.isJSONWrong ? .request : nil
      return [finding]
    case .value(let body):
      let values = path.values(in: body)
      if values.contains(expected) { return [.match(.body, label, shown(expected))] }
      guard !values.isEmpty else {
        let end = path.end(in: body)
        let place = end.flatMap { $0.near == nil ? body.place(ofMember: $0.step) : nil }
        let hint = place.map { "; the request has it at $\($0.shortened())" } ?? path.hint(in: body)
        var finding = Finding.mismatch(
          .body, label, expected: shown(expected), got: "missing\(hint)", isAbsent: true)
        finding.suspicion = end.flatMap { end in end.near.map { .spelling(ofRequest: $0, ofStub: end.step) } }
        finding.isElsewhere = place != nil
        return [finding]
      }
      let difference = isSecret && values.count == 1 ? MaskedDifference(values[0], from: expected) : nil
      let note = isSecret || values.count > 1 ? nil : values[0].note(from: expected)
      var finding = Finding.mismatch(
        .body, label, expected: shown(expected),
        got: "got \(difference?.text ?? shown(values))", note: note?.text, similarity: 0.5)
      finding.suspicion = difference.map(\.suspicion) ?? note?.suspicion
      return [finding]
    }
  }

  private var isSecret: Bool { Secrets.isSensitive(path: path.text) }

  private func shown(_ value: JSONValue) -> String {
    isSecret ? Secrets.mask.quoted : Secrets.masked(json: value).shown
  }

  private func shown(_ values: [JSONValue]) -> String {
    if isSecret { return MaskedDifference.unknown }
    let rest = values.count > 5 ? " and \(values.count - 5) more" : ""
    return values.prefix(5).map(shown).joined(separator: ", ") + rest
  }

  var code: String {
    ".body(at: \(path.text.swiftLiteral), \(isSecret ? Secrets.mask.quoted : Secrets.masked(json: expected).swiftLiteral))"
  }

  func corrected(_ matcher: RequestMatcher, by correction: Correction) -> RequestMatcher {
    path.corrected(matcher, by: correction)
  }

  var identity: JSONValue? { ["path", .string(path.text), expected] }
}

/// A string at a place in a JSON body that matches a pattern.
struct JSONPathTextCondition: Condition {
  let path: JSONPath
  let pattern: TextPattern

  var readsBody: Bool { true }
  var problem: String? { path.problem ?? pattern.problem }

  func matches(_ request: RequestReader) -> Bool {
    guard path.problem == nil, case .value(let body) = request.json else { return false }
    let values = path.values(in: body)
    return values.isEmpty ? pattern.isMissing : values.contains(where: accepts)
  }

  func findings(_ request: RequestReader) -> [Finding] {
    let label = "body \(path.text)"
    if let problem = path.problem { return [.mismatch(.body, label, problem)] }
    guard case .value(let body) = request.json else { return [.mismatch(.body, label, request.json.problem ?? "")] }
    let values = path.values(in: body)
    let end = path.end(in: body)
    let expectation = ValueExpectation(pattern, visibility)
    switch values.first(where: accepts) ?? values.first {
    case nil:
      return [
        pattern.isMissing
          ? expectation.match(.body, label, nil)
          : expectation.mismatch(.body, label, missing: end?.step ?? "", near: end?.near)
      ]
    case .string(let text)?:
      return [
        accepts(.string(text)) ? expectation.match(.body, label, text) : expectation.mismatch(.body, label, got: text)
      ]
    case let value?:
      let shown = visibility == .shown ? Secrets.masked(json: value).shown : Secrets.mask.quoted
      if accepts(value) { return [.match(.body, label, shown)] }
      if pattern.isMissing {
        var finding = Finding.mismatch(.body, label, "not expected, got \(shown)", similarity: 0.5)
        finding.suspicion = .forbidden
        return [finding]
      }
      return [.mismatch(.body, label, expected: "a string", got: "got \(shown)", similarity: 0.5)]
    }
  }

  private var visibility: ValueExpectation.Visibility { Secrets.isSensitive(path: path.text) ? .masked : .shown }

  private func accepts(_ value: JSONValue) -> Bool {
    if case .string(let text) = value { pattern.matches(text) } else { pattern.isAnything }
  }

  var code: String { ".body(at: \(path.text.swiftLiteral), text: \(pattern.code(visibility)))" }

  func corrected(_ matcher: RequestMatcher, by correction: Correction) -> RequestMatcher {
    path.corrected(matcher, by: correction)
  }

  func asked(in request: RequestReader) -> [String] { pattern.isAnything ? [] : ["body \(path.text)"] }

  var identity: JSONValue? { ["path text", .string(path.text), pattern.identity] }
}

extension JSONPath {
  /// Returns a matcher that also asks for what a request has at the path, if that may be shown.
  fileprivate func corrected(_ matcher: RequestMatcher, by correction: Correction) -> RequestMatcher {
    guard case .value(let body) = correction.request.json, let value = values(in: body).first,
      !Secrets.isSensitive(path: text)
    else { return matcher }
    if case .string(let json) = value, JSONValue(ofStructuredText: json) != nil {
      let pattern = correction.parts.pattern(of: json)
      return pattern.isAnything ? matcher : matcher.body(at: text, text: pattern)
    }
    guard correction.parts.lasting(in: value) == value else { return matcher }
    return value.isMadePerRun ? matcher.body(at: text, text: .anything) : matcher.body(at: text, value)
  }
}
