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
  mutating func removeAll() {
    for index in layers.indices.dropFirst(outermostCount) {
      layers[index] = StubLayer(id: layers[index].id, delay: layers[index].delay)
    }
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

  /// Finds the first stub that answers a request and counts the use, in one step.
  package mutating func take(_ request: RequestReader, number: Int) -> TakenStub? {
    for layer in layers.indices.reversed() {
      for index in layers[layer].candidates(for: request) {
        guard layers[layer].mayTake(request, by: index) else { continue }
        let entry = layers[layer].entries[index]
        guard accepts(entry, request) else { continue }
        layers[layer].entries[index].use(by: number)
        return TakenStub(entry.definition, use: entry.uses, number: number, scopeDelay: layers[layer].delay)
      }
    }
    return nil
  }

  /// Returns whether a stub takes a request whose target is as it asks; if so, its scenario moves on.
  private mutating func accepts(_ entry: StubEntry, _ request: RequestReader) -> Bool {
    if entry.isInSequence, blocker(for: entry.definition) != nil { return false }
    guard entry.matcher.dependsOnTargetOnly || entry.matcher.conditionsMatch(request) else { return false }
    if entry.isInSequence { states.move(by: entry.definition) }
    return true
  }

  /// Returns the upload rate of all stubs that may answer a request whose body has not come; nil if their rates differ.
  ///
  /// Only the target is compared. A predicate, or a condition of the body, would be asked about a request that nobody has sent.
  func uploadRate(for head: RequestReader) -> Int? {
    var shared: Int?
    for layer in layers.reversed() {
      for index in layer.candidates(for: head) where layer.mayTake(head, by: index) {
        let entry = layer.entries[index]
        if entry.isInSequence, blocker(for: entry.definition) != nil { continue }
        guard let rate = entry.definition.answer(at: entry.uses).uploadRate, rate == shared ?? rate else { return nil }
        if entry.matcher.dependsOnTargetOnly { return rate }
        shared = rate
      }
    }
    return shared
  }

  /// Returns the reason why a stub does not answer now, whatever the request; nil if it may.
  func blocker(for stub: StubDefinition) -> ScenarioStates.Blocker? {
    states.blocker(for: stub) { order in entries.filter { $0.definition.turn?.order === order } }
  }
}

/// The stubs of one scope, in the order they were declared.
struct StubLayer {
  let id: Int
  /// The delay of its answers that have none of their own.
  package var delay: Delay?
  package var entries: [StubEntry] = []
  private var index = StubIndex()
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

  /// Whether an entry is not used up, and all that it asks of a request's target matches.
  func mayTake(_ request: RequestReader, by index: Int) -> Bool {
    !entries[index].isUsedUp && entries[index].matcher.mayTake(targetOf: request)
  }
}
