@testable import NetworkTesting

extension NetworkTrait {
  /// Runs a body as if it were the current test, in this network.
  func run(isOnSuite: Bool = false, _ body: @escaping @Sendable () async throws -> Void) async throws {
    if isOnSuite { suites.addCurrent() }
    try await provideScope(for: try #require(Test.current), testCase: nil, performing: body)
  }
}
