extension RequestMatcher {
  /// Asks for a header field.
  ///
  /// - Parameters:
  ///   - name: The field's name, in any case.
  ///   - value: The pattern of its value, by default anything; `nil` or `.missing` for a field that must be absent.
  public func header(_ name: String, _ value: TextPattern? = .anything) -> Self {
    adding(HeaderCondition(name: name, value: value ?? .missing))
  }

  /// Asks for a header field with the text of a value, such as a variable.
  ///
  /// - Parameters:
  ///   - name: The name of the field, in any case.
  ///   - value: The value, whose text the field must have.
  @_disfavoredOverload public func header(_ name: String, _ value: some LosslessStringConvertible) -> Self {
    header(name, .exactly("\(value)"))
  }

  /// Asks for a bearer token in `Authorization` ([RFC 6750](https://www.rfc-editor.org/rfc/rfc6750)).
  ///
  /// - Parameter token: The token.
  public func bearer(_ token: AccessToken) -> Self {
    let value = TextPattern.exactly("Bearer \(token.rawValue)")
    return adding(HeaderCondition(name: "Authorization", value: value, shorthand: ".bearer(\"•••\")"))
  }

  /// Asks for any bearer token in `Authorization`.
  public func bearer() -> Self { adding(HeaderCondition.anyBearer) }

  /// Asks for a bearer token in `Authorization` that is a text, such as a variable.
  @_disfavoredOverload public func bearer(_ token: String) -> Self { bearer(AccessToken(token)) }

  /// Asks for basic credentials in `Authorization` ([RFC 7617](https://www.rfc-editor.org/rfc/rfc7617)).
  ///
  /// - Parameters:
  ///   - user: The user name.
  ///   - password: The password.
  public func basicAuth(user: String, password: String) -> Self {
    let credentials = Data("\(user):\(password)".utf8).base64EncodedString()
    return adding(
      HeaderCondition(
        name: "Authorization", value: .exactly("Basic \(credentials)"),
        shorthand: ".basicAuth(user: \(user.swiftLiteral), password: \"•••\")"))
  }
}

