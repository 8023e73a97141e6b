/// A state of a scenario: a text, or the state in which every scenario begins.
public struct ScenarioState: Hashable, Sendable {
  /// The name; nil for the start.
  package let name: String?

  /// A state with a name.
  ///
  /// - Parameter name: The name.
  public init(_ name: String) { self.name = name }

  private init() { name = nil }

  /// The state in which every scenario begins.
  public static let start = Self()
}

extension ScenarioState: ExpressibleByStringLiteral, CustomStringConvertible {
  /// A state with a name.
  public init(stringLiteral value: String) { self.init(value) }
  /// The name in quotation marks, or "its start".
  public var description: String { name?.quoted ?? "its start" }
}

/// A stub's place in a scenario.
package struct ScenarioStep: Hashable, Sendable {
  package let name: String
  package let state: ScenarioState
  let next: ScenarioState?
}

extension Stub {
  /// Belongs to a scenario: answers only in one state, and may move to another.
  ///
  /// ```swift
  /// .get("/cart").respond(json: []).scenario("cart"),
  /// .post("/cart").respond(status: 201).scenario("cart", then: "full"),
  /// .get("/cart").respond(json: ["tea"]).scenario("cart", in: "full"),
  /// .delete("/cart").respond(status: 204).scenario("cart", in: "full", then: .start),
  /// ```
  ///
  /// A test moves a scenario with `setScenario(_:to:)` of its transport.
  ///
  /// - Parameters:
  ///   - name: The scenario's name.
  ///   - state: The state in which the stub answers.
  ///   - next: The state after the answer; nil to stay.
  public func scenario(_ name: String, in state: ScenarioState = .start, then next: ScenarioState? = nil) -> Self {
    Self(definition: definition.with(scenario: ScenarioStep(name: name, state: state, next: next)))
  }

  /// Belongs to a scenario whose states are texts, such as variables.
  ///
  /// - Parameters:
  ///   - name: The name of the scenario.
  ///   - state: The state in which the stub answers.
  ///   - next: The state after its answer; nil for the same.
  @_disfavoredOverload public func scenario(_ name: String, in state: String, then next: String?) -> Self {
    scenario(name, in: ScenarioState(state), then: next.map { ScenarioState($0) })
  }

  /// Belongs to a scenario, and moves it to a state that is a text, such as a variable.
  ///
  /// - Parameters:
  ///   - name: The name of the scenario.
  ///   - state: The state in which the stub answers.
  ///   - next: The state after its answer; nil for the same.
  @_disfavoredOverload
  public func scenario(_ name: String, in state: ScenarioState = .start, then next: String?) -> Self {
    scenario(name, in: state, then: next.map { ScenarioState($0) })
  }

  /// Belongs to a scenario, and answers in a state that is a text, such as a variable.
  ///
  /// - Parameters:
  ///   - name: The name of the scenario.
  ///   - state: The state in which the stub answers.
  ///   - next: The state after its answer; nil for the same.
  @_disfavoredOverload public func scenario(_ name: String, in state: String, then next: ScenarioState? = nil) -> Self {
    scenario(name, in: ScenarioState(state), then: next)
  }
}

extension [Stub] {
  /// Stubs that answer only in this order: each after its predecessor has answered as often as required, and not again after its
  /// successor has.
  ///
  /// ```swift
  /// @Test(.network(.ordered(.post("/login").respond(status: 204), .get("/me").respond(json: ["name": "Ada"]))))
  /// ```
  ///
  /// - Parameter stubs: The stubs, first to last; one that is `optional()` may be skipped.
  public static func ordered(_ stubs: Stub...) -> Self {
    let order = StubOrder()
    return stubs.enumerated().map { index, stub in
      Stub(definition: stub.definition.with(turn: StubTurn(order: order, index: index)))
    }
  }
}

/// An identity shared by the stubs of one order.
final class StubOrder: Sendable {}

/// A stub's place in an order.
package struct StubTurn: Sendable {
  let order: StubOrder
  let index: Int
}

/// The progress of a transport's scenarios and orders.
struct ScenarioStates {
  private var states: [String: ScenarioState] = [:]
  /// The last stub of an order that answered.
  private var turns: [ObjectIdentifier: Int] = [:]
  private(set) var setByHand: Set<String> = []

  subscript(name: String) -> ScenarioState { states[name] ?? .start }

  /// Moves a scenario by hand.
  mutating func set(_ name: String, to state: ScenarioState) {
    states[name] = state
    setByHand.insert(name)
  }

  /// Returns the reason why a stub does not answer now; nil if it may.
  func blocker(for stub: StubDefinition, in order: (StubOrder) -> [StubEntry]) -> Blocker? {
    if let step = stub.scenario, self[step.name] != step.state { return .state(step, is: self[step.name]) }
    guard let turn = stub.turn else { return nil }
    let last = turns[ObjectIdentifier(turn.order)] ?? 0
    if let later = order(turn.order).first(where: { $0.definition.turn?.index == last }), turn.index < last {
      return .after(later.definition)
    }
    let missing = order(turn.order).first { entry in
      guard let index = entry.definition.turn?.index, (last..<turn.index).contains(index) else { return false }
      return entry.uses < entry.definition.least(isPromise: true)
    }
    return missing.map { .before($0.definition) }
  }

  /// A reason why a stub does not answer.
  enum Blocker {
    case state(ScenarioStep, is: ScenarioState)
    /// A predecessor has not answered yet.
    case before(StubDefinition)
    /// A successor has answered already.
    case after(StubDefinition)
  }

  /// Moves the scenario and the order of a stub that answers.
  mutating func move(by stub: StubDefinition) {
    if let step = stub.scenario, let next = step.next { states[step.name] = next }
    if let turn = stub.turn { turns[ObjectIdentifier(turn.order)] = turn.index }
  }
}
