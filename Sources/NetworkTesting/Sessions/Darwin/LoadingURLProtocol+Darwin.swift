#if !canImport(FoundationNetworking)
  import Foundation

  /// The loading system's own.
  typealias LoadingURLProtocol = URLProtocol
#endif
