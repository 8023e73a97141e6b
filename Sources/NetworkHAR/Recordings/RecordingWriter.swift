/// A writer for a growing recording: whole and redacted each time, and without losing entries of other processes.
///
/// It is given all exchanges again for each save, since a secret that only the last of them reveals is in the first as well. Save
/// when their number has doubled, and the work stays in proportion to it.
package struct RecordingWriter: Sendable {
  /// The file.
  package let file: RecordingFile
  /// The recording before the writer was created; nil if there was none.
  package let original: HAR?

  private let redaction: Redaction
  private let isReplacing: Bool
  private let bodies: HAR.BodyPlacement
  private var written: Data?
  /// The entries of this writer as in the file.
  private var writtenEntries: [HAR.Entry] = []
  /// The entries of others in the file.
  private var others: [HAR.Entry] = []

  /// Creates a writer.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - replacing: Whether to drop the existing entries; otherwise new entries come after them.
  ///   - redaction: The rules for secrets, which are removed.
  ///   - bodies: The bodies to keep in files beside the recording.
  /// - Throws: A ``HARError`` if the file is not a recording, which is left unchanged; otherwise as ``RecordingFile/read()``.
  package init(
    _ file: RecordingFile, replacing: Bool = false, redaction: Redaction = .standard,
    bodies: HAR.BodyPlacement = .readable
  ) throws {
    self.file = file
    self.redaction = redaction
    isReplacing = replacing
    self.bodies = bodies
    // A replaced recording need not have its bodies any more.
    original = replacing ? try file.read() : try file.stored.data(at: try file.stored.path).map(file.whole)
  }

  /// A report of the secrets removed from the written entries, and of remaining texts like keys; nil before a write.
  package var report: String? {
    guard !writtenEntries.isEmpty else { return nil }
    let text = RedactionReport(of: HAR(log: HAR.Log(entries: writtenEntries)), redaction).text
    let count = writtenEntries.count.counted("exchange")
    return "Recorded \(count) into \(file)." + (text.isEmpty ? " No secrets were found." : "\n" + text)
  }

  /// Writes all entries that this writer adds to the recording, including those it wrote before.
  ///
  /// - Parameter entries: The entries, in order; without any, the file is unchanged.
  /// - Throws: A ``RecordingFileError`` if the file cannot be written; a ``HARError`` if it is no longer a recording.
  package mutating func save(_ entries: [HAR.Entry]) throws {
    guard !entries.isEmpty else { return }
    var copy = self
    try file.stored.replace { data in
      var har = original ?? HAR()
      if let data, data != copy.written {
        // Read in any case: a file that is no longer a recording is left unchanged.
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
  /// Returns the entries without others, each of which removes one.
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

  /// Returns the entries without those whose request another process has since recorded, as often as it did.
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
