/// The changes of a recording as barriers: an exchange that was recorded after a change answers only after it, and one from before
/// it no more.
struct ChangeBarriers: Sendable {
  /// The use of an exchange from before a change that has come.
  static let past = -1

  /// Whether each exchange may have changed something at the service; empty if there are no barriers.
  private let isChange: [Bool]
  private let changes: [Int]
  /// The place in `changes` before which all have come.
  private var firstMissing = 0
  /// The exchanges before this one are used, past, or changes.
  private var passedCount = 0

  /// Creates the barriers of a recording.
  ///
  /// - Parameters:
  ///   - entries: Its exchanges.
  ///   - isActive: Whether its changes are barriers.
  init(_ entries: [HAR.Entry], isActive: Bool) {
    isChange = isActive ? entries.map { !HTTPMethod(rawValue: $0.request.method).isSafe && !$0.isUnreadable } : []
    changes = isChange.indices.filter { [isChange] in isChange[$0] }
  }

  /// Returns the first change that has to come before an exchange; nil if there is none.
  ///
  /// A change itself waits for no other.
  func missingChange(before number: Int, _ uses: [Int?]) -> Int? {
    guard !isChange.isEmpty, !isChange[number], let change = changes[firstMissing...].first(where: { uses[$0] == nil })
    else { return nil }
    return change < number ? change : nil
  }

  /// Leaves the exchanges behind that were recorded before a change, as it has come.
  mutating func pass(_ number: Int, _ uses: inout [Int?]) {
    guard !isChange.isEmpty, isChange[number] else { return }
    while passedCount < number {
      if uses[passedCount] == nil, !isChange[passedCount] { uses[passedCount] = Self.past }
      passedCount += 1
    }
    while firstMissing < changes.count, uses[changes[firstMissing]] != nil { firstMissing += 1 }
  }
}

extension RecordingIndex {
  /// Returns the first change that has to come before an unused exchange; nil if there is none.
  func missingChange(before number: Int) -> Int? {
    uses[number] == nil ? barriers.missingChange(before: number, uses) : nil
  }

  /// Returns the reason why the order of changes keeps an exchange from answering; nil for none.
  func barrier(of number: Int) -> String? {
    if let change = missingChange(before: number) {
      return "\(shown(number)) was recorded after \(shown(change)), which has not been sent yet."
    }
    guard uses.contains(ChangeBarriers.past) else { return nil }
    return "every exchange that matches is used up, or was recorded before a change that has already been sent."
  }

  /// Returns the number of an exchange with its method and URL.
  func shown(_ number: Int) -> String { "#\(number + 1) \(entries[number].title)" }
}
