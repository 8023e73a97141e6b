extension VirtualClock {
  /// Moves the time to the next deadline and wakes whoever slept until then, in an order of the caller's choosing.
  ///
  /// - Parameter order: Gives back the sleepers in another order.
  /// - Returns: Whether anybody slept.
  func wakeNext(order: ([Sleeper]) -> [Sleeper]) -> Bool {
    let woken = contents.withLock { contents in
      guard let deadline = contents.sleepers.first?.deadline else { return [Sleeper]() }
      contents.now = max(contents.now, deadline)
      return contents.removeDueSleepers()
    }
    for sleeper in order(woken) { sleeper.continuation.resume() }
    return !woken.isEmpty
  }
}
