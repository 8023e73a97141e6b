/// A stub in a table, with what has become of it.
struct StubEntry: Sendable {
  let stub: Stub
  /// Whether it must be used.
  let isPromise: Bool
  /// The numbers of the requests it answered, the last few of them.
  private(set) var usedBy: [Int] = []
  private(set) var uses = 0
  /// Whether what it lacks has been said.
  var isDischarged = false

  init(_ stub: Stub, isPromise: Bool) {
    self.stub = stub
    self.isPromise = isPromise
  }

  var isUsedUp: Bool { stub.limit.map { uses >= $0 } ?? false }

  var isFulfilled: Bool { isDischarged || uses >= stub.least(isPromise: isPromise) }

  /// Counts one use.
  ///
  /// - Parameter number: The request's number.
  mutating func use(by number: Int) -> Answer {
    defer { uses += 1 }
    if stub.limit != nil {
      if usedBy.count == 3 { usedBy.removeFirst() }
      usedBy.append(number)
    }
    return stub.answer(at: uses)
  }
}
