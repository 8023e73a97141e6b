import Foundation

/// A body that is exactly these bytes.
struct BytesCondition: Condition {
  let expected: Data

  var code: String {
    let text = String(data: expected, encoding: .utf8)
    return text.map { ".body(Data(\(MaskedText.masked($0).quoted(limit: nil)).utf8))" }
      ?? ".body(Data(base64Encoded: \(expected.base64EncodedString().quoted(limit: nil))) ?? Data())"
  }

  func matches(_ request: RequestReader) -> Bool { request.body == expected }

  func findings(_ request: RequestReader) -> [Finding] {
    let body = request.body
    if body == expected { return [.match(.body, "body", counted(body.count, "byte"))] }
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
}
