#if !canImport(FoundationNetworking)
  import Foundation
  import NetworkEndpoints

  // Written from the documentation; not yet run on an Apple platform.

  /// A cache that stores nothing, and keeps a lease for as long as a configuration and its sessions live.
  // It adds a constant to the class, which is Sendable.
  final class LeaseCache: URLCache, @unchecked Sendable {
    private let lease: SessionLease

    init(_ lease: SessionLease) {
      self.lease = lease
      super.init(memoryCapacity: 0, diskCapacity: 0, directory: nil)
    }
  }

  extension URLSessionConfiguration {
    /// A copy that is answered by a transport.
    func answered(by transport: any HTTPTransport, clock: any Clock<Duration>) -> URLSessionConfiguration {
      let configuration = copy() as? URLSessionConfiguration ?? .ephemeral
      let lease = SessionLease(
        transport: transport, clock: clock, settings: SessionSettings(configuration), desk: ProblemDesk())
      configuration.protocolClasses = [lease.enter()] + (configuration.protocolClasses ?? [])
      configuration.urlCache = LeaseCache(lease)
      return configuration
    }
  }
#endif
