import NetworkSimulation
import NetworkStubs
import TestSupport

/// A client that refreshes its tokens, wrong in a way that projects have been, and its corrected twin.
struct TokenRace: Sendable, CustomTestStringConvertible {
  let name: String
  /// Uses the client, corrected or not, and verifies the service.
  let use: @Sendable (_ isCorrect: Bool) async throws -> Void

  var testDescription: String { name }

  static let all = [noCoalescing, retryPath, timer, wiping, twoClients, cancelled]

  private static let noCoalescing = TokenRace(name: "no coalescing") { isCorrect in
    let device = Device()
    try await device.together(isCorrect ? device.shared : device.alone, "/me", "/feed")
  }

  private static let retryPath = TokenRace(name: "refresh through the retry path") { isCorrect in
    let device = Device()
    // What takes too long is sent again, with the token that the service has already spent.
    let hasty: Device.Refresh = { _ in
      do { return try await device.renew(within: 0.3) } catch { return try await device.renew() }
    }
    try await device.together(isCorrect ? device.shared : hasty, "/me")
  }

  private static let timer = TokenRace(name: "a timer and a 401 at once") { isCorrect in
    let device = Device(access: "access-1")
    let refresh = isCorrect ? device.shared : device.alone
    let timer = Task {
      try await VirtualClock.simulated.sleep(for: .seconds(600))
      _ = try? await refresh("access-1")
    }
    try await VirtualClock.simulated.sleep(for: .seconds(600))
    try await device.together(refresh, "/me")
    try await timer.value
    try await device.service.verify()
  }

  private static let wiping = TokenRace(name: "the loser wipes the credentials") { isCorrect in
    let device = Device()
    let wiping: Device.Refresh = { stale in
      do { return try await device.alone(stale) } catch is Refused {
        await device.store.wipe()
        throw Refused()
      }
    }
    try await device.together(isCorrect ? device.shared : wiping, "/me", "/feed", "/me")
  }

  private static let twoClients = TokenRace(name: "two clients with one store") { isCorrect in
    let app = Device()
    // An extension of the app has a process of its own, which shares the store and not the task.
    let widget = Device(service: app.service, store: app.store, refreshing: isCorrect ? app.refreshing : Refreshing())
    let other = Task { try await widget.load("/feed", widget.shared) }
    let own = Task { try await app.load("/me", app.shared) }
    let results = await (other.result, own.result)
    try await app.service.verify()
    try results.0.get()
    try results.1.get()
  }

  private static let cancelled = TokenRace(name: "the caller that refreshes for all is cancelled") { isCorrect in
    let device = Device()
    let inline: Device.Refresh = { stale in try await device.refreshing.inline(after: stale, device) }
    let refresh = isCorrect ? device.shared : inline
    let first = Task { try await device.load("/me", refresh) }
    try await VirtualClock.simulated.sleep(for: .milliseconds(700))
    first.cancel()
    _ = await first.result
    try await device.together(refresh, "/feed")
  }
}

/// A refresh token that the service does not take.
struct Refused: Error {}

/// What a device keeps.
actor TokenStore {
  private(set) var access: String
  private(set) var refresh: String? = "refresh-1"

  init(access: String) { self.access = access }

  func set(_ tokens: (access: String, refresh: String)) { (access, refresh) = tokens }
  func wipe() { refresh = nil }
}

/// A client of a service whose tokens rotate.
struct Device: Sendable {
  typealias Refresh = @Sendable (_ stale: String) async throws -> String

  let service: StubTransport
  let store: TokenStore
  let refreshing: Refreshing

  init(access: String = "expired") {
    self.init(
      service: .ofProgram(
        .tokens(at: "/token", lasting: .seconds(600)), .get("/me").needsToken().respond(json: 1).optional(),
        .get("/feed").needsToken().respond(json: []).optional()),
      store: TokenStore(access: access), refreshing: Refreshing())
  }

  init(service: StubTransport, store: TokenStore, refreshing: Refreshing) {
    (self.service, self.store, self.refreshing) = (service, store, refreshing)
  }

  private func send(_ method: String, _ path: String, _ change: (inout URLRequest) -> Void) async throws -> HTTPResponse
  {
    var request = URLRequest(url: try #require(URL(string: "https://test\(path)")))
    request.httpMethod = method
    change(&request)
    return try await service.send(request)
  }

  /// Loads something, with new tokens if the service wants some.
  func load(_ path: String, _ refresh: Refresh) async throws {
    func status(_ token: String) async throws -> Int {
      try await send("GET", path) { $0.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }.status
    }
    let token = await store.access
    guard try await status(token) == 401 else { return }
    let new = try await refresh(token)
    guard try await status(new) == 200 else { throw Refused() }
  }

  /// Loads several things at once, and has the service say what it saw.
  func together(_ refresh: @escaping Refresh, _ paths: String...) async throws {
    let results = await withTaskGroup(of: Result<Void, any Error>.self) { group in
      for path in paths {
        group.addTask { do { return .success(try await load(path, refresh)) } catch { return .failure(error) } }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    try await service.verify()
    for result in results { try result.get() }
  }

  /// Spends the refresh token.
  func renew(within limit: TimeInterval = 60) async throws -> String {
    guard let token = await store.refresh else { throw Refused() }
    let answer = try await send("POST", "/token") {
      $0.timeoutInterval = limit
      $0.httpBody = Data("grant_type=refresh_token&refresh_token=\(token)".utf8)
    }
    guard answer.status == 200 else { throw Refused() }
    let json = try JSONValue(parsing: answer.body)
    let tokens = (try #require(json["access_token"]?.text), try #require(json["refresh_token"]?.text))
    await store.set(tokens)
    return tokens.0
  }

  /// Refreshes for one caller.
  var alone: Refresh { { _ in try await renew() } }

  /// Refreshes once for all callers.
  var shared: Refresh { { try await refreshing.token(after: $0, self) } }
}

/// The refresh that is under way.
actor Refreshing {
  private var task: Task<String, any Error>?

  /// Returns a token other than one, by a task that no caller's end cancels.
  func token(after stale: String, _ device: Device) async throws -> String {
    if let task { return try await task.value }
    let task = Task {
      let current = await device.store.access
      return current == stale ? try await device.renew() : current
    }
    self.task = task
    defer { self.task = nil }
    return try await task.value
  }

  private var waiting: [CheckedContinuation<Void, Never>] = []
  private var isBusy = false

  /// Returns a token other than one, fetched in the task of the first caller.
  func inline(after stale: String, _ device: Device) async throws -> String {
    while isBusy { await withCheckedContinuation { waiting.append($0) } }
    let current = await device.store.access
    if current != stale { return current }
    isBusy = true
    defer {
      isBusy = false
      for continuation in waiting { continuation.resume() }
      waiting = []
    }
    return try await device.renew()
  }
}
