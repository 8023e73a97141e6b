/// Something in which code may wait without a limit: a clock, a call that the test has to answer, a closure.
package protocol Watched: AnyObject, Sendable {
  /// Numbers that change with each progress; nil if nothing waits.
  var progress: [Int]? { get }

  /// Says what waits, and ends that wait if it can be ended.
  func endWait()
}

/// A watch that ends a silent wait: it speaks up after ten seconds of real time without progress.
///
/// It looks once a second. Each look first lets the tasks that are ready have some turns, so that on a busy machine it is later than
/// the code that it watches: slowness alone fails no test.
package final class WaitWatch: Sendable {
  /// The interval between two looks.
  @TaskLocal package static var interval = Duration.seconds(1)
  /// The number of looks without progress. Two more than ten, so that a test's own wait of ten seconds ends first.
  package static let patience = 12

  private struct State {
    var isOn = false
    var progress: [Int]?
    /// The number of looks since the last progress.
    var looks = 0
    var timer: Int?
  }

  private let interval: Duration
  private let patience: Int
  private let state = Guarded(State())

  /// - Parameters:
  ///   - interval: The interval between two looks.
  ///   - patience: The number of looks without progress after which it speaks up.
  package init(interval: Duration = WaitWatch.interval, patience: Int = WaitWatch.patience) {
    self.interval = interval
    self.patience = patience
  }

  /// Begins to look, unless it does already. It stops by itself when nothing waits any more.
  package func begin(for subject: some Watched) {
    let isNew = state.withLock { state in
      defer { state.isOn = true }
      if !state.isOn { state.progress = nil }
      return !state.isOn
    }
    if isNew { lookLater(at: subject) }
  }

  /// Stops looking.
  package func end() {
    let timer = state.withLock { state in
      state.isOn = false
      return state.timer
    }
    if let timer { RealTime.shared.cancel(timer) }
  }

  private func lookLater(at subject: some Watched) {
    let timer = RealTime.shared.run(at: .now + interval) { [weak self, weak subject] in
      guard let self, let subject else { return }
      // One look alone is for a test that has failed already, and needs no turns.
      if patience == 1 { return look(at: subject) }
      Task.detached {
        await Self.grantTurns()
        self.look(at: subject)
      }
    }
    state.withLock { $0.timer = timer }
  }

  /// Lets tasks that are ready run first, on the pool and on the main queue, which a program may not serve.
  private static func grantTurns() async {
    await RealTime.grantTurns()
    let turn = CallbackState()
    DispatchQueue.main.async { turn.call {} }
    await TimeLimit(duration: .seconds(1), clock: ContinuousClock()).waitForEnd(of: turn, isolation: nil)
  }

  /// Looks once, and looks again later if something waits.
  package func look(at subject: some Watched) {
    let progress = subject.progress
    let (goesOn, isOver) = state.withLock { state in
      guard state.isOn, let progress else {
        state.isOn = false
        return (false, false)
      }
      state.looks = state.progress == progress ? state.looks + 1 : 0
      state.progress = progress
      defer { if state.looks >= patience { state.looks = 0 } }
      return (true, state.looks >= patience)
    }
    if isOver { subject.endWait() }
    if goesOn {
      lookLater(at: subject)
    } else if subject.progress != nil {
      // It began to wait after this look, and found the watch still on.
      begin(for: subject)
    }
  }
}
