/// The virtual clocks that tests have made, for the text about a test that moves one clock while its code sleeps on another.
final class OwnClocks: Sendable {
  static let shared = OwnClocks()

  private struct Entry {
    weak var clock: VirtualClock?
    let test: String
  }

  private let entries = Guarded<[Entry]>([])

  func add(_ clock: VirtualClock) {
    let test = clock.home.testName
    entries.withLock { entries in
      // Most have ended with their tests.
      if entries.count >= 64 { entries.removeAll { $0.clock == nil } }
      entries.append(Entry(clock: clock, test: test))
    }
  }

  /// A sentence about a clock that the current test has moved in vain, while its code slept on another; nil if there is none.
  var remarkOnSeveral: String? { remarkOnSeveral(of: DefaultHarness.current.testName) }

  /// The same sentence about the clocks of a test.
  func remarkOnSeveral(of test: String) -> String? {
    guard !test.isEmpty else { return nil }
    // Clocks of other tests are not kept, not even for a moment: their ends count.
    let clocks = entries.withLock { $0 }.filter { $0.test == test }.compactMap(\.clock)
    guard clocks.count > 1 else { return nil }
    let uses = clocks.map(\.use)
    guard let moved = uses.first(where: { $0.isMoved && !$0.hasSleepers }) else { return nil }
    for use in uses where !use.isMoved {
      guard let deadline = use.deadlines.first ?? use.lastCancelled else { continue }
      return """
        This test moved one virtual clock to \(moved.now), and a task slept until \(deadline) on another, which is at \(use.now): \
        give the code under test the clock that the test moves.
        """
    }
    return nil
  }
}
