import Foundation
public import NetworkEndpoints

extension RequestMatcher {
  /// Asks for a header field.
  ///
  /// - Parameters:
  ///   - name: The field's name, in any case.
  ///   - value: What its value must look like; `.missing` for a field that must not be there.
  public func header(_ name: String, _ value: TextPattern) -> Self {
    let code = ".header(\(name.swiftLiteral), \(value.code(named: name)))"
    return adding(HeaderCondition(name: name, value: value, code: code))
  }

  /// Asks for a bearer token in `Authorization` ([RFC 6750](https://www.rfc-editor.org/rfc/rfc6750)).
  ///
  /// - Parameter token: The token.
  public func bearer(_ token: AccessToken) -> Self {
    let value = TextPattern.exactly("Bearer \(token.rawValue)")
    return adding(HeaderCondition(name: "Authorization", value: value, code: ".bearer(\"•••\")"))
  }

  /// Asks for basic credentials in `Authorization` ([RFC 7617](https://www.rfc-editor.org/rfc/rfc7617)).
  ///
  /// - Parameters:
  ///   - user: The user name.
  ///   - password: The password.
  public func basicAuth(user: String, password: String) -> Self {
    let credentials = Data("\(user):\(password)".utf8).base64EncodedString()
    let code = ".basicAuth(user: \(user.swiftLiteral), password: \"•••\")"
    return adding(HeaderCondition(name: "Authorization", value: .exactly("Basic \(credentials)"), code: code))
  }

  /// Asks for a cookie.
  ///
  /// - Parameters:
  ///   - name: The cookie's name, with case.
  ///   - value: What its value must look like; `.missing` for a cookie that must not be there.
  public func cookie(_ name: String, _ value: TextPattern = .anything) -> Self {
    adding(CookieCondition(name: name, value: value))
  }
}

extension RequestMatcher {
  /// Asks for a query item; others may be there too.
  ///
  /// - Parameters:
  ///   - name: The item's name.
  ///   - value: Its value, decoded: `+` and `%20` are both a space. `nil` is an item without a value, which is not `""`.
  public func query(_ name: String, _ value: TextPattern?) -> Self {
    let code = ".query(\(name.swiftLiteral), \(value.code(named: name)))"
    return adding(QueryCondition(items: [.init(name, value)], isExact: false, code: code))
  }

  /// Asks for some query items, in any order; others may be there too, and a repeated item must be repeated.
  ///
  /// - Parameter items: The items.
  public func query(_ items: KeyValuePairs<String, TextPattern?>) -> Self {
    let items = items.map(PairMatching.Expected.init)
    return adding(QueryCondition(items: items, isExact: false, code: ".query(\(items.code))"))
  }

  /// Asks for exactly these query items, in any order; a repeated item must be repeated.
  ///
  /// - Parameter items: The items; `[:]` for none.
  public func query(exactly items: KeyValuePairs<String, TextPattern?>) -> Self {
    let items = items.map(PairMatching.Expected.init)
    return adding(QueryCondition(items: items, isExact: true, code: ".query(exactly: \(items.code))"))
  }
}

extension [PairMatching.Expected] {
  /// The code of a literal of the pairs, secrets masked.
  var code: String {
    let pairs = map { "\($0.name.swiftLiteral): \($0.value.code(named: $0.name))" }
    return "[\(pairs.isEmpty ? ":" : pairs.joined(separator: ", "))]"
  }
}
