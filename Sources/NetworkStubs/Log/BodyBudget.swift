/// The memory of a log for bodies: those of requests and of answers, and the chunks of streams.
struct BodyBudget {
  /// The most bytes of bodies that are kept whole, all together.
  private static let whole = 268_435_456
  /// The bytes that are kept of each body after that. A shorter one is always kept whole.
  static let part = 65_536

  /// The bytes that are kept.
  private(set) var used = 0

  /// Returns how many bytes of a body, or of its next chunk, are kept.
  ///
  /// - Parameters:
  ///   - count: The number of bytes that have come.
  ///   - kept: The number of bytes of the same body that are kept already.
  func room(for count: Int, after kept: Int = 0) -> Int {
    used + count <= Self.whole ? count : min(count, max(0, Self.part - kept))
  }

  /// Counts bytes that are kept from now on, or no longer, as a negative number.
  mutating func add(_ count: Int) { used += count }
}

extension Exchange {
  /// Records an outcome, its body as far as there is room for it.
  ///
  /// - Parameters:
  ///   - new: The outcome.
  ///   - budget: The memory of the log.
  ///   - isOfStub: Whether its stub keeps the body anyway, so that it costs the log nothing.
  mutating func settle(_ new: Outcome, in budget: inout BodyBudget, isOfStub: Bool) {
    if case .answered(let old) = outcome { budget.add(-old.body.count) }
    outcome = new
    fullBodyCount = nil
    guard !isOfStub, case .answered(var response) = new else { return }
    let count = response.body.count
    let room = budget.room(for: count)
    budget.add(room)
    guard room < count else { return }
    fullBodyCount = count
    // Copied, or the rest would stay in memory with it.
    response.body = Data(response.body.prefix(room))
    outcome = .answered(response)
  }

  /// Adds a chunk to the body of the answer, as far as there is room for it.
  mutating func add(_ chunk: Data, in budget: inout BodyBudget) {
    guard case .answered(var response) = outcome else { return }
    // No piece is added after one that was left out.
    let room = fullBodyCount == nil ? budget.room(for: chunk.count, after: response.body.count) : 0
    if room < chunk.count { fullBodyCount = (fullBodyCount ?? response.body.count) + chunk.count }
    guard room > 0 else { return }
    budget.add(room)
    // The exchange releases the body first, or each chunk would copy it.
    outcome = .pending
    response.append(room < chunk.count ? Data(chunk.prefix(room)) : chunk)
    outcome = .answered(response)
  }
}
