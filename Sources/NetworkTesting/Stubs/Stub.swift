/// Which requests are answered, with what, and how often.
///
/// ```swift
/// .get("/items/latest").bearer("12345").respond(json: Item(title: "Tea"))
/// ```
///
/// A stub on a test or in a transport is a promise: it fails the test if it is not used. A stub on a suite is an offer.
/// ``times(_:)`` and ``optional()`` say otherwise.
public struct Stub: Sendable {
  let definition: StubDefinition

  /// Answers exactly so many requests: the next one is told that the stub is used up, and fewer fail the test.
  ///
  /// - Parameter count: How many; below 1 is as 0, a stub that answers nothing.
  public func times(_ count: Int) -> Self {
    let count = max(0, count)
    return Self(definition: definition.with(count: definition.count == .optional ? .atMost(count) : .exactly(count)))
  }

  /// Answers exactly one request.
  public var once: Self { times(1) }

  /// May be used, or not.
  public func optional() -> Self {
    if case .exactly(let limit) = definition.count { return Self(definition: definition.with(count: .atMost(limit))) }
    return Self(definition: definition.with(count: .optional))
  }

  /// Goes on with the last of its answers when the others are used up.
  public func repeatingLast() -> Self {
    Self(definition: definition.with(repeatsLast: true))
  }

  /// Takes its time with its answers, but for those that have a delay of their own.
  ///
  /// - Parameter duration: How long, on the transport's clock.
  public func delayed(by duration: Duration) -> Self { delayed(by: .fixed(duration)) }

  /// Takes its time with its answers, but for those that have a delay of their own.
  ///
  /// - Parameter delay: How long, on the transport's clock.
  public func delayed(by delay: Delay) -> Self {
    Self(definition: definition.with(delay: delay))
  }

  /// Belongs to a scenario: answers only in a state, and may move on to another.
  ///
  /// ```swift
  /// .get("/cart").respond(json: []).scenario("cart"),
  /// .post("/cart").respond(status: 201).scenario("cart", then: "full"),
  /// .get("/cart").respond(json: ["tea"]).scenario("cart", in: "full"),
  /// ```
  ///
  /// - Parameters:
  ///   - name: The scenario's name.
  ///   - state: The state in which the stub answers; nil for the state at the start.
  ///   - next: The state after the answer; nil to stay.
  public func scenario(_ name: String, in state: String? = nil, then next: String? = nil) -> Self {
    Self(definition: definition.with(scenario: ScenarioStep(name: name, state: state, next: next)))
  }
}

extension Stub: RequestMatching {}

extension Stub: CustomStringConvertible {
  /// The code of the stub's matcher.
  public var description: String { definition.matcher.description }
}
