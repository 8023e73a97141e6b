/// The exchanges so far, which are written, redacted, when their number has doubled.
///
/// Redaction takes a while, and requests go on meanwhile: it has a queue of its own.
// The lock guards the exchanges and the count, the queue what was written.
final class GrowingRecording: @unchecked Sendable {
  private let redaction: Redaction
  private let write: (Data) throws -> Void
  private let onError: (any Error) -> Void
  private let lock = NSLock()
  private var entries: [HAR.Entry] = []
  private var writtenCount = 0
  private let queue = DispatchQueue(label: "network-fixtures.recording")
  private var written = HAR()

  init(_ redaction: Redaction, write: @escaping (Data) throws -> Void, onError: @escaping (any Error) -> Void) {
    self.redaction = redaction
    self.write = write
    self.onError = onError
  }

  /// Adds an exchange. If it cannot be written, as on a full disk, it stays in memory until the next time.
  func add(_ exchange: RecordedExchange) {
    let entry = HAR.Entry(exchange)
    let isDue = lock.withLock {
      entries.append(entry)
      // A secret that only the last of them reveals is in the first as well, so each time all are redacted.
      guard entries.count >= 2 * writtenCount else { return false }
      // After a failure too, the next attempt waits until there is twice as much.
      writtenCount = entries.count
      return true
    }
    guard isDue else { return }
    queue.async { [self] in
      do { try writeAll() } catch { onError(error) }
    }
  }

  /// Writes all exchanges, after those that are being written.
  func save() throws { try queue.sync { try writeAll() } }

  private func writeAll() throws {
    written = redaction.redacted(HAR(log: HAR.Log(entries: lock.withLock { entries })))
    try write(written.encoded())
  }

  /// Returns what was recorded and taken out, in words.
  func report(_ file: String) -> String {
    queue.sync {
      let text = RedactionReport(of: written, redaction).text
      return "Recorded \(written.log.entries.count.counted("exchange")) into \(file)."
        + (text.isEmpty ? " No secrets were found." : "\n" + text)
    }
  }
}
