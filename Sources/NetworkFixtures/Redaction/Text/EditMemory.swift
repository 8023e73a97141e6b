/// What was found in texts that have been looked at, as long as the answer stays the same.
struct EditMemory: Sendable {
  struct Key: Hashable {
    private let text: [UInt8]
    private let depth: Int
    private let isIdentifier: Bool

    /// A key for a text; nil for a long one, which is hardly ever there twice.
    init?(_ text: ArraySlice<UInt8>, depth: Int, isIdentifier: Bool) {
      guard text.count <= 256 else { return nil }
      self.text = Array(text)
      self.depth = depth
      self.isIdentifier = isIdentifier
    }

    // An array hashes its bytes one by one.
    func hash(into hasher: inout Hasher) {
      text.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
  }

  private static let capacity = 10_000
  private var found: [Key: [Edit]] = [:]

  subscript(key: Key, startingAt start: Int) -> [Edit]? {
    guard let edits = found[key] else { return nil }
    return edits.isEmpty ? edits : edits.map { $0.moved(by: start) }
  }

  mutating func remember(_ edits: [Edit], for key: Key, startingAt start: Int) {
    if found.count >= Self.capacity { found.removeAll(keepingCapacity: true) }
    found[key] = edits.isEmpty ? edits : edits.map { $0.moved(by: -start) }
  }
}
