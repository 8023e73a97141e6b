extension RequestMatcher {
  /// Asks for a host, with any scheme and port.
  ///
  /// - Parameter name: The name or address, in any case, or a pattern, as in `.suffix(".example.com")`.
  public func host(_ name: TextPattern) -> Self {
    adding(OriginCondition(part: .host, value: name))
  }

  /// Asks for a host that is a text, such as a variable.
  @_disfavoredOverload public func host(_ name: String) -> Self { host(.exactly(name)) }

  /// Asks for a scheme.
  ///
  /// - Parameter scheme: The scheme, such as `"https"`, in any case.
  public func scheme(_ scheme: TextPattern) -> Self {
    adding(OriginCondition(part: .scheme, value: scheme))
  }

  /// Asks for a scheme that is a text, such as a variable.
  @_disfavoredOverload public func scheme(_ scheme: String) -> Self { self.scheme(.exactly(scheme)) }

  /// Asks for a port.
  ///
  /// - Parameter port: The port; a URL without one has its scheme's, such as 443.
  public func port(_ port: Int) -> Self { adding(PortCondition(port: port)) }
}

/// The scheme, the host or the port of a URL.
struct OriginCondition: Condition {
  enum Part: String { case scheme, host }

  let part: Part
  package let value: TextPattern
  /// The value as URLs have it: in lower case, and names in Punycode.
  let comparable: TextPattern

  var problem: String? { value.problem }
  var isOfTarget: Bool { true }

  init(part: Part, value: TextPattern) {
    self.part = part
    self.value = value
    comparable = part == .host ? value.lowercased.replacingText(URLParts.asciiHost) : value.lowercased
  }

  func matches(_ request: RequestReader) -> Bool { comparable.matches(actual(request.url)) }

  func findings(_ request: RequestReader) -> [Finding] {
    let expectation = ValueExpectation(value, .shown)
    let actual = actual(request.url)
    if matches(request) { return [expectation.match(.origin, part.rawValue, actual)] }
    guard let actual else { return [expectation.mismatch(.origin, part.rawValue, missing: part.rawValue, near: nil)] }
    return [expectation.mismatch(.origin, part.rawValue, got: actual)]
  }

  private func actual(_ url: URLParts) -> String? {
    switch part {
    case .scheme: url.scheme
    case .host: url.host
    }
  }

  var code: String { ".\(part.rawValue)(\(value.code))" }

  func corrected(_ matcher: RequestMatcher, by correction: Correction) -> RequestMatcher {
    guard let actual = actual(correction.request.url) else { return matcher }
    return switch part {
    case .scheme: matcher.scheme(.exactly(actual))
    case .host: matcher.host(correction.parts.pattern(of: actual))
    }
  }

  var identity: JSONValue? { [.string(part.rawValue), comparable.identity] }
}

/// The port of a URL, including the scheme's default.
struct PortCondition: Condition {
  let port: Int
  var isOfTarget: Bool { true }

  func matches(_ request: RequestReader) -> Bool { request.url.effectivePort == port }

  func findings(_ request: RequestReader) -> [Finding] {
    if matches(request) { return [.match(.origin, "port", "\(port)")] }
    let got = request.url.effectivePort.map { "got \($0)" } ?? "missing"
    return [.mismatch(.origin, "port", expected: "\(port)", got: got)]
  }

  var code: String { ".port(\(port))" }

  func corrected(_ matcher: RequestMatcher, by correction: Correction) -> RequestMatcher {
    correction.request.url.effectivePort.map(matcher.port) ?? matcher
  }

  var identity: JSONValue? { ["port", .integer(port)] }
}
