import Testing

/// What a failed test is given to look at: everything its transport was asked, and what it answered.
enum TrafficAttachment {
  /// Attaches the traffic to the current test, as text; `swift test --attachments-path` says where it is written.
  static func record(_ exchanges: [Exchange], sourceLocation: SourceLocation) {
    #if compiler(>=6.2)
      guard !exchanges.isEmpty else { return }
      Attachment.record(TrafficText(exchanges).text, named: "traffic.txt", sourceLocation: sourceLocation)
    #endif
  }
}
