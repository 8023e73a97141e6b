import Foundation

extension RequestMatcher {
  /// Asks for a header field.
  ///
  /// - Parameters:
  ///   - name: The field's name, in any case.
  ///   - value: What its value must look like; `.missing` for a field that must not be there.
  public func header(_ name: String, _ value: TextPattern) -> Self {
    let code = ".header(\(name.quoted(limit: nil)), \(value.code(named: name)))"
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
    let code = ".basicAuth(user: \(user.quoted(limit: nil)), password: \"•••\")"
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
