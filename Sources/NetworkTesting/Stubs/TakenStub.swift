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
