#if !canImport(FoundationNetworking)
  import Foundation
  import NetworkEndpoints

  // Written from the documentation; not yet run on an Apple platform.

  extension SessionProtocol {
    /// The loading system stops a protocol before it ends the task.
    var isCancelled: Bool { false }

    /// A protocol that is stopped is not started again.
    var isPausing: Bool { false }

    static func head(of response: HTTPResponse, from url: URL?) -> HTTPURLResponse? {
      HTTPURLResponse(response, from: url)
    }

    func finish(_ client: any URLProtocolClient) {
      client.urlProtocolDidFinishLoading(self)
    }
  }
#endif
