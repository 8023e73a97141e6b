import Foundation
import TestSupport
import Testing

@testable import NetworkStubs

struct StubIndexTests {
  @Test("the index finds what a scan finds, in the order of declaration", arguments: MatchingPropertyTests.seeds)
  func scan(seed: UInt64) {
    var random = Dice(seed: seed)
    let stubs = random.list(0...60) { random in
      RequestMatcher.any(random.urlPattern()).respond(status: 200)
    }
    var layer = StubLayer(id: 1)
    _ = layer.add(stubs, arePromises: false)
    for _ in 0..<20 {
      let path = random.list(0...4) { "/" + $0.pick(["a", "b", "users", "u1", "xs", "", "%2F", "é"]) }.joined()
      let reader = RequestReader(.test("GET", "https://api.example.com\(path)"))
      let scanned = stubs.indices.filter { stubs[$0].definition.matcher.matchesTarget(reader) }
      #expect(Array(layer.takers(of: reader)) == scanned, "\(path) \(stubs)")
    }
  }

  @Test("stubs of one path that a header tells apart are found anew for each request")
  func byHeader() {
    var table = StubTable()
    _ = table.push()
    let stubs = (0..<3).map { RequestMatcher.get("/a").header("X", .exactly("\($0)")).respond(status: 200) }
    _ = table.add(stubs)
    for number in 0..<12 {
      let request = ReceivedRequest(.make(.get, "https://api.example.com/a", headers: ["X": "\(number % 3)"]))
      #expect(table.take(RequestReader(request), number: number)?.stub === stubs[number % 3].definition)
    }
  }

  @Test("the scheme of credentials has no case, however many stubs they tell apart")
  func byCredentials() {
    var table = StubTable()
    _ = table.push()
    let stubs = (0..<40).map {
      RequestMatcher.get("/a").header("Authorization", .exactly("Bearer \($0)")).respond(status: 200)
    }
    _ = table.add(stubs)
    for number in 0..<40 {
      let request = ReceivedRequest(.make(.get, "https://a.test/a", headers: ["Authorization": "bearer \(number)"]))
      #expect(table.take(RequestReader(request), number: number)?.stub === stubs[number].definition)
    }
  }

