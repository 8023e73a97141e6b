#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking

  extension SharedSession {
    /// Puts the protocol into the shared session, once for the process.
    ///
    /// The session asks the protocol classes of its own configuration, which were settled when it was made; registering one
    /// comes too late. Its cache would answer for another test, and does not survive cancellations.
    static let isIntercepted: Bool = {
      let configuration = URLSession.shared.configuration
      configuration.urlCache = nil
      configuration.protocolClasses = [SharedSessionProtocol.self] + (configuration.protocolClasses ?? [])
      return true
    }()
  }
#endif
