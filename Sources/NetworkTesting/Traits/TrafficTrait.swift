/// A trait that checks what a test has sent when it ends.
///
/// ```swift
/// @Suite(.traffic(.requests(atMost: 8), .noRepeats, .nothingLeftRunning))
/// struct CartTests { … }
/// ```
///
/// It checks the test's network and the transports that the test creates: mock, suspended, replaying and recording ones, also those
/// of mocked sessions and servers. It checks each run of a simulation by itself. If two traits have rules of the same kind, the
/// nearer trait's rule counts. An unanswered request suppresses the rules. See <doc:Traffic>.
public struct TrafficTrait: InheritedTrait {
  let rules: [TrafficRule]
  let sourceLocation: SourceLocation

  /// Makes each breach a warning, which fails no test.
  public func warns() -> Self { Self(rules: rules.map { $0.warns() }, sourceLocation: sourceLocation) }
}

extension Trait where Self == TrafficTrait {
  /// Checks rules on what each case of a test, or each test of a suite, sends.
  ///
  /// - Parameters:
  ///   - rules: The rules.
  ///   - sourceLocation: The location of issues.
  public static func traffic(_ rules: TrafficRule..., sourceLocation: SourceLocation = #_sourceLocation) -> Self {
    Self(rules: rules, sourceLocation: sourceLocation)
  }
}

extension TrafficTrait: SimulatedScoping {
  /// Runs a case, then checks what it has sent.
  package func provideScopeOfRun(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let watch = TrafficWatch(for: rules.map(\.kind))
    // One that an outer trait has made.
    if let network = AmbientNetwork.current.transport as? any RememberingTransport { watch.add(network.log) }
    let result = await Result { try await TrafficWatch.$current.withValue(watch) { try await function() } }
    let traffic = watch.take().map(Traffic.init)
    for rule in rules where !watch.isReplaced(rule.kind) {
      // A test that threw, or was cancelled, did not reach the end of its requests.
      if !result.isComplete, rule.kind == ".nothingLeftRunning" { continue }
      guard let text = rule.text(about: traffic, in: test.displayName ?? test.name) else { continue }
      if rule.isWarning {
        Problem.warn(text, at: CodePlace(sourceLocation))
      } else {
        Problem(text: text, sourceLocation: sourceLocation).record()
      }
    }
    try result.get()
  }
}
