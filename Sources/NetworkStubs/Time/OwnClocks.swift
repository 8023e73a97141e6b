/// The virtual clocks that tests have made, for the text about a test that moves one clock while its code sleeps on another.
final class OwnClocks: Sendable {
  static let shared = OwnClocks()

  private struct Entry {
    weak var clock: VirtualClock?
    /// Its test, whose name is made for a text only.
    let home: any Harness
    let number: Int
  }

  private struct Contents {
    var entries: [ObjectIdentifier: Entry] = [:]
    var last = 0
  }

  private let contents = Guarded(Contents())

  /// Adds a clock, which calls `remove(_:)` at its end: thousands of tests may have one at once.
  func add(_ clock: VirtualClock) {
    contents.withLock { contents in
      contents.last += 1
      contents.entries[ObjectIdentifier(clock)] = Entry(clock: clock, home: clock.home, number: contents.last)
    }
  }

  func remove(_ clock: VirtualClock) {
    // Its test is let go of outside of the lock.
    _ = contents.withLock { $0.entries.removeValue(forKey: ObjectIdentifier(clock)) }
  }

  /// A sentence about a clock that the current test has moved in vain, while its code slept on another; nil if there is none.
  var remarkOnSeveral: String? { remarkOnSeveral(of: DefaultHarness.current.testName) }

  /// The same sentence about the clocks of a test.
  func remarkOnSeveral(of test: String) -> String? {
    guard !test.isEmpty else { return nil }
    // Clocks of other tests are not kept, not even for a moment: their ends count.
    let own = contents.withLock { $0.entries.values }.filter { $0.home.testName == test }
    let clocks = own.sorted { $0.number < $1.number }.compactMap(\.clock)
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
