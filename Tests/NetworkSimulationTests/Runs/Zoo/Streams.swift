import NetworkSimulation
import NetworkTesting

extension Specimen {
  static let streams = [
    Specimen("A signal between looking and waiting is lost") { isCorrect in
      let event = Event(isCorrect: isCorrect)
      try await together({ try await event.wait() }, { await event.signal() })
    },
    Specimen("What happens between the snapshot and the subscription is missed") { isCorrect in
      let feed = LiveFeed()
      try await together(
        {
          let seen = try await feed.follow(subscribingFirst: isCorrect)
          try promise(seen, "missed an event")
        },
        { await feed.publish() })
    },
    Specimen("A poller that is stopped and started again runs twice") { isCorrect in
      let poller = Poller(isCorrect: isCorrect)
      await poller.start()
      try await VirtualClock.simulated.sleep(for: .milliseconds(100))
      await poller.stop()
      await poller.start()
      try await VirtualClock.simulated.sleep(for: .seconds(3))
      let loops = await poller.activeLoops
      await poller.stop()
      try await VirtualClock.simulated.sleep(for: .seconds(3))
      try promise(loops <= 1, "\(loops) loops")
    },
    Specimen("Each keystroke searches, since the one before is not cancelled") { isCorrect in
      let search = Debounced(isCorrect: isCorrect)
      await search.type("s")
      try await VirtualClock.simulated.sleep(for: .milliseconds(250))
      await search.type("swift")
      await search.finish()
      try promise(await search.shown == "swift", "shows \(await search.shown)")
    },
  ]
}

private actor Event {
  private let remote = Remote()
  private let isCorrect: Bool
  private var isSet = false
  private var waiting: Signal?

  init(isCorrect: Bool) { self.isCorrect = isCorrect }

  func wait() async throws {
    if isSet { return }
    try await remote.call("/subscribe")
    if isCorrect, isSet { return }
    let signal = Signal()
    waiting = signal
    await signal.wait()
  }

  func signal() {
    isSet = true
    waiting?.fire()
    waiting = nil
  }
}

private actor LiveFeed {
  private let remote = Remote()
  private var count = 0
  private var isSubscribed = false
  private var wasToldOfEvent = false

  func publish() async {
    _ = try? await remote.call("/publish")
    count += 1
    if isSubscribed { wasToldOfEvent = true }
  }

  /// Whether everything that has happened by now is known.
  func follow(subscribingFirst: Bool) async throws -> Bool {
    if subscribingFirst { isSubscribed = true }
    let known = count
    try await remote.call("/snapshot")
    isSubscribed = true
    return known == count || wasToldOfEvent
  }
}

private actor Poller {
  private let remote = Remote()
  private let isCorrect: Bool
  private var isRunning = false
  private var round = 0
  private(set) var activeLoops = 0

  init(isCorrect: Bool) { self.isCorrect = isCorrect }

  func start() {
    isRunning = true
    round += 1
    let mine = round
    activeLoops += 1
    Task {
      while isRunning, !isCorrect || mine == round {
        _ = try? await remote.call("/poll")
        try? await VirtualClock.simulated.sleep(for: .seconds(1))
      }
      activeLoops -= 1
    }
  }

  func stop() { isRunning = false }
}

private actor Debounced {
  private let remote = Remote()
  private let isCorrect: Bool
  private(set) var shown = ""
  private var tasks: [Task<Void, Never>] = []

  init(isCorrect: Bool) { self.isCorrect = isCorrect }

  func type(_ text: String) {
    if isCorrect { tasks.last?.cancel() }
    tasks.append(
      Task {
        try? await VirtualClock.simulated.sleep(for: .milliseconds(300))
        guard !Task.isCancelled, let hits = try? await remote.call("/search", sending: text), !Task.isCancelled else {
          return
        }
        shown = hits
      })
  }

  func finish() async { for task in tasks { await task.value } }
}
