#if canImport(FoundationNetworking)
  /// An answer that asks for credentials, but hides that from FoundationNetworking while it looks for a challenge.
  ///
  /// It looks when a task ends with the status 401. With a challenge, it would wait for credentials for ever, or repeat the
  /// request over a real network. Without an address there is no challenge; the caller sees both.
  // It adds nothing to the class, which never changes after its creation.
  final class UnchallengedResponse: HTTPURLResponse, @unchecked Sendable {
    @TaskLocal private static var isHidden = false

    /// Runs code that looks for a challenge.
    static func withoutChallenge(_ body: () -> Void) { $isHidden.withValue(true) { body() } }

    override var url: URL? { Self.isHidden ? nil : super.url }
  }
#endif
