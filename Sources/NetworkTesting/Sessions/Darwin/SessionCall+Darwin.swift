#if !canImport(FoundationNetworking)
  import Foundation
  import NetworkEndpoints

  // Written from the documentation; not yet run on an Apple platform.

  // The loading system adds headers, hands out upload bodies as streams, asks delegates about redirects and follows them.
  extension SessionCall {
    func prepared(_ request: URLRequest, with settings: SessionSettings) throws -> URLRequest { request }

    /// How many redirects led to a request: each is loaded by a protocol of its own.
    func redirects(before request: URLRequest) -> Int {
      URLProtocol.property(forKey: Self.redirectsKey, in: request) as? Int ?? 0
    }

    func propose(
      _ next: URLRequest, after response: HTTPResponse, to request: URLRequest, in lease: SessionLease, redirects: Int
    ) {
      guard let counted = (next as NSURLRequest).mutableCopy() as? NSMutableURLRequest else {
        return add(.redirect(response, next))
      }
      URLProtocol.setProperty(redirects, forKey: Self.redirectsKey, in: counted)
      add(.redirect(response, counted as URLRequest))
    }

    /// The session takes any number of chunks, and puts them together for those who wait for all.
    var takesChunks: Bool { true }

    private static var redirectsKey: String { "NetworkTesting.redirects" }
  }
#endif
