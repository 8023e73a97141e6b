/// Finds the stubs that may take a path, in a time that does not depend on how many there are.
///
/// Paths of one shape, those with as many segments and their parameters at the same places, are found by a hash of their
/// other segments: one look per shape, and there are few of those. Globs, prefixes and regular expressions have no
/// shape; those stubs are scanned, among themselves only.
struct StubIndex {
  /// The places of the parameters there are, as bits, by the number of segments.
  private var shapes: [Int: [UInt64]] = [:]
  private var stubs: [Int: Numbers] = [:]
  private var scanned: [Int] = []

  /// One number in place, since most paths have one stub.
  private struct Numbers {
    let first: Int
    var others: [Int] = []
  }

  /// Adds a stub.
  ///
  /// - Parameters:
  ///   - url: The URLs it takes.
  ///   - number: Its number, higher than those before it.
  mutating func add(_ url: URLPattern, number: Int) {
    guard case .pattern(let pattern) = url.path, let template = pattern.template else {
      scanned.append(number)
      return
    }
    let (count, shape) = (template.texts.count, template.parameters)
    if shapes[count]?.contains(shape) != true { shapes[count, default: []].append(shape) }
    let key = Self.key(template.texts.map(\.hashValue), shape)
    if stubs[key] == nil { stubs[key] = Numbers(first: number) } else { stubs[key]?.others.append(number) }
  }

  /// The numbers of the stubs that may take a path, in their order; equal hashes do not prove equality.
  func candidates(for segments: [String]) -> [Int] {
    var found: [Int] = []
    if let shapes = shapes[segments.count] {
      let hashes = segments.map(\.hashValue)
      for shape in shapes {
        guard let numbers = stubs[Self.key(hashes, shape)] else { continue }
        found.append(numbers.first)
        found += numbers.others
      }
    }
    return scanned.isEmpty && found.count < 2 ? found : (found + scanned).sorted()
  }

  /// Mixes the hashes of the segments that are not parameters.
  private static func key(_ hashes: [Int], _ shape: UInt64) -> Int {
    var key = Int(truncatingIfNeeded: shape) &+ hashes.count
    for (place, hash) in hashes.enumerated() {
      key = (key ^ (PathTemplate.isParameter(place, shape) ? 0 : hash)) &* 0x9E37_79B9_7F4A_7C1
    }
    return key
  }
}

/// The stubs of one scope, in the order they were declared.
struct StubLayer {
  let id: Int
  /// How long its answers take that have no delay of their own.
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
