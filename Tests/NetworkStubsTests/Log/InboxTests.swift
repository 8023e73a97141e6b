import NetworkStubs
import NetworkTesting
import TestSupport

@Suite("An inbox", .timeLimit(.minutes(15)))
struct InboxTests {
  private let inbox = Inbox<Int>()
  private let request = ReceivedRequest(.get("/a"))

  @Test("an inbox lets a predicate use it")
  func nested() {
    inbox.add(1, for: request)
    let taken = inbox.take(
      .any.matching("adds") { [inbox, request] _ in
        inbox.add(2, for: request)
        return true
      })
    #expect(taken == 1)
    #expect(inbox.take(.any) == 2)
    #expect(inbox.take(.any) == nil)
  }

  @Test("an inbox asks a wait about what comes while its predicate is asked", arguments: [false, true])
  func arrivalInBetween(_ waits: Bool) async throws {
    inbox.add(1, for: request)
    let other = ReceivedRequest(.get("/b"))
    let matcher = RequestMatcher.any.matching("the other") { [inbox] request in
      if request.path == "/a" { inbox.add(2, for: other) }
      return request.path == "/b"
    }
    let taken = waits ? try await inbox.next(matching: matcher, within: .ofWait(.seconds(60))) : inbox.take(matcher)
    #expect(taken == 2)
    #expect(inbox.take(.any) == 1)
  }

  @Test("an inbox gives an arrival to one of two who ask at the same time")
  func twice() {
    inbox.add(1, for: request)
    let inner = Protected<Int?>(nil)
    let outer = inbox.take(
      .any.matching("late") { [inbox] _ in
        let element = inbox.take(.any)
        inner.withLock { $0 = $0 ?? element }
        return true
      })
    #expect(outer == nil)
    #expect(inner.withLock { $0 } == 1)
  }

  @Test("an inbox gives nothing that has come after a reset for what was there before")
  func reset() {
    inbox.add(1, for: request)
    let paths = Protected<[String]>([])
    let taken = inbox.take(
      .any.matching("resets") { [inbox] request in
        paths.withLock { $0.append(request.path) }
        guard request.path == "/a" else { return false }
        _ = inbox.removeAll()
        inbox.add(2, for: ReceivedRequest(.get("/b")))
        return true
      })
    #expect(taken == nil)
    #expect(paths.withLock { $0 } == ["/a", "/b"])
    #expect(inbox.take(.any) == 2)
  }

  @Test(
    "each arrival is taken once, the first that fits, whatever was taken before",
    arguments: Effort.seeds(6, full: 1_000))
  func order(seed: UInt64) {
    var random = Dice(seed: seed)
    let inbox = Inbox<Int>()
    var expected: [(path: String, number: Int)] = []
    for number in 1...200 {
      if random.index(below: 3) > 0 {
        let path = random.pick(["a", "b", "c"])
        inbox.add(number, for: ReceivedRequest(.make(.get, "https://a.test/\(path)")))
        expected.append((path, number))
      } else {
        let path: String? = random.pick(["a", "b", "c", nil, nil])
        let index = expected.firstIndex { path == nil || $0.path == path }
        #expect(
          inbox.take(path.map { .get(URLPattern("/\($0)")) } ?? .any) == index.map { expected.remove(at: $0).number })
      }
    }
  }
}
