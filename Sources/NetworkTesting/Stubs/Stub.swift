import Testing

/// Which requests are answered, with what, and how often.
///
/// ```swift
/// .get("/items/latest").bearer("12345").respond(json: Item(title: "Tea"))
/// ```
///
/// A stub on a test or in a transport is a promise: it fails the test if it is not used. A stub on a suite is an offer.
/// ``times(_:)`` and ``optional()`` say otherwise.
public struct Stub: Sendable {
  let matcher: RequestMatcher
  let answers: [Answer]
  private let givenLocation: SourceLocation
  private var trait: (source: TraitSource, index: Int)?
  private(set) var count: UseCount = .unstated
  private(set) var repeatsLast = false
  private(set) var scenario: ScenarioStep?

  init(_ matcher: RequestMatcher, answers: [Answer], sourceLocation: SourceLocation) {
    self.matcher = matcher
    self.answers = answers
    givenLocation = sourceLocation
  }

  /// The line it was written on.
  var sourceLocation: SourceLocation { trait.map { $0.source.argumentLocation($0.index) } ?? givenLocation }

  /// The stub as an argument of a trait, whose macro hides its line.
  func argument(_ index: Int, of source: TraitSource) -> Self {
    var copy = self
    copy.trait = (source, index)
    return copy
  }

  /// How often a stub is used.
  enum UseCount: Hashable, Sendable {
    case unstated
    case exactly(Int)
    case optional
    case atMost(Int)
  }

  /// Answers exactly so many requests: the next one is told that the stub is used up, and fewer fail the test.
  ///
  /// - Parameter count: How many; below 1 is as 0, a stub that answers nothing.
  public func times(_ count: Int) -> Self {
    var copy = self
    copy.count = self.count == .optional ? .atMost(max(0, count)) : .exactly(max(0, count))
    return copy
  }

  /// Answers exactly one request.
  public var once: Self { times(1) }

  /// May be used, or not.
  public func optional() -> Self {
    var copy = self
    if case .exactly(let limit) = count { copy.count = .atMost(limit) } else { copy.count = .optional }
    return copy
  }

  /// Goes on with the last of its answers when the others are used up.
  public func repeatingLast() -> Self {
    var copy = self
    copy.repeatsLast = true
    return copy
  }

  /// Belongs to a scenario: answers only in a state, and may move on to another.
  ///
  /// ```swift
  /// .get("/cart").respond(json: []).scenario("cart", then: nil),
  /// .post("/cart").respond(status: 201).scenario("cart", then: "full"),
  /// .get("/cart").respond(json: ["tea"]).scenario("cart", in: "full"),
  /// ```
  ///
  /// - Parameters:
  ///   - name: The scenario's name.
  ///   - state: The state in which the stub answers; nil for the state at the start.
  ///   - next: The state after the answer; nil to stay.
  public func scenario(_ name: String, in state: String? = nil, then next: String? = nil) -> Self {
    var copy = self
    copy.scenario = ScenarioStep(name: name, state: state, next: next)
    return copy
  }

  /// The most requests it answers; nil for any number.
  var limit: Int? {
    switch count {
    case .exactly(let limit), .atMost(let limit): limit
    case .unstated, .optional: answers.count > 1 && !repeatsLast ? answers.count : nil
    }
  }

  /// The fewest requests it must answer, given whether it is a promise.
  func least(isPromise: Bool) -> Int {
    switch count {
    case .exactly(let count): count
    case .optional, .atMost: 0
    case .unstated: isPromise ? answers.count : 0
    }
  }

  /// The answer to its n-th request, from 0.
  func answer(at use: Int) -> Answer {
    answers[Swift.min(use, answers.count - 1)]
  }
}

/// A stub's place in a scenario.
struct ScenarioStep: Hashable, Sendable {
  let name: String
  let state: String?
  let next: String?
}

extension Stub: RequestMatching {}

extension Stub: CustomStringConvertible {
  /// The code of the stub's matcher.
  public var description: String { matcher.description }
}
