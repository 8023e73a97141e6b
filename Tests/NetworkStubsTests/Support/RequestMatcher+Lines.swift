@testable import NetworkStubs

extension RequestMatcher {
  /// The lines of a failure text without those for method and path.
  func conditionLines(_ request: ReceivedRequest) -> [String] {
    conditions.findings(RequestReader(request)).map { "\($0.isMatch ? "✓" : "✗") \($0.label): \($0.detail)" }
  }
}
