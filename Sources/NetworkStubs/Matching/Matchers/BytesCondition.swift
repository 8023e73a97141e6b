extension RequestMatcher {
  /// Asks for a body that is exactly these bytes.
  ///
  /// - Parameter data: The bytes.
  public func body(_ data: Data) -> Self {
    adding(BytesCondition(expected: data))
  }
}

/// A body that is exactly these bytes.
package struct BytesCondition: Condition {
  let expected: Data

  package init(expected: Data) { self.expected = expected }

  // A test of compression expects the bytes as sent.
  package func matches(_ request: RequestReader) -> Bool {
    request.body == expected || request.request.body == expected
  }

  package func findings(_ request: RequestReader) -> [Finding] {
    let body = request.body
    if matches(request) { return [.match(.body, "body", body.count.counted("byte"))] }
    guard !expected.isEmpty else { return [.mismatch(.body, "body", "not expected, got \(BodyExcerpt(body).text)")] }
    guard !body.isEmpty else {
      return [.mismatch(.body, "body", expected: BodyExcerpt(expected).text, got: "got nothing")]
    }
    let common = body.commonStart(with: expected)
    return [
      .mismatch(
        .body, "body", expected: BodyExcerpt(expected).text,
        got: "got \(BodyExcerpt(body).text), which differs from byte \(common) on",
        similarity: Double(common) / Double(max(body.count, expected.count)))
    ]
  }

  package var code: String {
    guard let text = String(data: expected, encoding: .utf8) else {
      return ".body(Data(base64Encoded: \(expected.base64EncodedString().swiftLiteral)) ?? Data())"
    }
    return ".body(Data(\(Secrets.masked(text).swiftLiteral).utf8))"
  }

  package var identity: JSONValue? { ["bytes", .string(expected.base64EncodedString())] }
}
