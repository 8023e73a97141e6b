import Testing

@testable import NetworkTesting

struct StubIndexTests {
  @Test("the index finds what a scan finds, in the order of declaration", arguments: MatchingPropertyTests.seeds)
  func scan(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let stubs = random.list(0...60) { random in
      RequestMatcher.any(random.urlPattern()).respond(status: 200)
    }
    var layer = StubLayer(id: 1)
    _ = layer.add(stubs, arePromises: false)
    for _ in 0..<20 {
      let path = random.list(0...4) { "/" + $0.pick(["a", "b", "users", "u1", "xs", "", "%2F", "é"]) }.joined()
      let reader = RequestReader(.test("GET", "https://api.example.com\(path)"))
      let scanned = stubs.indices.filter { stubs[$0].definition.matcher.matchesTarget(reader) }
      #expect(layer.candidates(for: reader).numbers == scanned, "\(path) \(stubs)")
    }
  }

  @Test(
    "stubs that are added between requests answer as if they had been there", arguments: MatchingPropertyTests.seeds)
  func added(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var table = StubTable()
    var stubs: [(stub: StubDefinition, uses: Int)] = []
    for number in 1...60 {
      if random.index(below: 2) == 0 {
        let more = random.list(1...3) { random in
          let stub = RequestMatcher.any(random.urlPattern()).respond(status: 200)
          return random.index(below: 2) == 0 ? stub.once() : stub
        }
        stubs += more.map { ($0.definition, 0) }
        _ = table.add(more)
      }
      let path = random.list(1...2) { "/" + $0.pick(["a", "b", "users", "u1"]) }.joined()
      let request = ReceivedRequest(.make(.get, "https://api.example.com\(path)"))
      let expected = stubs.firstIndex { stub, uses in
        uses < stub.limit ?? .max && stub.matcher.matchesTarget(RequestReader(request))
      }
      if let expected { stubs[expected].uses += 1 }
      #expect(table.take(request, number: number)?.stub === expected.map { stubs[$0].stub })
    }
  }

  @Test("stubs for one path come in their order, whatever their kind")
  func order() {
    let patterns: [URLPattern] = ["/a/{x}", "/**", "/a/b", "/{x}/b", "/a/b", .any, "/a/*", .prefix("/a/"), "/a/c"]
    var layer = StubLayer(id: 1)
    _ = layer.add(
      patterns.map { RequestMatcher.any($0).respond(status: 200) }, arePromises: true)
    #expect(layer.candidates(for: RequestReader(.test("GET", "https://a.test/a/b"))).numbers == Array(0...7))
    #expect(layer.candidates(for: RequestReader(.test("GET", "https://a.test/a/c"))).numbers == [0, 1, 5, 6, 7, 8])
    #expect(layer.candidates(for: RequestReader(.test("GET", "https://a.test/c"))).numbers == [1, 5])
  }

  @Test("what the index leaves out does not match", arguments: MatchingPropertyTests.seeds)
  func conditions(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let requests = random.list(1...20) { $0.request() }
    let stubs = random.list(0...60) { random in
      random.matcher().respond(status: 200)
    }
    var layer = StubLayer(id: 1)
    _ = layer.add(stubs, arePromises: false)
    for request in requests {
      let reader = RequestReader(request)
      let matching = stubs.indices.filter { stubs[$0].definition.matcher.matches(reader) }
      let found = layer.candidates(for: reader).numbers
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
    #expect(layer.candidates(for: reader).numbers == [0])
  }
}
