extension RequestMatcher {
  /// Asks for a field of a form; others may be present too.
  ///
  /// - Parameters:
  ///   - name: The field's name.
  ///   - value: The pattern of its value.
  public func form(_ name: String, _ value: TextPattern) -> Self {
    form([.init(name, value)], isExact: false)
  }

  /// Asks for a field of a form with any value; others may be present too.
  public func form(_ name: String) -> Self { form(name, .anything) }

  /// Asks for a field of a form with the text of a value, such as a number; others may be present too.
  ///
  /// - Parameters:
  ///   - name: The name of the field.
  ///   - value: The value, whose text the field must have.
  @_disfavoredOverload
  public func form(_ name: String, _ value: some LosslessStringConvertible) -> Self { form(name, .exactly("\(value)")) }

  /// Asks for a field of a form that holds JSON; others may be present too.
  ///
  /// - Parameters:
  ///   - name: The name of the field.
  ///   - value: The value that the field's text is equal to as JSON, such as `["first": "Ada"]`.
  public func form(_ name: String, json value: JSONValue) -> Self { form(name, TextPattern.json(value)) }

  /// Asks for a field of a form that holds the JSON of a value; others may be present too.
  ///
  /// - Parameters:
  ///   - name: The name of the field.
  ///   - value: The value, whose JSON is compared.
  ///   - encoder: The encoder of the value.
  @_disfavoredOverload
  public func form(_ name: String, json value: some Encodable, encoder: JSONEncoder = .stable) -> Self {
    form(name, TextPattern.json(value, encoder: encoder))
  }

  /// Asks for some fields of a form, in any order; others may be present too, and a repeated field must be repeated.
  ///
  /// - Parameter fields: The fields.
  public func form(_ fields: KeyValuePairs<String, TextPattern>) -> Self { form(.init(fields), isExact: false) }

  /// Asks for some fields of a form, in any order; others may be present too, and a repeated field must be repeated.
  public func form(_ fields: [URLQueryItem]) -> Self { form(.init(form: fields), isExact: false) }

  /// Asks for some fields of a form, such as those of a variable; others may be present too.
  @_disfavoredOverload public func form(_ fields: some Collection<(key: String, value: String)>) -> Self {
    form(.init(fields), isExact: false)
  }

  /// Asks for exactly these fields of a form, such as those of a variable.
  @_disfavoredOverload public func form(exactly fields: some Collection<(key: String, value: String)>) -> Self {
    form(.init(fields), isExact: true)
  }

  /// Asks for some fields of a form that a list of pairs names, such as one made at run time; others may be present too.
  @_disfavoredOverload public func form(_ pairs: [(String, String)]) -> Self {
    form(.init(pairs), isExact: false)
  }

  /// Asks for exactly the fields of a form that a list of pairs names, such as one made at run time.
  @_disfavoredOverload public func form(exactly pairs: [(String, String)]) -> Self {
    form(.init(pairs), isExact: true)
  }

  /// Asks for exactly these fields of a form, in any order; a repeated field must be repeated.
  ///
  /// - Parameter fields: The fields; `[:]` for none.
  public func form(exactly fields: KeyValuePairs<String, TextPattern>) -> Self { form(.init(fields), isExact: true) }

  /// Asks for exactly these fields of a form, in any order; a repeated field must be repeated.
  public func form(exactly fields: [URLQueryItem]) -> Self { form(.init(form: fields), isExact: true) }

  func form(_ fields: [PairMatching.Expected], isExact: Bool) -> Self {
    adding(FormCondition(fields: fields, isExact: isExact))
  }
}

/// Fields of an `application/x-www-form-urlencoded` body.
package struct FormCondition: Condition {
  let fields: [PairMatching.Expected]
  let isExact: Bool

  package init(fields: [PairMatching.Expected], isExact: Bool) {
    self.fields = fields
    self.isExact = isExact
  }

  package var readsBody: Bool { true }
  package var problem: String? { fields.lazy.compactMap { $0.value?.problem }.first }

  package func matches(_ request: RequestReader) -> Bool {
    // No body is a form without fields, if the type says that it is a form.
    request.isForm && !(request.body.isEmpty && request.headers["Content-Type"] == nil)
      && PairMatching.matches(
        fields, isExact ? request.form : request.fields(named: fields.map(\.name)), isExact: isExact)
  }

  package func findings(_ request: RequestReader) -> [Finding] {
    if !matches(request), let contradiction = request.contradiction {
      let got = "got \(BodyExcerpt(request.body).text), \(contradiction)"
      var finding = Finding.mismatch(.body, "form", expected: "a form", got: got)
      finding.suspicion = .request
      return [finding]
    }
    guard request.isForm else {
      return [
        .mismatch(
          .body, "form", expected: "a form",
          got: request.headers["Content-Type"].map { "got \($0)" } ?? "there is no content type")
      ]
    }
    guard !request.body.isEmpty || matches(request) else {
      let names = fields.map(\.name).filter { name in request.url.query.contains { $0.name.isSame(as: name) } }
      let hint = names.first.map { "; the query has \($0.quoted)" } ?? ""
      return [.mismatch(.body, "form", expected: "a form", got: "the body is empty\(hint)", isAbsent: true)]
    }
    let findings = PairMatching(fields, request.form).findings(.body, label: "form", isExact: isExact)
    return findings.isEmpty ? [.match(.body, "form", isExact ? "no fields" : "any fields")] : findings
  }

  package var code: String { fields.code(word: "form", isExact: isExact) }

  package func corrected(_ matcher: RequestMatcher, by correction: Correction) -> RequestMatcher {
    guard correction.request.isForm else { return correction.addingJSON(to: matcher) }
    let actual = correction.request.form
    if isExact { return matcher.form(actual.map { .init($0.name, correction.parts.pattern(of: $0)) }, isExact: true) }
    let corrected = PairMatching(fields, actual).corrected(correction.parts.pattern)
    return corrected.isEmpty ? matcher : matcher.form(corrected, isExact: false)
  }

  package func asked(in request: RequestReader) -> [String] {
    guard !request.isForm, case .value(let body) = request.json else { return fields.asked(label: "form") }
    return fields.filter { body[$0.name] != nil }.map { "body $\(JSONPath.step($0.name))" }
  }

  package var identity: JSONValue? { ["form", .bool(isExact), .array(fields.map(\.identity))] }
}
