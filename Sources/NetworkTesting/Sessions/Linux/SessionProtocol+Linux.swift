#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking
  import NetworkEndpoints

  extension SessionProtocol {
    /// Whether the task is cancelled already: the session ends it by itself, and a second end is a fatal error.
    var isCancelled: Bool { task?.state == .canceling }

    /// Whether `stopLoading()` means to go on later.
    var isPausing: Bool { task?.state == .suspended || task?.state == .running }

    /// The head that a session gets.
    static func head(of response: HTTPResponse, from url: URL?) -> HTTPURLResponse? {
      response.status == 401 ? UnchallengedResponse(response, from: url) : HTTPURLResponse(response, from: url)
    }

    /// Says that the answer is complete.
    func finish(_ client: any URLProtocolClient) {
      UnchallengedResponse.withoutChallenge { client.urlProtocolDidFinishLoading(self) }
    }
  }
#endif
