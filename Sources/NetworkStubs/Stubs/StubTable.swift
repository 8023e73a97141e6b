/// The stubs of a transport: inner scopes before outer ones, and within a scope in the order of declaration.
struct StubTable {
  private(set) var layers: [StubLayer] = []
  var states = ScenarioStates()
  private var nextLayerID = 0
  /// The number of layers after all others; of these, too, the last opened is searched first.
  private var outermostCount = 0

  package var entries: [StubEntry] { layers.reversed().flatMap(\.entries) }

  /// Adds stubs to the innermost scope; returns those among them that can never answer.
  package mutating func add(_ stubs: some Sequence<Stub>, arePromises: Bool = true) -> [HiddenStubs.Pair] {
    if layers.isEmpty { _ = push() }
    return layers[layers.count - 1].add(stubs, arePromises: arePromises)
  }

  /// Opens a scope with a delay for answers without one; returns its number, for ``pop(_:)``.
  mutating func push(delay: Delay? = nil) -> Int {
    nextLayerID += 1
    layers.append(StubLayer(id: nextLayerID, delay: delay))
    return nextLayerID
  }

  /// Opens a scope outside the existing ones: its stubs answer the requests that no other stub does.
  mutating func pushOutermost(_ stubs: some Sequence<Stub>) -> Int {
    nextLayerID += 1
    var layer = StubLayer(id: nextLayerID, delay: nil)
    _ = layer.add(stubs, arePromises: false)
    layers.insert(layer, at: outermostCount)
    outermostCount += 1
    return nextLayerID
  }

  /// Closes a scope.
  mutating func pop(_ id: Int) -> [StubEntry] {
    guard let index = layers.firstIndex(where: { $0.id == id }) else { return [] }
    if index < outermostCount { outermostCount -= 1 }
    return layers.remove(at: index).entries
  }

  /// Removes the stubs of all scopes but the outermost.
  ///
  /// - Returns: What it has removed, to be released outside all locks: a closure may hold an object of the test.
  mutating func removeAll() -> [StubLayer] {
    let removed = layers
    for index in layers.indices.dropFirst(outermostCount) {
      layers[index] = StubLayer(id: layers[index].id, delay: layers[index].delay)
    }
    return removed
  }

  /// Marks every stub's missing uses as reported.
  mutating func markAllReported() {
    for layer in layers.indices {
      for entry in layers[layer].entries.indices where layers[layer].entries[entry].mayBeProblem {
        layers[layer].entries[entry].isUnusedReported = true
      }
    }
  }

  /// Forgets the uses of the stubs, and all states.
  mutating func reset() {
    for index in layers.indices {
      layers[index].entries = layers[index].entries.map {
        StubEntry($0.definition, $0.matcher, isPromise: $0.isPromise)
      }
    }
    states = ScenarioStates()
  }

  /// Searches for the first stub that answers a request.
  ///
  /// It runs no code of the test, so it may be called under a lock. If such code decides, the search ends with what to ask.
  ///
  /// - Parameter verdicts: What such code has said about this request so far.
  func search(_ request: RequestReader, knowing verdicts: TestVerdicts) -> StubSearch {
    var unknown: [StubDefinition] = []
    // In place: the subscript of an array copies what it returns, and to copy an entry counts the references of its matcher.
    let found = layers.withUnsafeBufferPointer { layers -> StubSearch.Place? in
      for layer in layers.indices.reversed() {
        // Its index alone, not the layer, is copied for that.
        let candidates = layers[layer].index.candidates(at: request.url.segments)
        let entry = layers[layer].entries.withUnsafeBufferPointer { entries in
          candidates.first { index in
            guard entries[index].mayTake(request), !isBlocked(entries[index]) else { return false }
            if let takes = entries[index].takes(request, knowing: verdicts) { return takes }
            unknown.append(entries[index].definition)
            return false
          }
        }
        if let entry { return StubSearch.Place(layer: layer, entry: entry) }
      }
      return nil
    }
    // The test is asked about the stubs up to the first that is certain, and about none after it.
    if !unknown.isEmpty { return .asks(unknown) }
    return found.map(StubSearch.found) ?? .none
  }

  /// Returns the answer of a stub that was just found.
  ///
  /// - Parameters:
  ///   - place: Where the stub is.
  ///   - number: The number of the request.
  ///   - counts: Whether that is a use of the stub, so that its scenario moves on.
  mutating func take(_ place: StubSearch.Place, number: Int, counts: Bool = true) -> TakenStub {
    let stub = layers[place.layer].entries[place.entry].definition
    let use = layers[place.layer].entries[place.entry].uses
    if counts {
      if stub.isInSequence { states.move(by: stub) }
      layers[place.layer].entries[place.entry].use(by: number)
    }
    return TakenStub(stub, use: use, number: number, scopeDelay: layers[place.layer].delay)
  }

  /// Finds the first stub that answers a request. It runs code of the test: ask a copy of the table, under no lock.
  private func find(_ request: RequestReader) -> StubSearch.Place? {
    var verdicts = TestVerdicts()
    while true {
      switch search(request, knowing: verdicts) {
      case .none: return nil
      case .found(let place): return place
      case .asks(let stubs): verdicts.ask(stubs, about: request)
      }
    }
  }

