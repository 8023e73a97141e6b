/// The exchanges of a recording, and their uses.
///
/// A request is looked up unchanged, then in its normalized form. Normalizing ten thousand recorded ones takes a while, and those
/// of a redacted recording are already normalized, so it is done only when a request is not found without it.
package struct RecordingIndex: Sendable {
  package let entries: [HAR.Entry]
  let parts: MatchedParts
  let redaction: Redaction
  package let readFile: @Sendable (String) throws -> Data

  private(set) var uses: [Int?]
  private var plain: Places?
  private var normalized: Places?
  private var masked: [Int]?

  package init(
    _ entries: [HAR.Entry], matching parts: Set<RequestPart>, redaction: Redaction,
    readFile: @escaping @Sendable (String) throws -> Data
  ) {
    self.entries = entries
    self.parts = MatchedParts(parts)
    self.redaction = redaction
    self.readFile = readFile
    uses = Array(repeating: nil, count: entries.count)
  }

  /// The numbers of the unused entries, in order.
  package var unused: [Int] { uses.indices.filter { uses[$0] == nil } }

  /// Finds the first unused exchange of a request and uses it up, in one step.
  ///
  /// - Parameters:
  ///   - request: The request, its body in `httpBody`.
  ///   - number: The request's number.
  /// - Returns: The entry's number; nil if no unused entry matches.
  package mutating func take(_ request: URLRequest, number: Int) -> Int? {
    guard !entries.isEmpty else { return nil }
    let live = RequestKey(request, parts)
    guard let found = takePlain(live) ?? takeSafe(request, live) else { return nil }
    uses[found] = number
    return found
  }

  private mutating func takeSafe(_ request: URLRequest, _ live: RequestKey) -> Int? {
    var request = request
    // Searching a large body for secrets takes a while.
    if !parts.hasBody { request.httpBody = nil }
    let safe = RequestKey(redaction.normalized(request), parts)
    return takePlain(safe) ?? takeNormalized(safe) ?? takeMasked([live, safe])
  }

  private mutating func takePlain(_ key: RequestKey) -> Int? {
    if plain == nil {
      plain = Places(entries.map { RequestKey($0.request, parts, redaction, readingFile: readFile) })
    }
    return plain?.take(key, uses)
  }

  private mutating func takeNormalized(_ safe: RequestKey) -> Int? {
    if normalized == nil {
      normalized = Places(
        entries.map { entry in
          (try? entry.request.urlRequest(readingFile: readFile)).map { RequestKey(redaction.normalized($0), parts) }
        })
    }
    return normalized?.take(safe, uses)
  }

  /// Takes an exchange if only the recording knows that something was a secret.
  private mutating func takeMasked(_ keys: [RequestKey]) -> Int? {
    if masked == nil {
      masked = entries.indices.filter { recordedKey($0)?.texts.contains { $0.contains("REDACTED") } == true }
    }
    return masked?.first { number in
      guard uses[number] == nil, let recorded = recordedKey(number) else { return false }
      return keys.contains { $0.agrees(with: recorded, redaction) }
    }
  }

  private func recordedKey(_ number: Int) -> RequestKey? {
    RequestKey(entries[number].request, parts, redaction, readingFile: readFile)
  }
}

extension RecordingIndex {
  /// The places of the entries of each key, without those that are used up.
  private struct Places: Sendable {
    private var numbers: [RequestKey: (all: [Int], firstLive: Int)] = [:]

    init(_ keys: [RequestKey?]) {
      numbers.reserveCapacity(keys.count)
      for (number, key) in keys.enumerated() {
        if let key { numbers[key, default: ([], 0)].all.append(number) }
      }
    }

    package mutating func take(_ key: RequestKey, _ uses: [Int?]) -> Int? {
      guard let places = numbers[key] else { return nil }
      var next = places.firstLive
      while next < places.all.count, uses[places.all[next]] != nil { next += 1 }
      if next != places.firstLive { numbers[key]?.firstLive = next }
      return next < places.all.count ? places.all[next] : nil
    }
  }
}
