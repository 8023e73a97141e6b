import Foundation
import NetworkTesting

extension Specimen {
  static let orders = [
    Specimen("Parts are put together in the order in which they arrive") { isCorrect in
      let remote = Remote()
      let text = try await withThrowingTaskGroup(of: (Int, String).self) { group in
        for number in 0..<3 { group.addTask { (number, try await remote.call("/part", sending: "\(number)")) } }
        var parts: [(Int, String)] = []
        for try await part in group { parts.append(part) }
        if isCorrect { parts.sort { $0.0 < $1.0 } }
        return parts.map(\.1).joined()
      }
      try promise(text == "012", "put together as \(text)")
    },
    Specimen("Two tasks that nobody awaits are taken to run in their order") { isCorrect in
      let log = Log(isCorrect: isCorrect)
      await log.add("first")
      await log.add("second")
      await log.finish()
      try promise(await log.lines == ["first", "second"], "wrote in another order")
    },
    Specimen("An older version of the settings arrives last") { isCorrect in
      let settings = Settings(isCorrect: isCorrect)
      await settings.change(to: 1)
      await settings.change(to: 2)
      await settings.finish()
      try promise(await settings.stored == 2, "the older version won")
    },
    Specimen("A page is asked for twice") { isCorrect in
      let list = PagedList(isCorrect: isCorrect)
      try await together({ try await list.loadMore() }, { try await list.loadMore() })
      try promise(await Set(list.pages).count == list.pages.count, "shows a page twice")
    },
    Specimen("A read overtakes the write that nobody awaited") { isCorrect in
      let profile = Profile(isCorrect: isCorrect)
      try promise(try await profile.rename(to: "Ada") == "Ada", "shows the old name")
    },
    Specimen("Two transfers wait for each other") { isCorrect in
      let (first, second) = (OneAtATime(), OneAtATime())
      try await together(
        { await first.pass { await second.pass {} } },
        { isCorrect ? await first.pass { await second.pass {} } : await second.pass { await first.pass {} } })
    },
  ]
}

private actor Log {
  private let remote = Remote()
  private let isCorrect: Bool
  private(set) var lines: [String] = []
  private var last: Task<Void, Never>?

  init(isCorrect: Bool) { self.isCorrect = isCorrect }

  func add(_ line: String) {
    let before = last
    last = Task {
      if isCorrect { await before?.value }
      _ = try? await remote.call("/format")
      write(line)
      await before?.value
    }
  }

  func finish() async { await last?.value }

  private func write(_ line: String) { lines.append(line) }
}

private actor Settings {
  private let remote = Remote()
  private let isCorrect: Bool
  private(set) var stored = 0
  private var last: Task<Void, Never>?

  init(isCorrect: Bool) { self.isCorrect = isCorrect }

  func change(to value: Int) {
    let before = last
    last = Task {
      if isCorrect { await before?.value }
      if let text = try? await remote.call("/settings", sending: "\(value)"), let value = Int(text) { stored = value }
      await before?.value
    }
  }

  func finish() async { await last?.value }
}

private actor PagedList {
  private let remote = Remote()
  private let isCorrect: Bool
  private(set) var pages: [Int] = []
  private var isLoading = false

  init(isCorrect: Bool) { self.isCorrect = isCorrect }

  func loadMore() async throws {
    if isCorrect, isLoading { return }
    isLoading = true
    let page = pages.count + 1
    try await remote.call("/page")
    pages.append(page)
    isLoading = false
  }
}

private actor Profile {
  private actor Service {
    var name = "Eve"
    func rename(to name: String) { self.name = name }
  }

  private let isCorrect: Bool

  init(isCorrect: Bool) { self.isCorrect = isCorrect }

  func rename(to name: String) async throws -> String {
    let service = Service()
    let transport = MockTransport(
      .put("/name").respond { _ in
        await service.rename(to: name)
        return HTTPResponse(status: 204)
      }, .get("/name").respond { _ in HTTPResponse(status: 200, body: Data(await service.name.utf8)) })
    var change = URLRequest.to("/name")
    change.httpMethod = "PUT"
    let request = change
    let write = Task { _ = try await transport.send(request) }
    if isCorrect { try await write.value }
    let shown = try await transport.send(.to("/name"))
    try await write.value
    return String(decoding: shown.body, as: UTF8.self)
  }
}

/// A lock that tasks wait for.
private actor OneAtATime {
  private var isTaken = false
  private var waiting: [Signal] = []

  nonisolated func pass(_ operation: @Sendable () async -> Void) async {
    await enter()
    await operation()
    await leave()
  }

  private func enter() async {
    guard isTaken else {
      isTaken = true
      return
    }
    let signal = Signal()
    waiting.append(signal)
    await signal.wait()
  }

  private func leave() {
    if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().fire() }
  }
}
