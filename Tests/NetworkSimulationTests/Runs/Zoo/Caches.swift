import NetworkSimulation
import NetworkTesting

extension Specimen {
  static let caches = [
    Specimen("A cache loads twice what two callers ask for at once") { isCorrect in
      let cache = ImageCache(isCorrect: isCorrect)
      try await together({ _ = try await cache.image() }, { _ = try await cache.image() })
      try promise(await cache.remote.calls(of: "/image") == 1, "loaded twice")
    },
    Specimen("A value that is made when first used is made twice, and the two differ") { isCorrect in
      let store = LazyStore(isCorrect: isCorrect)
      async let first = store.connection()
      async let second = store.connection()
      try promise(try await first == second, "two connections")
    },
    Specimen("A load that began before the cache was emptied fills it again") { isCorrect in
      let cache = EmptiedCache(isCorrect: isCorrect)
      try await together({ try await cache.load() }, { await cache.empty() })
      try promise(await !cache.isStale, "shows what was thrown away")
    },
    Specimen("A time-out does not keep the late answer out") { isCorrect in
      let loader = TimedLoader(isCorrect: isCorrect)
      await loader.load(within: .milliseconds(300))
      let shown = await loader.text
      try await VirtualClock.simulated.sleep(for: .seconds(5))
      try promise(await loader.text == shown, "changed after it was given up")
    },
    Specimen("An entry is used before its set-up has ended") { isCorrect in
      let database = Database(isCorrect: isCorrect)
      await database.open()
      try promise(try await database.read() == "ready", "read before it was set up")
    },
  ]
}

private actor ImageCache {
  let remote = Remote()
  private let isCorrect: Bool
  private var image_: String?
  private var loading: Task<String, any Error>?

  init(isCorrect: Bool) { self.isCorrect = isCorrect }

  func image() async throws -> String {
    if let image_ { return image_ }
    if isCorrect, let loading { return try await loading.value }
    let task = Task { [remote] in try await remote.call("/image", sending: "pixels") }
    loading = task
    let image = try await task.value
    image_ = image
    return image
  }
}

private actor LazyStore {
  private let remote = Remote()
  private let isCorrect: Bool
  private var connection_: Int?
  private var made = 0

  init(isCorrect: Bool) { self.isCorrect = isCorrect }

  func connection() async throws -> Int {
    if let connection_ { return connection_ }
    try await remote.call("/connect")
    // What another caller has made meanwhile is used.
    if isCorrect, let connection_ { return connection_ }
    made += 1
    connection_ = made
    return made
  }
}

private actor EmptiedCache {
  private let remote = Remote()
  private let isCorrect: Bool
  private var generation = 0
  private var loaded: Int?

  init(isCorrect: Bool) { self.isCorrect = isCorrect }

  var isStale: Bool { loaded.map { $0 != generation } ?? false }

  func load() async throws {
    let mine = generation
    try await remote.call("/items")
    if isCorrect, mine != generation { return }
    loaded = mine
  }

  func empty() {
    generation += 1
    loaded = nil
  }
}

private actor TimedLoader {
  private let remote = Remote()
  private let isCorrect: Bool
  private(set) var text = "loading"
  private var isOver = false

  init(isCorrect: Bool) { self.isCorrect = isCorrect }

  func load(within limit: Duration) async {
    let load = Task {
      let answer = try? await remote.call("/text", sending: "late")
      if isCorrect, isOver { return }
      if let answer { show(answer) }
    }
    let clock = VirtualClock.simulated
    try? await clock.sleep(for: limit)
    if text == "loading" { text = "gave up" }
    isOver = true
    _ = load
  }

  private func show(_ answer: String) { text = answer }
}

private actor Database {
  private let remote = Remote()
  private let isCorrect: Bool
  private var content = "empty"
  private var opening: Task<Void, Never>?

  init(isCorrect: Bool) { self.isCorrect = isCorrect }

  func open() {
    opening = Task {
      _ = try? await remote.call("/set-up")
      content = "ready"
    }
  }

  func read() async throws -> String {
    if isCorrect { await opening?.value }
    try await remote.call("/read")
    return content
  }
}
