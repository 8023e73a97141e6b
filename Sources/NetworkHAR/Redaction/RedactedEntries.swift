/// The entries of a growing recording as texts, each redacted once for what is known of its secrets.
///
/// A secret that only the last exchange reveals is in the first as well. So each entry is learned when it comes, and redacted again
/// only if a secret has come up since. The result is that of redacting all of them at once. Texts take
/// a fraction of the memory of their objects.
package struct RedactedEntries {
  private struct Item {
    let original: Data
    var redacted = Data()
    var suspects: [Suspect] = []
  }

  private let redaction: Redaction
  /// Knows the secrets of all entries, and has chosen no placeholders: those depend on all that comes.
  private var learner: Redactor
  /// Replaces the secrets that were known when it was made.
  private var replacer: Redactor
  private var items: [Item] = []
  /// The number of entries that the replacer has redacted, from the first on.
  private var redactedCount = 0

  package init(_ redaction: Redaction) {
    self.redaction = redaction
    learner = Redactor(redaction)
    replacer = learner
  }

  /// The number of entries.
  package var count: Int { items.count }
  /// The number of entries that have to be redacted, for the first time or again.
  package var openCount: Int { isCurrent ? items.count - redactedCount : items.count }

  /// Whether nothing was learned since the replacer was made.
  private var isCurrent: Bool { replacer.knowledge == learner.knowledge }

  /// Adds an entry. Without a new secret, it is redacted as well.
  package mutating func add(_ entry: HAR.Entry) {
    learner.learn(entry)
    items.append(Item(original: EntryText.encode(entry)))
    if isCurrent, openCount == 1 { redact(entry) }
  }

  /// Redacts the next entry that knowledge has changed for; returns false if no such entry is left.
  package mutating func redactNext() throws -> Bool {
    if !isCurrent {
      replacer = learner
      redactedCount = 0
    }
    guard redactedCount < items.count else { return false }
    redact(try EntryText.decode(items[redactedCount].original))
    return true
  }

  private mutating func redact(_ entry: HAR.Entry) {
    let redacted = replacer.replaced(entry)
    // Most have no secret, and need one text only.
    items[redactedCount].redacted =
      redacted == entry ? items[redactedCount].original : EntryText.encode(redacted)
    items[redactedCount].suspects = redaction.suspects(in: redacted, number: redactedCount + 1)
    redactedCount += 1
  }

  /// The entries that are redacted for all that is known, as the content of a file.
  package var recording: Data { EntryText.file(of: items.prefix(items.count - openCount).lazy.map(\.redacted)) }

  /// The report about them.
  package var report: RedactionReport {
    let done = items.prefix(items.count - openCount)
    return RedactionReport(of: done.map(\.redacted), done.flatMap(\.suspects))
  }
}

/// An entry as its text in the file of a recording.
private enum EntryText {
  /// The text around the entries: before the first, and after the last.
  private static let frame: (head: Data, end: Data) = {
    let file = HAR(log: HAR.Log(entries: [HAR.Entry()])).encoded()
    let list = file.range(of: Data("\"entries\": [".utf8))
    guard let list, let last = file.lastIndex(of: UInt8(ascii: "]")) else { return (Data(), Data()) }
    // The break before the bracket that closes the list.
    let entry = file[..<last].lastIndex(of: UInt8(ascii: "}")) ?? last
    return (Data(file[..<list.upperBound]), Data(file[(entry + 1)...]))
  }()

  static func encode(_ entry: HAR.Entry) -> Data {
    let file = HAR(log: HAR.Log(entries: [entry])).encoded()
    return Data(file.dropFirst(frame.head.count).dropLast(frame.end.count))
  }

  static func decode(_ text: Data) throws -> HAR.Entry {
    HAR.Entry(json: try HARReader(JSONText(text)).object(0, .entry))
  }

  static func file(of texts: some Sequence<Data>) -> Data {
    var file = frame.head
    var isFirst = true
    for text in texts {
      if !isFirst { file.append(UInt8(ascii: ",")) }
      file.append(text)
      isFirst = false
    }
    return isFirst ? HAR().encoded() : file + frame.end
  }
}
