/// Writes a recording as it grows: whole and redacted each time, and without losing what other processes add to it.
///
/// It is handed all exchanges again whenever it saves, since a secret that only the last of them gives away is in the
/// first as well. Save when their number has doubled, and the work stays in proportion to it.
package struct RecordingWriter: Sendable {
  /// The file.
  package let file: RecordingFile
  /// What was there when the writer was made; nil where there was nothing.
  package let original: HAR?

  private let redaction: Redaction
  private let isReplacing: Bool
  private let bodies: HAR.BodyPlacement
  private var written: Data?
  /// The entries of this writer as they stand in the file.
  private var writtenEntries: [HAR.Entry] = []
  /// The entries of others in the file.
  private var others: [HAR.Entry] = []

  /// Prepares to write.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - replacing: Whether what is there now is left out; else new entries come after it.
  ///   - redaction: What is taken out before anything is written.
  ///   - bodies: Which bodies lie in files beside the recording.
  /// - Throws: A ``HARError`` where the file is not a recording, which is left as it is; else as ``RecordingFile/read()``.
  package init(
    _ file: RecordingFile, replacing: Bool = false, redaction: Redaction = .standard,
    bodies: HAR.BodyPlacement = .readable
  ) throws {
    self.file = file
    self.redaction = redaction
    isReplacing = replacing
    self.bodies = bodies
    // What is replaced need not have its bodies any more.
    original = replacing ? try file.read() : try file.stored.data(at: try file.stored.path).map(file.whole)
  }

  /// What was taken out of the entries that were written, and what was left that looks like a key; nil before any was written.
  package var report: String? {
    guard !writtenEntries.isEmpty else { return nil }
    let text = RedactionReport(of: HAR(log: HAR.Log(entries: writtenEntries)), redaction).text
    let count = writtenEntries.count.counted("exchange")
    return "Recorded \(count) into \(file)." + (text.isEmpty ? " No secrets were found." : "\n" + text)
  }

  /// Writes all entries that this writer adds to the recording, those that it wrote before included.
  ///
  /// - Parameter entries: The entries, in their order; the file is left alone where there are none.
  /// - Throws: A ``RecordingFileError`` where the file cannot be written; a ``HARError`` where it is not a recording any more.
  package mutating func save(_ entries: [HAR.Entry]) throws {
    guard !entries.isEmpty else { return }
    var copy = self
    try file.stored.replace { data in
      var har = original ?? HAR()
      if let data, data != copy.written {
        // Read in any case: a file that is not a recording any more is left as it is.
        har = isReplacing ? try HAR(data, file: file.fixture.name) : try file.whole(data)
        copy.others = har.log.entries.subtracting(copy.writtenEntries)
      }
      let mine: [HAR.Entry]
      if isReplacing {
        har.log.entries = entries
        mine = entries
      } else {
        let arrived = copy.others.subtracting(original?.log.entries ?? [])
        mine = entries.leavingOut(arrived, by: redaction)
        har.log.entries = copy.others + mine
      }
      var redacted = redaction.redacted(har)
      let first = redacted.log.entries.count - mine.count
      for (number, entry) in mine.enumerated() {
        redacted.log.entries[first + number] = redacted.log.entries[first + number].keepingChunks(of: entry)
      }
      copy.writtenEntries = Array(redacted.log.entries.suffix(mine.count))
      copy.others = Array(redacted.log.entries.dropLast(mine.count))
      let files = file.files(of: redacted, bodies)
      copy.written = files.recording
      return files
    }
    self = copy
  }
}

extension [HAR.Entry] {
  /// The entries without others, each of which takes one away.
  fileprivate func subtracting(_ others: [HAR.Entry]) -> [HAR.Entry] {
    guard !others.isEmpty else { return self }
    var counts: [HAR.Entry: Int] = [:]
    for entry in others { counts[entry, default: 0] += 1 }
    return filter { entry in
      guard let count = counts[entry], count > 0 else { return true }
      counts[entry] = count - 1
      return false
    }
  }

  /// The entries without those whose request another process recorded meanwhile, as often as it did.
  fileprivate func leavingOut(_ arrived: [HAR.Entry], by redaction: Redaction) -> [HAR.Entry] {
    guard !arrived.isEmpty else { return self }
    var counts: [HTTPMessage: Int] = [:]
    for entry in arrived {
      if let key = entry.key(redaction) { counts[key, default: 0] += 1 }
    }
    return filter { entry in
      guard let key = entry.key(redaction), let count = counts[key], count > 0 else { return true }
      counts[key] = count - 1
      return false
    }
  }
}

extension HAR.Entry {
  fileprivate func key(_ redaction: Redaction) -> HTTPMessage? {
    (try? request.urlRequest()).map { .request(redaction.normalized($0)) }
  }
}
