extension VirtualClock {
  /// A time on a ``VirtualClock``, counted from when the clock was made.
  public struct Instant: InstantProtocol, Hashable, Sendable {
    /// How far it is from the beginning.
    public var offset: Duration

    /// Makes an instant.
    ///
    /// - Parameter offset: How far it is from the beginning.
    public init(offset: Duration = .zero) {
      self.offset = offset
    }

    /// The instant that is so much later.
    ///
    /// - Parameter duration: How much later.
    /// - Returns: The later instant.
    public func advanced(by duration: Duration) -> Self {
      Self(offset: offset + duration)
    }

    /// How much later another instant is.
    ///
    /// - Parameter other: The other instant.
    /// - Returns: The time between the two; negative if the other is earlier.
    public func duration(to other: Self) -> Duration {
      other.offset - offset
    }

    /// Whether one instant is before another.
    ///
    /// - Parameters:
    ///   - left: An instant.
    ///   - right: Another instant.
    /// - Returns: Whether the first is earlier.
    public static func < (left: Self, right: Self) -> Bool {
      left.offset < right.offset
    }
  }
}

extension VirtualClock.Instant: CustomStringConvertible {
  /// The seconds from the beginning.
  public var description: String { offset.inWords }
}
