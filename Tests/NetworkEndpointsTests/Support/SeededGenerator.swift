/// A generator whose values are the same for the same seed (SplitMix64), so that a failing case can be run again.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Text of up to twelve scalars, rich in those that mean something in URLs, headers and JSON.
  mutating func text() -> String {
    let length = Int.random(in: 0...12, using: &self)
    return (0..<length).reduce(into: "") { text, _ in
      text.unicodeScalars.append(Self.scalars.randomElement(using: &self) ?? "x")
    }
  }

  private static let scalars = Array(
    "aZ09 %+&=?#/;:@[]{}\"'\\\n\r\t\0-._~*!$(),|^`<>é\u{301}日🧮\u{7F}\u{200B}".unicodeScalars)
}
