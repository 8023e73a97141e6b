import Testing

/// What a stub says, in one place that copies of the stub share: a transport reads it for every request.
final class StubDefinition: Sendable {
  let matcher: RequestMatcher
  let answers: [Answer]
  let count: StubCount
  let repeatsLast: Bool
  let scenario: ScenarioStep?
  /// How long its answers take that do not say so themselves; nil for as long as its scope says.
  let delay: Delay?
  let place: StubPlace

  init(
    matcher: RequestMatcher, answers: [Answer], count: StubCount = .unstated, repeatsLast: Bool = false,
    scenario: ScenarioStep? = nil, delay: Delay? = nil, place: StubPlace
  ) {
    self.matcher = matcher
    self.answers = answers
    self.count = count
    self.repeatsLast = repeatsLast
    self.scenario = scenario
    self.delay = delay
    self.place = place
  }

  /// The same with some of it changed.
  func with(
    count: StubCount? = nil, repeatsLast: Bool? = nil, scenario: ScenarioStep? = nil, delay: Delay? = nil,
    place: StubPlace? = nil
  ) -> StubDefinition {
    StubDefinition(
      matcher: matcher, answers: answers, count: count ?? self.count, repeatsLast: repeatsLast ?? self.repeatsLast,
      scenario: scenario ?? self.scenario, delay: delay ?? self.delay, place: place ?? self.place)
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
    answers[min(use, answers.count - 1)]
  }
}

/// How often a stub is used.
enum StubCount: Hashable, Sendable {
  case unstated
  case exactly(Int)
  case optional
  case atMost(Int)
}

/// A stub's place in a scenario.
struct ScenarioStep: Hashable, Sendable {
  let name: String
  let state: String?
  let next: String?
}

/// Where a stub was written.
enum StubPlace: Sendable {
  case line(SourceLocation)
  /// An argument of a trait, whose macro hides its line.
  case argument(Int, of: TraitSource)

  var sourceLocation: SourceLocation {
    switch self {
    case .line(let location): location
    case .argument(let index, let source): source.argumentLocation(index)
    }
  }
}
