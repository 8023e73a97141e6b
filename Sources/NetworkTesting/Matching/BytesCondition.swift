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
    guard !body.isEmpty else {
      return [.mismatch(.body, "body", expected: BodyExcerpt(expected).text, got: "it is empty")]
    }
    let common = Self.commonStart(body, expected)
    return [
      .mismatch(
        .body, "body", expected: BodyExcerpt(expected).text,
        got: "got \(BodyExcerpt(body).text), which differs from byte \(common) on",
        similarity: Double(common) / Double(max(body.count, expected.count)))
    ]
  }

  /// How many bytes are the same from the start.
  private static func commonStart(_ lhs: Data, _ rhs: Data) -> Int {
    lhs.withUnsafeBytes { lhs in
      rhs.withUnsafeBytes { rhs in
        let shortest = min(lhs.count, rhs.count)
        return (0..<shortest).first { lhs[$0] != rhs[$0] } ?? shortest
      }
    }
  }
}
