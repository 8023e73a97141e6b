import Foundation

/// What stands between the boundary lines of a multipart body; what is before the first and after the last does not count.
struct MultipartSections {
  private let data: Data
  private let delimiter: Data
  /// Where the next section starts; nil before the first boundary and after the last.
  private var start: Data.Index?
  private var position: Data.Index
  private var isClosed = false

  init(_ data: Data, boundary: String) {
    self.data = data
    delimiter = Data("--\(boundary)".utf8)
    position = data.startIndex
    findStart()
  }

  /// Whether the body ended inside a section.
  private(set) var isCut = false

  /// The next section, without the line break that belongs to the boundary after it.
  mutating func next() -> Data? {
    guard let start, !isClosed else { return nil }
    guard let line = nextBoundary() else {
      isCut = true
      return nil
    }
    self.start = line.upperBound
    return data[start..<max(start, endWithoutLineBreak(line.lowerBound))]
  }

  private mutating func findStart() {
    guard let line = nextBoundary() else { return }
    start = line.upperBound
  }

  /// The next line that is a boundary, its line break included.
  private mutating func nextBoundary() -> Range<Data.Index>? {
    while let found = data.range(of: delimiter, in: position..<data.endIndex) {
      position = found.upperBound
      guard found.lowerBound == data.startIndex || data[found.lowerBound - 1] == 0x0A else { continue }
      let rest = data[found.upperBound...]
      if rest.starts(with: Data("--".utf8)) {
        isClosed = true
        return found
      }
      // Spaces may follow the boundary; anything else, and the line only starts like one.
      let end = rest.firstIndex { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D } ?? data.endIndex
      guard end == data.endIndex || data[end] == 0x0A else { continue }
      position = min(end + 1, data.endIndex)
      return found.lowerBound..<position
    }
    return nil
  }

  private func endWithoutLineBreak(_ end: Data.Index) -> Data.Index {
    var end = end
    if end > data.startIndex, data[end - 1] == 0x0A { end -= 1 }
    if end > data.startIndex, data[end - 1] == 0x0D { end -= 1 }
    return end
  }
}