  @Test("a stub that an inner scope gets answers, though all were used up before")
  func addedToUsedUp() {
    var table = StubTable()
    _ = table.push()
    _ = table.add([RequestMatcher.get("/a").respond(status: 200).once()])
    _ = table.push()
    _ = table.add([RequestMatcher.get("/a").respond(status: 200).once()])
    let request = ReceivedRequest(.make(.get, "https://api.example.com/a"))
    for number in 1...3 { #expect((table.take(RequestReader(request), number: number) == nil) == (number == 3)) }
    let added = RequestMatcher.get("/a").respond(status: 201)
    _ = table.add([added])
    #expect(table.take(RequestReader(request), number: 4)?.stub === added.definition)
  }

  @Test(
    "stubs and scopes that come and go between requests answer as if nothing was remembered",
    arguments: MatchingPropertyTests.seeds)
  func changes(seed: UInt64) {
    var random = Dice(seed: seed)
    var table = StubTable()
    // The innermost scope is the last.
    var scopes: [(id: Int, stubs: [(stub: StubDefinition, uses: Int)])] = [(table.push(), [])]
    var outermostCount = 0
    let requests =
      random.list(4...4) { $0.request() }
      + ["/a", "/b", "/a/b", "/users"].map { ReceivedRequest(.make(.get, "https://api.example.com\($0)")) }
    for number in 1...150 {
      let stubs = random.list(1...3) { random in
        let matcher = random.index(below: 4) == 0 ? random.matcher() : .any(random.urlPattern())
        let stub = matcher.respond(status: 200)
        return random.index(below: 2) == 0 ? stub.once() : stub
      }
      let new = stubs.map { (stub: $0.definition, uses: 0) }
      switch random.index(below: 20) {
      case 0...2: scopes.append((table.push(), []))
      case 3:
        scopes.insert((table.pushOutermost(stubs), new), at: outermostCount)
        outermostCount += 1
      case 4...6 where scopes.count > 1:
        let index = random.index(below: scopes.count)
        let scope = scopes.remove(at: index)
        #expect(table.pop(scope.id).map(\.uses) == scope.stubs.map(\.uses))
        if index < outermostCount { outermostCount -= 1 }
      case 7:
        table.reset()
        for scope in scopes.indices { for stub in scopes[scope].stubs.indices { scopes[scope].stubs[stub].uses = 0 } }
      case 8...12:
        _ = table.add(stubs)
        scopes[scopes.count - 1].stubs += new
      default: break
      }
      let request = requests[random.index(below: requests.count)]
      let reader = RequestReader(request)
      var expected: StubDefinition?
      search: for scope in scopes.indices.reversed() {
        for (index, entry) in scopes[scope].stubs.enumerated()
        where entry.uses < entry.stub.limit ?? .max && entry.stub.matcher.matches(reader) {
          scopes[scope].stubs[index].uses += 1
          expected = entry.stub
          break search
        }
      }
      #expect(table.take(RequestReader(request), number: number)?.stub === expected, "request \(number)")
    }
  }

  @Test("a stub for a scheme or a host is found by it")
  func origin() {
    var layer = StubLayer(id: 1)
    _ = layer.add(
      [RequestMatcher.any.scheme("https"), .any.host("a.test"), .any.scheme("http")].map { $0.respond(status: 200) },
      arePromises: false)
    #expect(layer.takers(of: RequestReader(.test("GET", "https://a.test/a"))).contains(0))
    #expect(layer.takers(of: RequestReader(.test("GET", "https://a.test/a"))).contains(1))
    #expect(layer.takers(of: RequestReader(.test("GET", "http://b.test/a"))).contains(2))
    #expect(!layer.takers(of: RequestReader(.test("GET", "http://b.test/a"))).contains(1))
  }

  @Test("stubs for one path come in their order, whatever their kind")
  func order() {
    let patterns: [URLPattern] = ["/a/{x}", "/**", "/a/b", "/{x}/b", "/a/b", .any, "/a/*", .prefix("/a/"), "/a/c"]
    var layer = StubLayer(id: 1)
    _ = layer.add(
      patterns.map { RequestMatcher.any($0).respond(status: 200) }, arePromises: true)
    #expect(Array(layer.takers(of: RequestReader(.test("GET", "https://a.test/a/b")))) == Array(0...7))
    #expect(Array(layer.takers(of: RequestReader(.test("GET", "https://a.test/a/c")))) == [0, 1, 5, 6, 7, 8])
    #expect(Array(layer.takers(of: RequestReader(.test("GET", "https://a.test/c")))) == [1, 5])
  }

  @Test("what the index leaves out does not match", arguments: MatchingPropertyTests.seeds)
  func conditions(seed: UInt64) {
    var random = Dice(seed: seed)
    let requests = random.list(1...20) { $0.request() }
    let stubs = random.list(0...60) { random in
      random.matcher().respond(status: 200)
    }
    var layer = StubLayer(id: 1)
    _ = layer.add(stubs, arePromises: false)
    for request in requests {
      let reader = RequestReader(request)
      let matching = stubs.indices.filter { stubs[$0].definition.matcher.matches(reader) }
      let found = layer.takers(of: reader)
      #expect(found.filter { stubs[$0].definition.matcher.matches(reader) } == matching)
    }
  }

  @Test(
    "a glob is found by what it starts with, whatever the characters",
    arguments: ["\u{FEFF}a*", "é*", "%C3%A9*", "%2F*", "%FFa*"])
  func start(pattern: String) {
    var layer = StubLayer(id: 1)
    _ = layer.add([RequestMatcher.get(URLPattern("/\(pattern)")).respond(status: 200)], arePromises: false)
    let path = pattern.dropLast().utf8.map { $0 < 0x80 ? String(UnicodeScalar($0)) : "%" + String($0, radix: 16) }
      .joined()
    let reader = RequestReader(.test("GET", "https://a.test/\(path)x"))
    #expect(layer.entries[0].definition.matcher.matches(reader))
    #expect(Array(layer.takers(of: reader)) == [0])
  }
}

extension StubLayer {
  /// Returns the entries that the index finds and that may take a request.
  fileprivate func takers(of request: RequestReader) -> [Int] {
    candidates(for: request).filter { !entries[$0].isUsedUp && entries[$0].matcher.mayTake(targetOf: request) }
  }
}
