/// A part of a text, and what to put in its place.
struct Edit: Hashable, Sendable {
  var range: Range<Int>
  var replacement: [UInt8]

  func moved(by offset: Int) -> Self {
    Self(range: (range.lowerBound + offset)..<(range.upperBound + offset), replacement: replacement)
  }
}

extension [Edit] {
  /// The edits from left to right, none reaching into another: where two meet, one covers both.
  func merged() -> [Edit] {
    guard count > 1 else { return self }
    let sorted = sorted {
      ($0.range.lowerBound, -$0.range.count) < ($1.range.lowerBound, -$1.range.count)
    }
    return sorted.reduce(into: []) { result, edit in
      guard let last = result.last, edit.range.lowerBound < last.range.upperBound else {
        result.append(edit)
        return
      }
      let end = Swift.max(last.range.upperBound, edit.range.upperBound)
      result[result.count - 1].range = last.range.lowerBound..<end
    }
  }

  /// The text with the edits made.
  func apply(to text: ArraySlice<UInt8>) -> [UInt8] {
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
