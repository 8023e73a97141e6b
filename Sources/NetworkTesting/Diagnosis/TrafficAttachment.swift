import Foundation
import Testing

#if canImport(_Testing_Foundation)
  import _Testing_Foundation
#endif

/// What a failed test is given to look at: everything its transport was asked, and what it answered.
enum TrafficAttachment {
  /// Attaches the traffic to the current test, as text and as HAR; `swift test --attachments-path` says where to write.
  static func record(_ exchanges: [Exchange], sourceLocation: SourceLocation) {
    #if compiler(>=6.2)
      guard !exchanges.isEmpty else { return }
      Attachment.record(TrafficText(exchanges).text, named: "traffic.txt", sourceLocation: sourceLocation)
      Attachment.record(TrafficHAR(exchanges).data, named: "traffic.har", sourceLocation: sourceLocation)
    #endif
  }
}
