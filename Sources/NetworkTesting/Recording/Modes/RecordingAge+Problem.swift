import Foundation
import NetworkFixtures
import Testing

extension RecordingAge {
  /// What is to be said of a recording's age; nil if nothing is.
  ///
  /// - Parameters:
  ///   - har: The recording.
  ///   - source: Where it is from.
  ///   - now: The date.
  func problem(of har: HAR, _ source: RecordingSource, now: Date) -> String? {
    // A file that does not say is read as of 1970.
    let dates = har.log.entries.map(\.startedDateTime).filter { $0.timeIntervalSince1970 != 0 }
    guard consequence != .none, let oldest = dates.min() else { return nil }
    let age = now.timeIntervalSince(oldest) / 86_400
    guard age > days else { return nil }
    return """
      The recording \(source) is \(Int(age)) days old, and may be \(Int(days)): the service may answer otherwise by now.
      Record it anew with NETWORK_TESTING_RECORD=all, and look at what changed.
      """
  }

  /// Says it in the current test.
  func record(_ text: String, _ sourceLocation: SourceLocation) {
    switch consequence {
    case .none: break
    case .failure: Issue.record(Comment(rawValue: text), sourceLocation: sourceLocation)
    case .warning:
      #if compiler(>=6.3)
        Issue.record(Comment(rawValue: text), severity: .warning, sourceLocation: sourceLocation)
      #else
        FileHandle.standardError.write(Data("warning: \(text)\n".utf8))
      #endif
    }
  }
}
