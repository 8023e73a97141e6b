import NetworkSimulation
import NetworkTesting

extension Specimen {
  /// Bugs that show when work takes long, or a task stays behind for many turns.
  static let work = [
    Specimen("Prices are parsed more slowly than the next ones come", faults: [.slowTasks, .slowStarts]) { isCorrect in
      let ticker = Ticker(isCorrect: isCorrect)
      var tasks: [Task<Void, Never>] = []
      for (number, price) in ["first", "second", "third"].enumerated() {
        tasks.append(Task { await ticker.show(price, number) })
        try await VirtualClock.simulated.sleep(for: .milliseconds(200))
      }
      for task in tasks { await task.value }
      try promise(await ticker.price == "third", "shows an old price")
    },
    Specimen("A preview that took too long replaces the picture", faults: [.slowTasks, .slowStarts]) { isCorrect in
      let picture = Picture(isCorrect: isCorrect)
      let preview = Task { await picture.show("preview") }
      try await VirtualClock.simulated.sleep(for: .milliseconds(300))
      await picture.show("picture")
      await preview.value
      try promise(await picture.shown == "picture", "shows the preview")
    },
    Specimen("A limit on decoding passes, and the late result is kept as well", faults: [.slowTasks, .slowStarts]) {
      isCorrect in
      let decoder = LimitedDecoder(isCorrect: isCorrect)
      await decoder.decode()
      try promise(await decoder.results.count == 1, "has two results")
    },
    Specimen("A token whose saving is not awaited is missing ten turns later") { isCorrect in
      let vault = Vault()
      let saving = Task { await vault.save("token") }
      if isCorrect { await saving.value }
      for _ in 0..<10 { await vault.touch() }
      try promise(await vault.token == "token", "has no token")
      await saving.value
    },
    Specimen("A subscriber that starts late misses what was sent before it") { isCorrect in
      let news = News()
      let reader = Task { await news.subscribe() }
      if isCorrect { await reader.value }
      for number in 1...8 { await news.publish(number) }
      await reader.value
      try promise(await news.received == 8, "has missed some")
    },
  ]
}

private actor Ticker {
  private let isCorrect: Bool
  private(set) var price = ""
  private var last = 0

  init(isCorrect: Bool) { self.isCorrect = isCorrect }

  func show(_ price: String, _ number: Int) {
    if isCorrect, number < last { return }
    (self.price, last) = (price, number)
  }
}

private actor Picture {
  private let isCorrect: Bool
  private(set) var shown = ""

  init(isCorrect: Bool) { self.isCorrect = isCorrect }

  func show(_ text: String) {
    if isCorrect, text == "preview", !shown.isEmpty { return }
    shown = text
  }
}

private actor LimitedDecoder {
  private let isCorrect: Bool
  private(set) var results: [String] = []

  init(isCorrect: Bool) { self.isCorrect = isCorrect }

  func decode() async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await self.add("decoded") }
      group.addTask {
        try? await VirtualClock.simulated.sleep(for: .milliseconds(100))
        await self.addSubstitute()
      }
    }
  }

  private func add(_ result: String) {
    if isCorrect, !results.isEmpty { return }
    results.append(result)
  }

  private func addSubstitute() {
    if results.isEmpty { results.append("a substitute") }
  }
}

private actor Vault {
  private(set) var token = ""
  private var touches = 0

  func save(_ token: String) { self.token = token }
  func touch() { touches += 1 }
}

private actor News {
  private var isSubscribed = false
  private(set) var received = 0

  func subscribe() { isSubscribed = true }
  func publish(_ number: Int) { if isSubscribed { received += 1 } }
}
