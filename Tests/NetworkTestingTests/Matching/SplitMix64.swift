/// A small generator whose numbers depend on nothing but its seed.
///
/// See [Steele, Lea, Flood: Fast splittable pseudorandom number generators](https://doi.org/10.1145/2660193.2660195).
struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int(next() % UInt64(elements.count))]
  }

  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

  mutating func list<Element>(_ count: ClosedRange<Int>, _ make: (inout Self) -> Element) -> [Element] {
    (0..<number(count)).map { _ in make(&self) }
  }
}
