/// The report about a test, or about a recording that no test made.
struct ReportedTest {
  /// The test's name, or that of the file.
  let title: String
  /// The issues of the test; nil for a recording that does not come from a test.
  let issues: [String]?
  let exchanges: [ReportedExchange]
  /// The time from the first request to the end of the last answer.
  let length: Double

  /// Whether the times are those of a virtual clock.
  var isVirtual: Bool { exchanges.contains { $0.isVirtual } }

  init(_ har: HAR, file: String) {
    let isAttached = har.log.extras["_test"] != nil
    title = har.log.extras["_test"]?.text ?? file
    issues =
      isAttached
      ? (har.log.extras["_issues"]?.list ?? []).compactMap(\.text) : nil
    // If only some are in virtual time, all are shown in real time.
    let isVirtual = !har.log.entries.isEmpty && har.log.entries.allSatisfy { $0.extras["_arrival"]?.double != nil }
    let starts = har.log.entries.map {
      isVirtual ? $0.extras["_arrival"]?.double ?? 0 : $0.startedDateTime.timeIntervalSince1970 * 1000
    }
    let first = starts.min() ?? 0
    exchanges = zip(har.log.entries, starts).enumerated().map { index, pair in
      ReportedExchange(pair.0, number: index + 1, start: (pair.1 - first).sane, isVirtual: isVirtual)
    }
    length = exchanges.map { $0.start + $0.duration }.max() ?? 0
  }
}

/// An exchange and its time.
struct ReportedExchange {
  let number: Int
  let entry: HAR.Entry
  /// Milliseconds since the first request.
  let start: Double
  let duration: Double
  let isVirtual: Bool
  /// The bytes of the bodies.
  let (sent, received): (Int, Int)

  init(_ entry: HAR.Entry, number: Int, start: Double, isVirtual: Bool) {
    self.entry = entry
    self.number = number
    self.start = start
    self.isVirtual = isVirtual
    duration = entry.time.sane
    let content = entry.response.content
    sent = entry.request.isBodyUnrecorded ? entry.request.bodySize : (try? entry.request.body())?.count ?? 0
    // Some tools leave a body out, and keep its size.
    received = content.text == nil ? content.size : (try? content.body())?.count ?? content.size
  }

  /// The status, or the reason why there is no answer.
  var outcome: String { !isUnanswered ? "\(entry.response.status)" : entry.comment ?? "no answer" }

  /// Whether no answer came.
  var isUnanswered: Bool { !entry.response.hasArrived }

  /// Whether the answer is not a success.
  var isBad: Bool { !(200..<400).contains(entry.response.status) }

  var stub: String? { entry.extras["_stub"]?.text }
}

extension Double {
  /// A time that can be drawn, whatever is in the file.
  fileprivate var sane: Double {
    guard isFinite else { return 0 }
    let time = Swift.min(Swift.max(self, 0), 1e12)
    // Times under a millisecond are shown to the microsecond.
    return time < 10 ? (time * 1000).rounded() / 1000 : time.rounded()
  }
}
