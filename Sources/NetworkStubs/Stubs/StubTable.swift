/// The stubs of a transport: inner scopes before outer ones, and within a scope in the order of declaration.
struct StubTable {
  private struct Target: Hashable {
    let method: String
    package let url: String
  }

  private struct Place {
    let layer: Int
    let entry: Int
  }

  /// The places of the stubs that take a target.
  ///
  /// They hold until scopes open, close or are reset, which ``rearrange(_:)`` alone does: it forgets all places. In between, uses
  /// only grow, so that stubs before `firstLive` stay used up, and only the innermost scope gets stubs, which ``update(_:for:)``
  /// finds by `seen`.
  private struct Places {
    var all: [Place] = []
    /// The index of the first place that may not be used up.
    var firstLive = 0
    /// The number of places in the innermost scope, which come first.
    var innermost = 0
    /// The number of stubs in the innermost scope when the places were found.
    var seen = 0
  }

  private(set) var layers: [StubLayer] = []
  /// The number of stubs in the innermost scope, for each request to compare.
  private var innermostCount = 0
  var states = ScenarioStates()
  // Requests repeat their targets, and anything that depends only on the target need be found only once.
  private var known: [Target: Places] = [:]
  /// The last of them, which is found without a hash.
  private var last: (target: Target, places: Places)?
  private var nextLayerID = 0
  /// The number of layers after all others; of these, too, the last opened is searched first.
  private var outermostCount = 0

  package var entries: [StubEntry] { layers.reversed().flatMap(\.entries) }

  /// Adds stubs to the innermost scope; returns those among them that can never answer.
  package mutating func add(_ stubs: some Sequence<Stub>, arePromises: Bool = true) -> [HiddenStubs.Pair] {
    if layers.isEmpty { _ = push() }
    defer { innermostCount = layers[layers.count - 1].entries.count }
    return layers[layers.count - 1].add(stubs, arePromises: arePromises)
  }

  /// Opens a scope with a delay for answers without one; returns its number, for ``pop(_:)``.
  mutating func push(delay: Delay? = nil) -> Int {
    nextLayerID += 1
    let layer = StubLayer(id: nextLayerID, delay: delay)
    rearrange { $0.append(layer) }
    return nextLayerID
  }

  /// Opens a scope outside the existing ones: its stubs answer the requests that no other stub does.
  mutating func pushOutermost(_ stubs: some Sequence<Stub>) -> Int {
    nextLayerID += 1
    var layer = StubLayer(id: nextLayerID, delay: nil)
    _ = layer.add(stubs, arePromises: false)
    let index = outermostCount
    outermostCount += 1
    rearrange { $0.insert(layer, at: index) }
    return nextLayerID
  }

  /// Closes a scope.
  mutating func pop(_ id: Int) -> [StubEntry] {
    guard let index = layers.firstIndex(where: { $0.id == id }) else { return [] }
    if index < outermostCount { outermostCount -= 1 }
    return rearrange { $0.remove(at: index) }.entries
  }

  /// Removes the stubs of all scopes but the outermost.
  mutating func removeAll() {
    let first = outermostCount
    rearrange { layers in
      for index in layers.indices.dropFirst(first) {
        layers[index] = StubLayer(id: layers[index].id, delay: layers[index].delay)
      }
    }
  }

  /// Changes the scopes, and forgets the places found in them.
  private mutating func rearrange<Result>(_ change: (inout [StubLayer]) -> Result) -> Result {
    known.removeAll()
    last = nil
    defer { innermostCount = layers.last?.entries.count ?? 0 }
    return change(&layers)
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
    rearrange { layers in
      for index in layers.indices {
        layers[index].entries = layers[index].entries.map {
          StubEntry($0.definition, $0.matcher, isPromise: $0.isPromise)
        }
      }
    }
    states = ScenarioStates()
  }

  /// Finds the stub that answers a request and counts the use, in one step.
  package mutating func take(_ request: RequestReader, number: Int) -> TakenStub? {
    let target = Target(method: request.method, url: request.request.url?.absoluteString ?? "")
    let remembered = if let last, last.target == target { last.places } else { known[target] }
    var places = if let remembered { update(remembered, for: request) } else { findPlaces(for: request) }
    let taken = take(request, at: &places, number: number)
    if remembered == nil || remembered?.seen != places.seen || remembered?.firstLive != places.firstLive {
      remember(places, for: target)
    }
    return taken
  }

  /// Finds the first stub at some places that answers a request, and counts the use.
  private mutating func take(_ request: RequestReader, at places: inout Places, number: Int) -> TakenStub? {
    var index = places.firstLive
    while index < places.all.count {
      let place = places.all[index]
      let entry = layers[place.layer].entries[place.entry]
      if entry.isUsedUp {
        // It stays so.
        if index == places.firstLive { places.firstLive += 1 }
      } else if accepts(entry, request) {
        layers[place.layer].entries[place.entry].use(by: number)
        return TakenStub(entry.definition, use: entry.uses, number: number, scopeDelay: layers[place.layer].delay)
      }
      index += 1
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

  /// Returns the reason why a stub does not answer now, whatever the request; nil if it may.
  func blocker(for stub: StubDefinition) -> ScenarioStates.Blocker? {
    states.blocker(for: stub) { order in entries.filter { $0.definition.turn?.order === order } }
  }

  private func findPlaces(for request: RequestReader) -> Places {
    var places = Places()
    for layer in layers.indices.reversed() {
      places.all += layers[layer].candidates(for: request).map { Place(layer: layer, entry: $0) }
      if layer == layers.indices.last {
        places.innermost = places.all.count
        places.seen = layers[layer].entries.count
      }
    }
    return places
  }

  /// Returns the places with those of the stubs that the innermost scope got since.
  private func update(_ places: Places, for request: RequestReader) -> Places {
    guard places.seen < innermostCount, let layer = layers.indices.last else { return places }
    var places = places
    for entry in places.seen..<layers[layer].entries.count {
      guard layers[layer].entries[entry].matcher.mayTake(targetOf: request) else { continue }
      places.all.insert(Place(layer: layer, entry: entry), at: places.innermost)
      places.firstLive = min(places.firstLive, places.innermost)
      places.innermost += 1
    }
    places.seen = innermostCount
    return places
  }

  private mutating func remember(_ places: Places, for target: Target) {
    if known.count >= 10_000 { known.removeAll() }
    known[target] = places
    last = (target, places)
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

  /// Returns the entries that may take a request and are not used up; all that they ask of its target matches.
  func candidates(for request: RequestReader) -> [Int] {
    index.candidates(at: request.url.segments).filter {
      !entries[$0].isUsedUp && entries[$0].matcher.mayTake(targetOf: request)
    }
  }
}
