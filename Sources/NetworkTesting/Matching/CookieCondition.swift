/// A cookie in the `Cookie` header (RFC 6265, section 4.2).
struct CookieCondition: Condition {
  let name: String
  let value: TextPattern

  var code: String { ".cookie(\(name.quoted(limit: nil)), \(value.isMissing ? ".missing" : "\"•••\""))" }

  func matches(_ request: RequestReader) -> Bool {
    let values = request.cookies.filter { $0.name == name }.map { $0.value ?? "" }
    return values.isEmpty ? value.isMissing : values.contains(where: value.matches)
  }

  func findings(_ request: RequestReader) -> [Finding] {
    let label = "cookie \(name)"
    if matches(request) { return [.match(.header, label, value.isMissing ? "missing, as expected" : "•••")] }
    // A cookie's value is a secret more often than not.
    let expected = value.isMissing ? "nothing" : "a value (masked)"
    let names = request.cookies.map(\.name)
    if names.contains(name) {
      return [.mismatch(.header, label, expected: expected, got: "got another value (masked)", similarity: 0.5)]
    }
    let hint = Similarity.nearest(to: name, in: names).map { "; did you mean \($0.quoted())?" } ?? ""
    return [.mismatch(.header, label, expected: expected, got: "missing\(hint)", similarity: hint.isEmpty ? 0 : 0.5)]
  }
}