  /// Returns the stub that would answer a request. It runs code of the test: ask a copy of the table, under no lock.
  func stub(for request: RequestReader) -> StubDefinition? {
    find(request).map { layers[$0.layer].entries[$0.entry].definition }
  }

  /// Takes the first stub that answers a request. It runs code of the test: ask a copy of the table, under no lock.
  mutating func take(_ request: RequestReader, number: Int) -> TakenStub? {
    find(request).map { take($0, number: number) }
  }

  /// Returns the upload rate of all stubs that may answer a request whose body has not come; nil if their rates differ.
  ///
  /// Only the target is compared. A predicate, or a condition of the body, would be asked about a request that nobody has sent.
  func uploadRate(for head: RequestReader) -> Int? {
    var shared: Int?
    for layer in layers.reversed() {
      for index in layer.candidates(for: head) {
        let entry = layer.entries[index]
        guard entry.mayTake(head), !isBlocked(entry) else { continue }
        guard let rate = entry.definition.answer(at: entry.uses).uploadRate, rate == shared ?? rate else { return nil }
        if entry.matcher.dependsOnTargetOnly { return rate }
        shared = rate
      }
    }
    return shared
  }

  /// Whether the requests before keep a stub from answering now.
  private func isBlocked(_ entry: StubEntry) -> Bool { entry.isInSequence && blocker(for: entry.definition) != nil }

  /// Returns the reason why a stub does not answer now, whatever the request; nil if it may.
  func blocker(for stub: StubDefinition) -> ScenarioStates.Blocker? {
    states.blocker(for: stub) { order in entries.filter { $0.definition.turn?.order === order } }
  }
}

/// The end of a search for the stub that answers a request.
enum StubSearch {
  /// No stub answers it.
  case none
  /// A stub answers it.
  case found(Place)
  /// One of these stubs may answer it, which code of the test decides.
  case asks([StubDefinition])

  /// The place of a stub in a table that has not changed since.
  struct Place {
    let layer: Int
    let entry: Int
  }
}

/// What code of the test, such as a predicate, has said about one request.
struct TestVerdicts {
  // With its definition, so that no other stub can get its address meanwhile.
  private var known: [ObjectIdentifier: (stub: StubDefinition, takes: Bool)] = [:]

  /// Whether a stub takes the request; nil if the test has not been asked.
  subscript(stub: StubDefinition) -> Bool? { known[ObjectIdentifier(stub)]?.takes }

  /// Asks some stubs whether they take the request, until one does. Under no lock.
  mutating func ask(_ stubs: [StubDefinition], about request: RequestReader) {
    for stub in stubs {
      let takes = stub.matcher.takesConditions(request)
      known[ObjectIdentifier(stub)] = (stub, takes)
      if takes { return }
    }
  }
}

extension StubEntry {
  /// Whether it is not used up, and all that it asks of a request's target matches.
  fileprivate func mayTake(_ request: RequestReader) -> Bool { !isUsedUp && matcher.mayTake(targetOf: request) }

  /// Whether it takes a request whose target it takes; nil if code of the test decides that, and has not been asked.
  fileprivate func takes(_ request: RequestReader, knowing verdicts: TestVerdicts) -> Bool? {
    matcher.asksTest ? verdicts[definition] : matcher.takesConditions(request)
  }
}

extension RequestMatcher {
  /// Whether it takes a request whose target it takes.
  fileprivate func takesConditions(_ request: RequestReader) -> Bool {
    dependsOnTargetOnly || conditionsMatch(request)
  }
}

/// The stubs of one scope, in the order they were declared.
struct StubLayer {
  let id: Int
  /// The delay of its answers that have none of their own.
  package var delay: Delay?
  package var entries: [StubEntry] = []
  fileprivate var index = StubIndex()
  private var hiddenStubs = HiddenStubs()

  init(id: Int, delay: Delay? = nil) {
    self.id = id
    self.delay = delay
  }

  /// - Returns: The stubs among them that can never answer.
  package mutating func add(_ stubs: some Sequence<Stub>, arePromises: Bool) -> [HiddenStubs.Pair] {
    var hidden: [HiddenStubs.Pair] = []
    let count = stubs.underestimatedCount
    if entries.isEmpty, count > 1 {
      entries.reserveCapacity(count)
      index.reserve(count)
      hiddenStubs.reserve(count)
    }
    for stub in stubs {
      if let pair = hiddenStubs.add(stub.definition) { hidden.append(pair) }
      var matcher = stub.definition.matcher
      let similar = index.add(matcher, number: entries.count)
      if similar >= 0, entries[similar].matcher.url.isSame(as: matcher.url) {
        matcher.url = entries[similar].matcher.url
      }
      entries.append(StubEntry(stub.definition, matcher, isPromise: arePromises))
    }
    return hidden
  }

  /// Returns the entries that may take a request, by its path.
  // Not a lazy filter, which would hold the entries: to count a use would then copy them all.
  func candidates(for request: RequestReader) -> [Int] { index.candidates(at: request.url.segments) }
}
