/// The text of a recording in which only changed values are replaced.
///
/// Whatever another tool wrote stays as it is: its layout, dates with microseconds, `null`, -1.
struct EditedRecording {
  private var edits: [(range: Range<Int>, text: String)] = []
  /// The recording as it was and as it is now, in the form that this package writes: the same values in the same places.
  private let (old, new): (JSONText, JSONText)
  private let original: JSONText

  /// Returns the text with the values of another recording; nil if they have no place in it.
  ///
  /// - Parameters:
  ///   - data: The text.
  ///   - old: The recording that it holds.
  ///   - new: The recording that it is to hold.
  static func text(_ data: Data, of old: HAR, with new: HAR) -> Data? {
    var recording = Self(data, old, new)
    guard recording.original.problem == nil, recording.compare(0, 0, 0, depth: 0) else { return nil }
    let text = recording.applied(to: Array(data))
    // Some tools write fields in forms of their own; only what reads as it must is kept.
    var unreadable: [HAR.UnreadableEntry] = []
    return text.flatMap { (try? HAR($0, unreadable: &unreadable)) == new ? $0 : nil }
  }

  private init(_ data: Data, _ old: HAR, _ new: HAR) {
    self.old = JSONText(old.encoded())
    self.new = JSONText(new.encoded())
    original = JSONText(data)
  }

  /// Notes how a value differs; false if one of its members is missing in the text.
  private mutating func compare(_ old: Int, _ new: Int, _ place: Int, depth: Int) -> Bool {
    guard self.old.source(of: old) != self.new.source(of: new) else { return true }
    let before = self.old.children(of: old)
    let after = self.new.children(of: new)
    let kind = original.mark(of: place)
    let isList = kind == UInt8(ascii: "[")
    let places = isList ? original.children(of: place) : []
    // The fields of a recording are no deeper; what a tool added may be. A list whose joined values were read as several is
    // written anew.
    guard depth < 32, !before.isEmpty, before.count == after.count, kind == self.old.mark(of: old),
      kind == self.new.mark(of: new), !isList || places.count == after.count
    else {
      edits.append((original.start(of: place)..<original.end(of: place), self.new.source(of: new)))
      return true
    }
    if isList {
      return after.indices.allSatisfy { compare(before[$0], after[$0], places[$0], depth: depth + 1) }
    }
    // An entry that cannot be read has its text in a field.
    if let text = self.new.value(of: "_unreadable", in: new), original.value(of: "_unreadable", in: place) == nil {
      edits.append((original.start(of: place)..<original.end(of: place), self.new.source(of: text)))
      return true
    }
    let members = Dictionary(original.members(of: place).map { (original.string($0.key), $0.value) }) { $1 }
    return stride(from: 0, to: after.count, by: 2).allSatisfy { index in
      let name = self.new.string(after[index])
      guard name == self.old.string(before[index]) else { return false }
      guard self.old.source(of: before[index + 1]) != self.new.source(of: after[index + 1]) else { return true }
      guard let value = members[name] else { return false }
      return compare(before[index + 1], after[index + 1], value, depth: depth + 1)
    }
  }

  private func applied(to bytes: [UInt8]) -> Data? {
    var result = Data()
    var start = 0
    for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      guard edit.range.lowerBound >= start else { return nil }
      result += bytes[start..<edit.range.lowerBound] + Data(edit.text.utf8)
      start = edit.range.upperBound
    }
    return result + bytes[start...]
  }
}
