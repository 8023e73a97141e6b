/// The stubs of one scope, in the order they were declared.
struct StubLayer {
  let id: Int
  /// How long the answers of its stubs take that do not say so themselves.
  var delay: Delay?
  var entries: [StubEntry] = []
  private var index = StubIndex()

  init(id: Int, delay: Delay? = nil) {
    self.id = id
    self.delay = delay
  }

  mutating func add(_ stubs: some Sequence<Stub>, arePromises: Bool) {
    for stub in stubs {
      index.add(stub.definition.matcher.url, number: entries.count)
      entries.append(StubEntry(stub.definition, isPromise: arePromises))
    }
  }

  /// The numbers of the entries whose method and URL take a request, in their order.
  func candidates(for request: RequestReader) -> [Int] {
    index.candidates(for: request.url.segments).filter { entries[$0].definition.matcher.matchesTarget(request) }
  }
}
