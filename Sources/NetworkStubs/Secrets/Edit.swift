/// A part of a text, and its replacement.
package struct Edit: Hashable, Sendable {
  package var range: Range<Int>
  package var replacement: [UInt8]

  package init(range: Range<Int>, replacement: [UInt8]) {
    self.range = range
    self.replacement = replacement
  }

  package func moved(by offset: Int) -> Self {
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
  private func merged() -> [Edit] {
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

  package func apply(to text: ArraySlice<UInt8>) -> [UInt8] {
    var result = [UInt8]()
    var start = text.startIndex
    result.reserveCapacity(text.count)
    for edit in merged() {
      result.append(contentsOf: text[start..<edit.range.lowerBound])
      result.append(contentsOf: edit.replacement)
      start = edit.range.upperBound
    }
    return result + text[start...]
  }
}
