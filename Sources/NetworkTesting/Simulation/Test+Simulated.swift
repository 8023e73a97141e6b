import Testing

extension Test {
  /// Whether a trait simulates it.
  var isSimulated: Bool {
    guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return false }
    return traits.contains { $0 is SimulatedTrait }
  }
}
