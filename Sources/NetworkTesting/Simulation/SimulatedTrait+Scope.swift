import Foundation
public import Testing

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension SimulatedTrait: TestScoping {
  /// Each case has runs of its own.
  public func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? {
    testCase == nil ? nil : self
  }

  /// Runs a case as often as the trait says, up to the first run that fails.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    // An outer trait runs already, and has looked for the one nearest to the test.
    guard SimulationContext.current.order == nil else { return try await function() }
    let nearest = test.traits.lazy.compactMap { $0 as? SimulatedTrait }.last ?? self
    try await nearest.simulate(test, testCase, environment: ProcessInfo.processInfo.environment, function)
  }

  func simulate(
    _ test: Test, _ testCase: Test.Case?, environment: [String: String], _ function: @Sendable () async throws -> Void
  ) async throws {
    let networks = test.traits.compactMap { $0 as? NetworkTrait }
    let plan = try SimulationPlan(settings.seeds, environment: environment)
    var runs = SimulatedRuns(settings: settings)
    for seed in plan.seeds {
      try Task.checkCancellation()
      let number = Int(clamping: seed - plan.seeds.lowerBound) + 1
      let report: @Sendable (SimulatedRun) -> Void = { run in
        let report = SimulationReport(
          run: run, seed: seed, number: number, count: plan.count, replay: ReplayCommand(test))
        Problem(text: report.text, sourceLocation: sourceLocation).record()
        TrafficAttachment.record(run.record.exchanges, sourceLocation: sourceLocation)
      }
      let watch = RunWatch()
      let run = try await runs.run(seed: seed, unless: { watch.hasFailed }) { simulation in
        try await watch.run(test, testCase, discarding: { simulation.isToBeRepeated }) {
          await simulation.run(
            { try await NetworkTrait.provideScopes(of: networks, for: test, testCase: testCase, performing: function) },
            onFailure: { if !simulation.isToBeRepeated { report($0) } }
          )
        }
      }
      // What a body throws that was cancelled says nothing new.
      if run.end != .ended { return }
      if !Task.isCancelled, run.error != nil || watch.hasFailed { report(run) }
      if watch.hasFailed || run.error != nil { return try run.result?.get() ?? () }
    }
  }
}