/// A header field that must have a value, or must be absent.
///
/// Repeated fields are one value, joined with a comma, as `URLRequest` holds them.
package struct HeaderCondition: Condition {
  let name: String
  let value: TextPattern
  /// The code of a word that says the same in fewer words, such as `.bearer("•••")`.
  private let shorthand: String?

  package init(name: String, value: TextPattern, shorthand: String? = nil) {
    self.name = name
    self.value = value
    self.shorthand = shorthand
  }

  /// Any bearer token.
  fileprivate static let anyBearer = Self(
    name: "Authorization", value: .prefix("Bearer "), shorthand: ".bearer()")

  package var problem: String? {
    name.isToken ? value.problem : "\(name.quoted) is not a field's name: write .header(\"Name\", \"value\")"
  }

  private var isAnyBearer: Bool { shorthand != nil && shorthand == Self.anyBearer.shorthand }

  package func matches(_ request: RequestReader) -> Bool {
    let actual = request.request.urlRequest.value(forHTTPHeaderField: name)
    if value.matches(actual) || isAnyBearer && actual?.isBearer == true { return true }
    guard let actual, let expected = value.exactText, name.lowercased().hasSuffix("authorization") else { return false }
    return actual.hasSameCredentials(as: expected)
  }

  package func findings(_ request: RequestReader) -> [Finding] {
    let actual = request.request.urlRequest.value(forHTTPHeaderField: name)
    let expectation = ValueExpectation(isAnyBearer ? .exactly("Bearer \(Secrets.mask)") : value, .init(named: name))
    if matches(request) { return [expectation.match(.header, name, actual)] }
    guard let actual else {
      let near = Similarity.nearest(to: name, in: request.headers.map(\.name))
      if near == nil, isOfSession(request) {
        return [
          .mismatch(
            .header, name, expected: expectation.expectation,
            got: "missing: a session adds it on the way if the request names none", isAbsent: true)
        ]
      }
      return [expectation.mismatch(.header, name, missing: name, near: near)]
    }
    if name.lowercased() == "content-type", actual == "application/x-www-form-urlencoded", request.json.problem == nil {
      let got = "got \(actual.quoted), which a session adds if the request names none"
      var finding = Finding.mismatch(.header, name, expected: expectation.expectation, got: got, similarity: 0.5)
      finding.suspicion = .request
      return [finding]
    }
    return [entityTagFinding(actual) ?? expectation.mismatch(.header, name, got: actual)]
  }

  /// Returns the finding about an [entity tag](https://www.rfc-editor.org/rfc/rfc9110#section-8.8.3) that has quotation marks on one
  /// side only; nil for others.
  private func entityTagFinding(_ actual: String) -> Finding? {
    guard ["if-match", "if-none-match", "if-range"].contains(name.lowercased()), let expected = value.exactText else {
      return nil
    }
    let isOfRequest = expected == actual.swiftLiteral
    guard isOfRequest || actual == expected.swiftLiteral else { return nil }
    let note =
      isOfRequest
      ? "without the quotation marks around it, in which an entity tag stands"
      : "in the quotation marks in which an entity tag stands: write them in the stub too"
    var finding = Finding.mismatch(
      .header, name, expected: Secrets.masked(expected).quoted, got: "got \(Secrets.masked(actual).quoted), \(note)",
      similarity: 0.9)
    finding.suspicion = isOfRequest ? .request : nil
    return finding
  }

  /// Whether it is a field that a session adds by itself, after the request was seen here.
  private func isOfSession(_ request: RequestReader) -> Bool {
    switch name.lowercased() {
    case "user-agent", "accept", "accept-encoding", "accept-language", "connection", "host", "content-length": true
    case "content-type": request.method == "POST" && !request.body.isEmpty
    default: false
    }
  }

  package var code: String {
    shorthand ?? ".header(\(name.swiftLiteral)\(value.isAnything ? "" : ", \(value.code(named: name))"))"
  }

  package func corrected(_ matcher: RequestMatcher, by correction: Correction) -> RequestMatcher {
    guard let value = correction.request.headers[name] else { return matcher }
    guard Secrets.isSensitive(name) else { return matcher.header(name, correction.parts.pattern(of: value)) }
    guard let end = value.firstIndex(of: " "), name.lowercased().hasSuffix("authorization") else {
      return matcher.header(name)
    }
    // The scheme is not a secret.
    if name.lowercased() == "authorization", value.isBearer { return matcher.bearer() }
    let scheme = TextPattern.prefix(String(value[...end]))
    return matcher.adding(
      HeaderCondition(name: name, value: scheme, shorthand: ".header(\(name.swiftLiteral), \(scheme.code))"))
  }

  package func asked(in request: RequestReader) -> [String] {
    if value.isAnything || isAnyBearer { return [] }
    // Of a token or a password, only the scheme may be left.
    if case .prefix(let start) = value.storage, Secrets.isSensitive(name), start.hasSuffix(" ") { return [] }
    return [name]
  }

  package var isOfHead: Bool { true }
  // Any bearer token is written in any case, which its pattern doesn't say.
  package var identity: JSONValue? {
    ["header", .string(name.lowercased()), isAnyBearer ? "any bearer" : value.identity]
  }
}

extension String {
  /// Whether it is a bearer token with its scheme.
  fileprivate var isBearer: Bool { lowercased().hasPrefix("bearer ") }

  /// Returns whether credentials are equal, with the scheme
  /// [compared without case](https://www.rfc-editor.org/rfc/rfc9110#section-11.1).
  fileprivate func hasSameCredentials(as other: String) -> Bool {
    guard let end = firstIndex(of: " "), let otherEnd = other.firstIndex(of: " ") else { return false }
    return self[..<end].lowercased() == other[..<otherEnd].lowercased()
      && String(self[end...]).isSame(as: String(other[otherEnd...]))
  }
}
