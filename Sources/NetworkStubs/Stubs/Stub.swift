/// A rule that answers matching requests, a number of times.
///
/// ```swift
/// .get("/items/latest").bearer("12345").respond(json: Item(title: "Tea"))
/// ```
///
/// Without a count, a stub answers any number of requests; with several answers, as many as it has. On a test or in a transport it
/// is a promise: it fails the test if it is not used. On a suite it is an offer. ``times(_:)-(Int)`` and ``optional()`` override that.
public struct Stub: Sendable {
  package let definition: StubDefinition

  package init(definition: StubDefinition) { self.definition = definition }

  /// Answers exactly this many requests: the next one finds the stub used up, and fewer fail the test.
  ///
  /// - Parameter count: The number of requests; zero or less for a stub that answers nothing.
  public func times(_ count: Int) -> Self { times(count...count) }

  /// Answers a number of requests in a range: one more finds the stub used up, and fewer fail the test.
  ///
  /// - Parameter range: The number of requests, such as `1...3`.
  public func times(_ range: ClosedRange<Int>) -> Self { Self(definition: definition.with(count: RequestCount(range))) }

  /// Answers a number of requests or more; fewer fail the test.
  ///
  /// - Parameter range: The number of requests, such as `1...`.
  public func times(_ range: PartialRangeFrom<Int>) -> Self { times(range.lowerBound...Int.max) }

  /// Answers exactly one request.
  public func once() -> Self { times(1) }

  /// Allows the stub to be used or not.
  public func optional() -> Self { Self(definition: definition.with(isOptional: true)) }

  /// Repeats the last of its answers after the others are used up.
  public func repeatingLast() -> Self { Self(definition: definition.with(repeatsLast: true)) }

  /// Delays its answers, except for answers with their own delay.
  ///
  /// - Parameter duration: The delay, on the transport's clock.
  public func delayed(by duration: Duration) -> Self { delayed(by: .fixed(duration)) }

  /// Delays its answers, except for answers with their own delay.
  public func delayed(by delay: Delay) -> Self { Self(definition: definition.with(delay: delay)) }
}

extension Stub: RequestMatching {}

extension Stub: CustomStringConvertible {
  /// The code of the stub's matcher.
  public var description: String { definition.matcher.description }
}

/// The contents of a stub, shared by its copies: a transport reads them for every request.
package final class StubDefinition: AnsweringStub {
  let matcher: RequestMatcher
  let answers: [Answer]
  /// The number of requests it answers, if specified.
  let count: RequestCount?
  let isOptional: Bool
  let repeatsLast: Bool
  let scenario: ScenarioStep?
  /// Its place in an order; nil for a stub that answers at any time.
  let turn: StubTurn?
  /// The delay of its answers, except for answers with their own delay; nil for the delay of its scope.
  package let delay: Delay?
  package let place: StubPlace

  init(
    matcher: RequestMatcher, answers: [Answer], count: RequestCount? = nil, isOptional: Bool = false,
    repeatsLast: Bool = false, scenario: ScenarioStep? = nil, turn: StubTurn? = nil, delay: Delay? = nil,
    place: StubPlace
  ) {
    self.matcher = matcher
    self.answers = answers
    self.count = count
    self.isOptional = isOptional
    self.repeatsLast = repeatsLast
    self.scenario = scenario
    self.turn = turn
    self.delay = delay
    self.place = place
  }

  /// Returns a copy with some changes.
  package func with(
    count: RequestCount? = nil, isOptional: Bool? = nil, repeatsLast: Bool? = nil, scenario: ScenarioStep? = nil,
    turn: StubTurn? = nil, delay: Delay? = nil, place: StubPlace? = nil
  ) -> StubDefinition {
    StubDefinition(
      matcher: matcher, answers: answers, count: count ?? self.count, isOptional: isOptional ?? self.isOptional,
      repeatsLast: repeatsLast ?? self.repeatsLast, scenario: scenario ?? self.scenario, turn: turn ?? self.turn,
      delay: delay ?? self.delay, place: place ?? self.place)
  }

  /// Whether the requests before decide if it answers: it has a place in a scenario or an order.
  var isInSequence: Bool { scenario != nil || turn != nil }

  /// The most requests it answers; nil for any number.
  package var limit: Int? {
    if let count { return count.range.upperBound == .max ? nil : count.range.upperBound }
    return answers.count > 1 && !repeatsLast ? answers.count : nil
  }

  /// Returns the fewest requests it must answer, depending on whether it is a promise.
  func least(isPromise: Bool) -> Int {
    if isOptional { return 0 }
    return count?.range.lowerBound ?? (isPromise ? answers.count : 0)
  }

  /// Returns the answer to its n-th request, from 0.
  func answer(at use: Int) -> Answer { answers[min(use, answers.count - 1)] }
}

/// The place in the source where a stub was written.
package enum StubPlace: Sendable {
  case line(CodePlace)
  /// An argument of a trait, whose macro hides its line.
  case argument(Int, of: TraitSource)
  /// A recording behind the stubs.
  case recording

  package var code: CodePlace {
    switch self {
    case .line(let place): place
    case .argument(let index, let source): source.argumentLocation(index)
    case .recording: CodePlace()
    }
  }
}

/// A stub in a table, with its uses.
struct StubEntry: Sendable {
  /// That of its definition, with the URL of the first stub of its kind: to find a stub reads little that no cache holds.
  let matcher: RequestMatcher
  let definition: StubDefinition
  /// Whether it must be used.
  let isPromise: Bool
  // Kept beside the matcher and the uses: the definitions of most stubs need not be read.
  let isInSequence: Bool
  private let limit, least: Int
  private(set) var uses = 0
  /// The numbers of the last few requests it answered, if it answers a limited number.
  private(set) var usedBy: [Int] = []
  /// Whether its missing uses have been reported.
  var isUnusedReported = false

  init(_ definition: StubDefinition, _ matcher: RequestMatcher, isPromise: Bool) {
    self.definition = definition
    self.matcher = matcher
    self.isPromise = isPromise
    isInSequence = definition.isInSequence
    limit = definition.limit ?? .max
    least = definition.least(isPromise: isPromise)
  }

  var isUsedUp: Bool { uses >= limit }

  var isFulfilled: Bool { isUnusedReported || uses >= least }

  /// Whether it was used too rarely, or may have a state that nothing leads to.
  var mayBeProblem: Bool { !isFulfilled || isInSequence }

  /// Counts one use.
  mutating func use(by number: Int) {
    uses += 1
    guard limit != .max else { return }
    if usedBy.count == 3 { usedBy.removeFirst() }
    usedBy.append(number)
  }
}

/// A stub that takes a request, and its answer.
///
/// An object, because a request hands it on several times, and each copy would count the references in the answer.
final class TakenStub: Sendable {
  let stub: StubDefinition
  let answer: Answer
  /// The delay of the answer, and its place in the sequence of delays; nil for no time at all.
  let delay: (delay: Delay, index: Int)?

  /// Creates the answer of a stub that took some requests before, in a scope that may have a delay.
  init(_ stub: StubDefinition, use: Int, number: Int, scopeDelay: Delay?) {
    self.stub = stub
    answer = stub.answer(at: use)
    // The innermost delay applies. A sequence belongs to its owner, so that other stubs do not change it.
    if let delay = answer.delay ?? stub.delay {
      self.delay = (delay, use)
    } else {
      delay = scopeDelay.map { ($0, number - 1) }
    }
  }

  /// Creates another answer of the same stub.
  init(_ taken: TakenStub, _ answer: Answer) {
    stub = taken.stub
    delay = taken.delay
    self.answer = answer
  }
}
