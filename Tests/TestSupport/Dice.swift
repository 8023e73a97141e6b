/// Numbers that are drawn the same for the same seed on every machine, so that a test that fails can be repeated.
///
/// The tests' own: with another generator for simulated runs, they still draw the same.
///
/// Source: SplitMix64, by Sebastiano Vigna, in the [public domain](https://prng.di.unimi.it/splitmix64.c).
package struct Dice: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Returns a number from 0 up to, but not including, a limit, which is more than 0.
  package mutating func index(below limit: Int) -> Int { Int(next().multipliedFullWidth(by: UInt64(limit)).high) }

  package mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

  package mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int(next() % UInt64(elements.count))]
  }

  package mutating func list<Element>(_ count: ClosedRange<Int>, _ make: (inout Self) -> Element) -> [Element] {
    (0..<number(count)).map { _ in make(&self) }
  }
}
