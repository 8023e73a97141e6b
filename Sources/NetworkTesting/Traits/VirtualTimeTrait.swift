/// A trait that gives each test case a clock whose time moves only when the test moves it.
///
/// ```swift
/// @Test(.virtualTime, .network(.get("/slow").respond(json: 1).delayed(by: .seconds(30))))
/// func slow() async throws {
///   let clock = try #require(VirtualClock.current)
///   async let answer = EndpointLoader().load(endpoint: .slow)
///   try await clock.waitForSleepers(1)
///   clock.advance(by: .seconds(30))
///   #expect(try await answer == 1)
/// }
/// ```
///
/// The clock is ``/NetworkStubs/VirtualClock/current``, and that of the transports created for the test.
public struct VirtualTimeTrait: TestTrait, SuiteTrait, TestScoping {
  /// Whether the tests of a suite inherit the trait, always true.
  public var isRecursive: Bool { true }

  /// Runs a case with its clock.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    // The suite has it as well.
    guard VirtualClock.current == nil else { return try await function() }
    let clock = VirtualClock()
    // The traits may be written in any order.
    MockTransport.ambient?.engine.use(clock)
    try await SessionLeases.end { try await VirtualClock.$current.withValue(clock) { try await function() } }
  }
}

extension Trait where Self == VirtualTimeTrait {
  /// Gives each case of a test or suite a ``/NetworkStubs/VirtualClock``, on which the answers of its network take their time.
  public static var virtualTime: Self { Self() }
}
