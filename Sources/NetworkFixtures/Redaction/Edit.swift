/// A part of a text, and its replacement.
package struct Edit: Hashable, Sendable {
  package var range: Range<Int>
  var replacement: [UInt8]

  func moved(by offset: Int) -> Self {
    Self(range: (range.lowerBound + offset)..<(range.upperBound + offset), replacement: replacement)
  }
}

extension [Edit] {
  /// Adds edits, of which most texts have none.
  package mutating func add(_ more: [Edit]) {
    if more.isEmpty { return }
    if isEmpty { self = more } else { append(contentsOf: more) }
  }

  /// Returns the edits from left to right without overlaps: of two that overlap, the first covers both.
  func merged() -> [Edit] {
    guard count > 1 else { return self }
    let sorted = enumerated().sorted {
      ($0.element.range.lowerBound, -$0.element.range.count, $0.offset)
        < ($1.element.range.lowerBound, -$1.element.range.count, $1.offset)
    }
    return sorted.reduce(into: []) { result, next in
      let edit = next.element
      guard let last = result.last, edit.range.lowerBound < last.range.upperBound else {
        result.append(edit)
        return
      }
      let end = Swift.max(last.range.upperBound, edit.range.upperBound)
      result[result.count - 1].range = last.range.lowerBound..<end
    }
  }

  /// Returns the text with the edits applied.
  package func apply(to text: ArraySlice<UInt8>) -> [UInt8] {
    var (result, start) = ([UInt8](), text.startIndex)
    result.reserveCapacity(text.count)
    for edit in merged() {
      result.append(contentsOf: text[start..<edit.range.lowerBound])
      result.append(contentsOf: edit.replacement)
      start = edit.range.upperBound
    }
    return result + text[start...]
  }
}

/// The edits found in earlier texts, for as long as the answer stays the same.
package struct EditMemory: Sendable {
  package struct Key: Hashable {
    private let text: [UInt8]
    private let depth: Int

    /// Creates a key for a text; nil for a long one, which is hardly ever repeated.
    init?(_ text: ArraySlice<UInt8>, depth: Int) {
      guard text.count <= 256 else { return nil }
      self.text = Array(text)
      self.depth = depth
    }

    // An array hashes its bytes one by one.
    package func hash(into hasher: inout Hasher) {
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
