/// A stub in a table, with what has become of it.
struct StubEntry: Sendable {
  let definition: StubDefinition
  /// Whether it must be used.
  let isPromise: Bool
  private let limit: Int
  private(set) var uses = 0
  /// The numbers of the last few requests it answered, if it answers only so many.
  private(set) var usedBy: [Int] = []
  /// Whether what it lacks has been said.
  var isDischarged = false

  init(_ definition: StubDefinition, isPromise: Bool) {
    self.definition = definition
    self.isPromise = isPromise
    limit = definition.limit ?? .max
  }

  var isUsedUp: Bool { uses >= limit }

  var isFulfilled: Bool { isDischarged || uses >= definition.least(isPromise: isPromise) }

  /// Counts one use.
  ///
  /// - Parameter number: The request's number.
  mutating func use(by number: Int) {
    uses += 1
    guard limit != .max else { return }
    if usedBy.count == 3 { usedBy.removeFirst() }
    usedBy.append(number)
  }
}

/// A stub that takes a request, and what it gives.
struct TakenStub {
  let stub: StubDefinition
  let answer: Answer
  /// How long the answer takes, and which answer of its row it is; nil for no time at all.
  let delay: (delay: Delay, index: Int)?

  /// - Parameters:
  ///   - stub: The stub.
  ///   - use: How many requests it took before.
  ///   - number: The request's number.
  ///   - scopeDelay: How long answers take in its scope.
  init(_ stub: StubDefinition, use: Int, number: Int, scopeDelay: Delay?) {
    self.stub = stub
    answer = stub.answer(at: use)
    // The nearest wins. A row belongs to whoever has the delay, so that other stubs do not change it.
    if let delay = answer.delay ?? stub.delay {
      self.delay = (delay, use)
    } else {
      delay = scopeDelay.map { ($0, number - 1) }
    }
  }
}
