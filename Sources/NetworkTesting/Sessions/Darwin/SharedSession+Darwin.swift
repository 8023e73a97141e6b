#if !canImport(FoundationNetworking)
  import Foundation

  // Written from the documentation; not yet run on an Apple platform.

  extension SharedSession {
    /// Puts the protocol into the shared session, once for the process: it asks the classes that are registered.
    static let isIntercepted = URLProtocol.registerClass(SharedSessionProtocol.self)
  }
#endif
