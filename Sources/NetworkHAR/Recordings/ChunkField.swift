extension HAR.Entry {
  /// Returns the entry with the sizes of its chunks, in the field `_chunks`, corrected for a body that has since been redacted.
  ///
  /// - Parameter original: The entry as recorded.
  func keepingChunks(of original: HAR.Entry) -> HAR.Entry {
    guard let chunks = original.extras["_chunks"]?.list,
      let old = try? original.response.content.body(), let new = try? response.content.body(), old != new
    else { return self }
    let ends = ChunkEnds(of: Array(old), in: Array(new))
    var oldEnd = 0
    var newStart = 0
    var copy = self
    copy.extras["_chunks"] = .array(
      chunks.map { chunk in
        guard var fields = chunk.object, let size = fields["size"]?.int, size >= 0 else { return chunk }
        let (sum, isTooLarge) = oldEnd.addingReportingOverflow(size)
        guard !isTooLarge else { return chunk }
        oldEnd = sum
        let newEnd = max(newStart, ends.place(of: oldEnd))
        fields["size"] = .integer(newEnd - newStart)
        newStart = newEnd
        return .object(fields)
      })
    return copy
  }
}

/// The new positions in a body after its secrets were replaced: the text between placeholders is unchanged.
private struct ChunkEnds {
  /// The starts of unchanged pieces, in the old body and in the new one, and their lengths.
  private var pieces: [(old: Int, new: Int, length: Int)] = []
  private let newCount: Int

  init(of old: [UInt8], in new: [UInt8]) {
    newCount = new.count
    var start = 0
    var index = 0
    var oldStart = 0
    func add(until end: Int, isLast: Bool, to pieces: inout [(old: Int, new: Int, length: Int)]) {
      let piece = new[start..<end]
      // A piece is searched for behind the one before it, and the last at the end.
      let found = isLast ? old.count - piece.count : old[min(oldStart, old.count)...].firstRange(of: piece)?.lowerBound
      guard let found, found >= oldStart else { return }
      pieces.append((found, start, piece.count))
      oldStart = found + piece.count
    }
    while index < new.count {
      guard let end = Placeholder.end(in: new[...], at: index) else {
        index += 1
        continue
      }
      add(until: index, isLast: false, to: &pieces)
      start = end
      index = end
    }
    add(until: new.count, isLast: true, to: &pieces)
  }

  /// Returns the new place; a place in the middle of a secret becomes the end of its placeholder.
  func place(of old: Int) -> Int {
    guard let piece = pieces.first(where: { old <= $0.old + $0.length }) else { return newCount }
    return old < piece.old ? piece.new : piece.new + old - piece.old
  }
}
