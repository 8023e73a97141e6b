#if !canImport(FoundationNetworking)
  import Foundation

  // Written from the documentation; not yet run on an Apple platform.

  /// A protocol with what is known of its request.
  class LoadingURLProtocol: URLProtocol {
    let load = Guarded(SessionLoad())
  }
#endif
