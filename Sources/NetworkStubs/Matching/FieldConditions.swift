/// A header field that must have a value, or must be absent.
///
/// Repeated fields are one value, joined with a comma, as `URLRequest` holds them.
package struct HeaderCondition: Condition {
  package let name: String
  package let value: TextPattern

  package init(name: String, value: TextPattern) { (self.name, self.value) = (name, value) }

  package var problem: String? {
    name.isToken ? value.problem : "\(name.quoted) is not a field's name: write .header(\"Name\", \"value\")"
  }

  package func matches(_ request: RequestReader) -> Bool {
    let actual = request.request.urlRequest.value(forHTTPHeaderField: name)
    if value.matches(actual) { return true }
    guard let actual, let expected = value.exactText, name.lowercased().hasSuffix("authorization") else { return false }
    return actual.hasSameCredentials(as: expected)
  }

  package func findings(_ request: RequestReader) -> [Finding] {
    let actual = request.request.urlRequest.value(forHTTPHeaderField: name)
    let expectation = ValueExpectation(value, .init(named: name))
    if matches(request) { return [expectation.match(.header, name, actual)] }
    guard let actual else {
      let near = Similarity.nearest(to: name, in: request.headers.map(\.name))
      return [expectation.mismatch(.header, name, missing: name, near: near)]
    }
    return [expectation.mismatch(.header, name, got: actual)]
  }
}

extension String {
  /// Whether it may be a method or the name of a field ([RFC 9110, section 5.6.2](https://www.rfc-editor.org/rfc/rfc9110#section-5.6.2)).
  var isToken: Bool { !isEmpty && utf8.allSatisfy(\.isTokenByte) }

  /// Returns whether credentials are equal, with the scheme
  /// [compared without case](https://www.rfc-editor.org/rfc/rfc9110#section-11.1).
  fileprivate func hasSameCredentials(as other: String) -> Bool {
    guard let end = firstIndex(of: " "), let otherEnd = other.firstIndex(of: " ") else { return false }
    return self[..<end].lowercased() == other[..<otherEnd].lowercased()
      && String(self[end...]).isSame(as: String(other[otherEnd...]))
  }
}

/// Query items that must be present, in any order; or exactly the items present.
package struct QueryCondition: Condition {
  let items: [PairMatching.Expected]
  let isExact: Bool

  package init(items: [PairMatching.Expected], isExact: Bool) { (self.items, self.isExact) = (items, isExact) }

  package var isOfTarget: Bool { true }

  package var problem: String? { items.lazy.compactMap { $0.value?.problem }.first }

  package func matches(_ request: RequestReader) -> Bool {
    PairMatching.matches(items, request.url.query, isExact: isExact)
  }

  package func findings(_ request: RequestReader) -> [Finding] {
    let findings = PairMatching(items, request.url.query).findings(.query, label: "query", isExact: isExact)
    return findings.isEmpty ? [.match(.query, "query", isExact ? "no items" : "any items")] : findings
  }
}

/// Fields of an `application/x-www-form-urlencoded` body.
package struct FormCondition: Condition {
  let fields: [PairMatching.Expected]
  let isExact: Bool

  package init(fields: [PairMatching.Expected], isExact: Bool) { (self.fields, self.isExact) = (fields, isExact) }

  package var problem: String? { fields.lazy.compactMap { $0.value?.problem }.first }

  package func matches(_ request: RequestReader) -> Bool {
    // No body is a form without fields, if the type says that it is a form.
    request.isForm && !(request.body.isEmpty && request.headers["Content-Type"] == nil)
      && PairMatching.matches(fields, request.form, isExact: isExact)
  }

  package func findings(_ request: RequestReader) -> [Finding] {
    guard request.isForm else {
      return [
        .mismatch(
          .body, "form", expected: "a form",
          got: request.headers["Content-Type"].map { "got \($0)" } ?? "there is no content type")
      ]
    }
    guard !request.body.isEmpty || matches(request) else {
      return [.mismatch(.body, "form", expected: "a form", got: "the body is empty")]
    }
    let findings = PairMatching(fields, request.form).findings(.body, label: "form", isExact: isExact)
    return findings.isEmpty ? [.match(.body, "form", isExact ? "no fields" : "any fields")] : findings
  }
}

/// A cookie in the `Cookie` header ([RFC 6265, section 4.2](https://www.rfc-editor.org/rfc/rfc6265#section-4.2)).
struct CookieCondition: Condition {
  package let name: String
  package let value: TextPattern

  var problem: String? { value.problem }

  func matches(_ request: RequestReader) -> Bool {
    let values = values(in: request)
    return values.isEmpty ? value.isMissing : values.contains(where: value.matches)
  }

  package func findings(_ request: RequestReader) -> [Finding] {
    let label = "cookie \(name)"
    let expectation = ValueExpectation(value, .masked)
    let values = values(in: request)
    if matches(request) { return [expectation.match(.header, label, values.first)] }
    guard let first = values.first else {
      let near = Similarity.nearest(to: name, in: request.cookies.map(\.name))
      return [expectation.mismatch(.header, label, missing: name, near: near)]
    }
    return [expectation.mismatch(.header, label, got: first)]
  }

  private func values(in request: RequestReader) -> [String] {
    request.cookies.filter { $0.name.isSame(as: name) }.map { $0.value ?? "" }
  }
}
