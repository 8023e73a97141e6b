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
    (self.part, self.value) = (part, value)
    comparable = part == .host ? value.lowercased.replacingText(URLParts.asciiHost) : value.lowercased
  }

  func matches(_ request: RequestReader) -> Bool { comparable.matches(actual(request.url)) }

  package func findings(_ request: RequestReader) -> [Finding] {
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
}

/// The port of a URL, including the scheme's default.
struct PortCondition: Condition {
  package let port: Int
  package var isOfTarget: Bool { true }

  func matches(_ request: RequestReader) -> Bool { request.url.effectivePort == port }

  package func findings(_ request: RequestReader) -> [Finding] {
    if matches(request) { return [.match(.origin, "port", "\(port)")] }
    let got = request.url.effectivePort.map { "got \($0)" } ?? "missing"
    return [.mismatch(.origin, "port", expected: "\(port)", got: got)]
  }
}
