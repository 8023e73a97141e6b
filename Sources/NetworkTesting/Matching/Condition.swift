/// One part of what a matcher asks of a request.
protocol Condition: Sendable {
  /// The code that adds this condition to a matcher, such as `.bearer("12345")`.
  var code: String { get }

  /// The code of a matcher that asks for nothing else, where that is shorter.
  var standaloneCode: String? { get }

  /// Whether a request fulfils the condition.
  func matches(_ request: RequestReader) -> Bool

  /// What is to be said of a request: at least one mismatch if it does not match, none if it does.
  func findings(_ request: RequestReader) -> [Finding]
}

extension Condition {
  var standaloneCode: String? { nil }

  func matches(_ request: RequestReader) -> Bool { findings(request).allSatisfy(\.isMatch) }
}

extension Sequence<any Condition> {
  func matches(_ request: RequestReader) -> Bool { allSatisfy { $0.matches(request) } }

  func findings(_ request: RequestReader) -> [Finding] { flatMap { $0.findings(request) } }

  var code: String { map(\.code).joined() }
}
