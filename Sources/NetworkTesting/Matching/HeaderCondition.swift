/// A header field that must have a value, or not be there.
///
/// Repeated fields are one value, joined with a comma, as `URLRequest` holds them.
struct HeaderCondition: Condition {
  let name: String
  let value: TextPattern
  let code: String

  func matches(_ request: RequestReader) -> Bool {
    value.matches(request.request.urlRequest.value(forHTTPHeaderField: name))
  }

  func findings(_ request: RequestReader) -> [Finding] {
    let actual = request.request.urlRequest.value(forHTTPHeaderField: name)
    let expectation = ValueExpectation(value, .init(named: name))
    if matches(request) { return [expectation.match(.header, name, actual)] }
    guard let actual else {
      let near = Similarity.nearest(to: name, in: request.headers.map(\.name))
      return [expectation.mismatch(.header, name, missingWith: near)]
    }
    return [expectation.mismatch(.header, name, got: actual)]
  }
}
