import Foundation

/// A body that is exactly these bytes.
struct BytesCondition: Condition {
  let expected: Data
  let code: String

  func matches(_ request: RequestReader) -> Bool { request.body == expected }

  func findings(_ request: RequestReader) -> [Finding] {
    let body = request.body
    if body == expected { return [.match(.body, "body", "\(body.count) bytes")] }
    guard !body.isEmpty else { return [.mismatch(.body, "body", expected: Self.shown(expected), got: "it is empty")] }
    let common = zip(body, expected).prefix { $0 == $1 }.count
    return [
      .mismatch(
        .body, "body", expected: Self.shown(expected),
        got: "got \(Self.shown(body)); they differ from byte \(common) on",
        similarity: Double(common) / Double(max(body.count, expected.count)))
    ]
  }

  private static func shown(_ data: Data) -> String {
    let start = String(data: data.prefix(40), encoding: .utf8).map { $0.quoted() }
    return start.map { "\($0) (\(data.count) bytes)" } ?? "\(data.count) bytes"
  }
}
