extension VirtualClock {
  /// When the next of those who sleep wakes.
  var nextDeadline: Instant? {
    contents.withLock { $0.next?.deadline }
  }

  /// Moves the time to an instant and gives back whoever slept until then, still asleep.
  func removeSleepers(at instant: Instant) -> [Sleeper] {
    contents.withLock { contents in
      contents.now = max(contents.now, instant)
      return contents.removeDueSleepers()
    }
  }
}
