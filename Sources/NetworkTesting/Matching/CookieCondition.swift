import NetworkEndpoints

/// A cookie in the `Cookie` header ([RFC 6265, section 4.2](https://www.rfc-editor.org/rfc/rfc6265#section-4.2)).
struct CookieCondition: Condition {
  let name: String
  let value: TextPattern

  var code: String {
    // A cookie's value is a secret more often than not.
    let argument = value.isAnything ? "" : ", \(value.code(.masked))"
    return ".cookie(\(name.quoted(limit: nil))\(argument))"
  }

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
      let near = Similarity.nearest(to: name, in: request.cookies.map(\.name))
      return [expectation.mismatch(.header, label, missingWith: near)]
    }
    return [expectation.mismatch(.header, label, got: first)]
  }

  private func values(in request: RequestReader) -> [String] {
    request.cookies.filter { $0.name == name }.map { $0.value ?? "" }
  }
}
