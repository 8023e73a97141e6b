extension SeededGenerator {
  /// A number from 0 up to a limit, which is more than 0.
  ///
  /// The standard library does not promise that its ways to get one stay the same, and a printed seed must replay
  /// with the next release of Swift.
  mutating func index(below limit: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(limit)).high)
  }

  /// The same elements in another order.
  mutating func shuffled<Element>(_ elements: [Element]) -> [Element] {
    var elements = elements
    for end in elements.indices.reversed() where end > 0 { elements.swapAt(end, index(below: end + 1)) }
    return elements
  }
}
