import NetworkSimulation
import NetworkTesting

/// Tasks that nobody structures, as from buttons and push notifications, and actors that are never busy for long.
extension Specimen {
  static let actors = [
    Specimen("A refresh token is used again before its successor is stored", faults: [.busyActors, .slowTasks]) {
      isCorrect in
      let login = Login(isCorrect: isCorrect)
      let tokens = (0..<2).map { number in
        Task {
          try await VirtualClock.simulated.sleep(for: .milliseconds(number * 300))
          return try await login.refresh()
        }
      }
      for token in tokens { try promise(try await token.value != nil, "signed out") }
    },
    Specimen("A cache has the tag of an answer, and its body not yet", faults: [.busyActors, .slowTasks]) { isCorrect in
      let articles = Articles(isCorrect: isCorrect)
      let texts = (0..<2).map { number in
        Task {
          try await VirtualClock.simulated.sleep(for: .milliseconds(number * 300))
          return try await articles.refresh()
        }
      }
      for text in texts { try promise(try await text.value == "text", "shows nothing") }
    },
    Specimen("Two screens look for a running download, and both find none", faults: .busyActors) { isCorrect in
      let downloads = Downloads()
      let screens = (1...2).map { _ in Screen(downloads, isCorrect: isCorrect) }
      let loads = screens.map { screen in Task { try await screen.load() } }
      for load in loads { try await load.value }
      try promise(await downloads.remote.calls(of: "/video") == 1, "downloaded twice")
    },
    Specimen("A badge is read by one call and written by another", faults: .busyActors) { isCorrect in
      let badge = Badge()
      let inboxes = (1...2).map { _ in Inbox(badge, isCorrect: isCorrect) }
      let messages = inboxes.map { inbox in Task { await inbox.messageCame() } }
      for message in messages { await message.value }
      try promise(await badge.count == 2, "counts one message for two")
    },
  ]
}

/// A service that takes each refresh token once.
private actor TokenServer {
  private let remote = Remote()
  private var valid = 0

  func refresh(_ token: Int) async throws -> Int? {
    try await remote.call("/refresh")
    guard token == valid else { return nil }
    valid += 1
    return valid
  }
}

private actor Keychain {
  private(set) var token = 0

  func store(_ token: Int) { self.token = token }
}

/// Lets one refresh run, whose result all get who ask meanwhile.
private actor SingleFlight {
  private var current: Task<Int?, any Error>?

  func run(_ operation: @escaping @Sendable () async throws -> Int?) async throws -> Int? {
    if let current { return try await current.value }
    let task = Task { try await operation() }
    current = task
    defer { current = nil }
    return try await task.value
  }
}

private actor Log {
  private var lines: [String] = []

  func write(_ line: String) { lines.append(line) }
}

private struct Login {
  private let server = TokenServer()
  private let keychain = Keychain()
  private let flight = SingleFlight()
  private let log = Log()
  let isCorrect: Bool

  /// Returns a new token; nil if the service has signed the user out.
  func refresh() async throws -> Int? {
    let token = try await flight.run {
      let token = try await server.refresh(await keychain.token)
      if isCorrect, let token { await keychain.store(token) }
      return token
    }
    if !isCorrect, let token {
      for line in ["new token", "number \(token)"] { await log.write(line) }
      await keychain.store(token)
    }
    return token
  }
}

private actor ArticleServer {
  private let remote = Remote()

  /// Returns the text; nil if the client has the one with this tag.
  func article(unless tag: String) async throws -> String? {
    try await remote.call("/article")
    return tag == "1" ? nil : "text"
  }
}

private actor ArticleCache {
  private(set) var entry = (tag: "", date: "", body: "")

  func store(tag: String) { entry.tag = tag }
  func store(date: String) { entry.date = date }
  func store(body: String) { entry.body = body }
  func store(tag: String, date: String, body: String) { entry = (tag, date, body) }
}

private actor Articles {
  let server = ArticleServer()
  private let cache = ArticleCache()
  private let isCorrect: Bool

  init(isCorrect: Bool) { self.isCorrect = isCorrect }

  func refresh() async throws -> String {
    let entry = await cache.entry
    guard let text = try await server.article(unless: entry.tag) else { return entry.body }
    if isCorrect {
      await cache.store(tag: "1", date: "Monday", body: text)
    } else {
      await cache.store(tag: "1")
      await cache.store(date: "Monday")
      await cache.store(body: text)
    }
    return text
  }
}

private actor Downloads {
  let remote = Remote()
  private var running: Set<String> = []

  func contains(_ name: String) -> Bool { running.contains(name) }
  func add(_ name: String) { running.insert(name) }
  func begins(_ name: String) -> Bool { running.insert(name).inserted }
}

private actor Screen {
  private let downloads: Downloads
  private let isCorrect: Bool

  init(_ downloads: Downloads, isCorrect: Bool) { (self.downloads, self.isCorrect) = (downloads, isCorrect) }

  func load() async throws {
    if isCorrect {
      guard await downloads.begins("video") else { return }
    } else {
      if await downloads.contains("video") { return }
      await downloads.add("video")
    }
    try await downloads.remote.call("/video")
  }
}

private actor Badge {
  private(set) var count = 0

  func store(_ count: Int) { self.count = count }
  func increment() { count += 1 }
}

private actor Inbox {
  private let badge: Badge
  private let isCorrect: Bool

  init(_ badge: Badge, isCorrect: Bool) { (self.badge, self.isCorrect) = (badge, isCorrect) }

  func messageCame() async {
    if isCorrect { return await badge.increment() }
    let count = await badge.count
    await badge.store(count + 1)
  }
}
