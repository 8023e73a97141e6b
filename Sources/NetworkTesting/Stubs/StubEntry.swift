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
