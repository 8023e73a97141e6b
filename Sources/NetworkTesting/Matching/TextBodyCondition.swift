import Foundation

/// A body whose text looks like a pattern.
struct TextBodyCondition: Condition {
  let pattern: TextPattern

  var code: String { ".body(text: \(pattern.code))" }

  func matches(_ request: RequestReader) -> Bool {
    pattern.matches(request.body.isEmpty ? nil : String(decoding: request.body, as: UTF8.self))
      || (request.body.isEmpty && pattern.exactText == "")
  }

  func findings(_ request: RequestReader) -> [Finding] {
    guard !matches(request) else { return [.match(.body, "body", "\(request.body.count) bytes of text")] }
    guard !request.body.isEmpty else {
      return [.mismatch(.body, "body", expected: pattern.expectation, got: "it is empty")]
    }
    let start = String(decoding: request.body.prefix(200), as: UTF8.self)
    return [
      .mismatch(
        .body, "body", expected: pattern.expectation, got: "got \(start.quoted())",
        similarity: pattern.similarity(to: start))
    ]
  }
}
