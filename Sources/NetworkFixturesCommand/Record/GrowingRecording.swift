/// The exchanges so far, which are written, redacted, when their number has doubled.
///
/// Redaction takes a while, and requests go on meanwhile: it has a queue of its own.
// The lock guards what has arrived, the queue all that comes of it.
final class GrowingRecording: @unchecked Sendable {
  private struct Arrivals {
    var entries: [HAR.Entry] = []
    /// Whether the queue works, or is about to.
    var isWorking = false
    /// Whether the end waits for the queue.
    var isEnding = false
  }

  private let write: (Data) throws -> Void
  private let onError: (any Error) -> Void
  private let arrivals = Guarded(Arrivals())
  private let queue = DispatchQueue(label: "network-fixtures.recording")
  private var entries: RedactedEntries
  /// The number of exchanges at the last attempt to write them, and that in the file.
  private var triedCount = 0, writtenCount = 0

  init(_ redaction: Redaction, write: @escaping (Data) throws -> Void, onError: @escaping (any Error) -> Void) {
    entries = RedactedEntries(redaction)
    self.write = write
    self.onError = onError
  }

  /// Adds an exchange. If it cannot be written, as on a full disk, it stays in memory until the next time.
  func add(_ exchange: RecordedExchange) {
    let entry = HAR.Entry(exchange)
    let isIdle = arrivals.withLock { arrivals in
      arrivals.entries.append(entry)
      defer { arrivals.isWorking = true }
      return !arrivals.isWorking
    }
    if isIdle { queue.async { [self] in work() } }
  }

  /// Takes what has arrived, and writes when the number has doubled.
  private func work() {
    while true {
      let arrived: [HAR.Entry] = arrivals.withLock { arrivals in
        arrivals.isWorking = !arrivals.entries.isEmpty && !arrivals.isEnding
        guard arrivals.isWorking else { return [] }
        defer { arrivals.entries = [] }
        return arrivals.entries
      }
      if arrived.isEmpty { return }
      for (place, entry) in arrived.enumerated() {
        if isEnding { return putBack(arrived[place...]) }
        entries.add(entry)
        // After a failure too, the next attempt waits until there is twice as much.
        guard entries.count >= 2 * triedCount else { continue }
        triedCount = entries.count
        do { try writeAll(until: { self.isEnding }) } catch { onError(error) }
      }
    }
  }

  private var isEnding: Bool { arrivals.withLock { $0.isEnding } }

  private func putBack(_ rest: ArraySlice<HAR.Entry>) {
    arrivals.withLock { arrivals in
      arrivals.entries = rest + arrivals.entries
      arrivals.isWorking = false
    }
  }

  /// Writes all exchanges. What the queue does at the moment goes on here, where it can be said and stopped.
  ///
  /// - Parameters:
  ///   - isStopped: Whether to write only what is redacted by now.
  ///   - begin: Called with the number of exchanges that are left to be redacted, if there are any.
  ///   - progress: Called after each with what was done, the number that are done, and that of all.
  func save(
    until isStopped: () -> Bool = { false }, _ begin: (_ count: Int) -> Void = { _ in },
    progress: (_ verb: String, _ done: Int, _ count: Int) -> Void = { _, _, _ in }
  ) throws {
    arrivals.withLock { $0.isEnding = true }
    defer { arrivals.withLock { $0.isEnding = false } }
    try queue.sync {
      let arrived = arrivals.withLock { arrivals in
        defer { arrivals.entries = [] }
        return arrivals.entries
      }
      let left = arrived.count + entries.openCount
      if left > 0 { begin(left) }
      for (place, entry) in arrived.enumerated() {
        if isStopped() {
          putBack(arrived[place...])
          break
        }
        entries.add(entry)
        progress("Read", place + 1, arrived.count)
      }
      let count = entries.openCount
      try writeAll(until: isStopped) { open in progress("Redacted", count - open, count) }
    }
  }

  /// Redacts what has to be, and writes it; if it is stopped, only if that is more than the file has.
  private func writeAll(until isStopped: () -> Bool, progress: (_ open: Int) -> Void = { _ in }) throws {
    while !isStopped(), try entries.redactNext() { progress(entries.openCount) }
    let doneCount = entries.count - entries.openCount
    guard entries.openCount == 0 || doneCount > writtenCount else { return }
    try write(entries.recording)
    writtenCount = doneCount
  }

  /// Returns what was recorded and taken out, in words.
  func report(_ file: String) -> String {
    queue.sync {
      let text = entries.report.text
      let waiting = arrivals.withLock { $0.entries.count }
      let lost = entries.count + waiting - writtenCount
      let rest =
        lost == 0 ? "" : " \(lost.counted("exchange")) \(lost == 1 ? "was" : "were") not redacted yet, and left out."
      return "Recorded \(writtenCount.counted("exchange")) into \(file).\(rest)"
        + (text.isEmpty ? " No secrets were found." : "\n" + text)
    }
  }
}
