/// Random numbers that are the same for the same seed on every machine, for simulated runs, delays and the package's tests.
///
/// Source: SplitMix64, by Sebastiano Vigna, in the [public domain](https://prng.di.unimi.it/splitmix64.c).
package struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  /// Creates the generator of one of many independent sequences.
  init(seed: UInt64, index: Int) {
    var seeds = Self(seed: seed)
    state = seeds.next() ^ (UInt64(truncatingIfNeeded: index) &* 0x9E37_79B9_7F4A_7C15)
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Returns a number from 0 up to, but not including, 1.
  mutating func nextFraction() -> Double { Double(next() >> 11) / Double(UInt64(1) << 53) }

  /// Returns a number from 0 up to, but not including, a limit, which is more than 0.
  ///
  /// The standard library does not promise that its algorithms stay the same, and a printed seed must replay with the next
  /// release of Swift.
  package mutating func index(below limit: Int) -> Int { Int(next().multipliedFullWidth(by: UInt64(limit)).high) }
}
