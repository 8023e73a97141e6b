#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking

  /// An answer that asks for credentials, and keeps that from FoundationNetworking while it looks.
  ///
  /// It looks when a task ends with the status 401. Seeing a challenge, it would wait for credentials for ever, or repeat the
  /// request over a real network. Without an address there is no challenge; the caller sees both.
  // It adds nothing to the class, which is not changed once it is made.
  final class UnchallengedResponse: HTTPURLResponse, @unchecked Sendable {
    @TaskLocal private static var isHidden = false

    /// Runs what looks for a challenge.
    static func withoutChallenge(_ body: () -> Void) {
      $isHidden.withValue(true) { body() }
    }

    override var url: URL? { Self.isHidden ? nil : super.url }
  }
#endif
