extension RequestMatcher {
  /// Asks for a cookie.
  ///
  /// - Parameters:
  ///   - name: The cookie's name, with case.
  ///   - value: The pattern of its value, by default anything; `.missing` for a cookie that must be absent.
  public func cookie(_ name: String, _ value: TextPattern = .anything) -> Self {
    adding(CookieCondition(name: name, value: value))
  }

  /// Asks for a cookie with the text of a value, such as a variable.
  ///
  /// - Parameters:
  ///   - name: The name of the cookie.
  ///   - value: The value, whose text the cookie must have.
  @_disfavoredOverload public func cookie(_ name: String, _ value: some LosslessStringConvertible) -> Self {
    cookie(name, .exactly("\(value)"))
  }
}

/// A cookie in the `Cookie` header ([RFC 6265, section 4.2](https://www.rfc-editor.org/rfc/rfc6265#section-4.2)).
struct CookieCondition: Condition {
  let name: String
  let value: TextPattern

  var problem: String? { value.problem }

  func matches(_ request: RequestReader) -> Bool {
    let values = values(in: request)
    return values.isEmpty ? value.isMissing : values.contains(where: value.matches)
  }

  func findings(_ request: RequestReader) -> [Finding] {
    let label = "cookie \(name)"
    let expectation = ValueExpectation(value, .masked)
    let values = values(in: request)
    if matches(request) { return [expectation.match(.header, label, values.first)] }
    guard let first = values.first else {
      if let joined = request.cookies.first(where: { $0.hidesCookie(named: name) }) {
        var finding = Finding.mismatch(
          .header, label,
          "is a part of the value of \(joined.name): fields that addValue(_:forHTTPHeaderField:) adds are joined with a "
            + "comma, and a server reads one cookie. Set one field, as in \"a=1; b=2\"")
        finding.phrase = .predicate
        return [finding]
      }
      let near = Similarity.nearest(to: name, in: request.cookies.map(\.name))
      return [expectation.mismatch(.header, label, missing: name, near: near)]
    }
    return [expectation.mismatch(.header, label, got: first)]
  }

  private func values(in request: RequestReader) -> [String] {
    request.cookies.filter { $0.name.isSame(as: name) }.map { $0.value ?? "" }
  }

  // A cookie's value is usually a secret.
  var code: String { ".cookie(\(name.swiftLiteral)\(value.isAnything ? "" : ", \(value.code(.masked))"))" }

  func corrected(_ matcher: RequestMatcher, by correction: Correction) -> RequestMatcher {
    correction.request.cookies.contains { $0.name.isSame(as: name) } ? matcher.cookie(name) : matcher
  }

  func asked(in request: RequestReader) -> [String] { value.isAnything ? [] : ["cookie \(name)"] }

  var isOfHead: Bool { true }
  var identity: JSONValue? { ["cookie", .string(name), value.identity] }
}

extension QueryPair {
  /// Whether a cookie of a name is in the value, after a comma.
  fileprivate func hidesCookie(named name: String) -> Bool {
    (value ?? "").split(separator: ",").dropFirst().contains { part in
      part.split(separator: "=", maxSplits: 1).first?.trimmingCharacters(in: .whitespaces) == name
    }
  }
}
