import Foundation
import NetworkEndpoints

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A call's way to one address and back; a redirect that is followed leads to the next.
struct SessionHop: Sendable {
  let call: SessionCall
  let request: URLRequest
  let lease: SessionLease
  let redirects: Int

  /// Takes what a transport answers.
  func receive(_ result: Result<Answer.Reply, any Error>) {
    switch result {
    case .failure(let error): fail(error)
    case .success(.whole(let response)):
      receive(response) { call.add(.response(response, request.url)) }
    case .success(.stream(let stream)):
      relay(stream) {}
    }
  }

  /// Hands an answer over while it comes; at once to delegates, or when it is whole to those who wait for all of it.
  ///
  /// - Parameters:
  ///   - stream: The answer.
  ///   - progress: Called for each chunk.
  func relay(_ stream: HTTPStream, progress: @escaping @Sendable () -> Void) {
    let head = HTTPResponse(status: stream.status, headers: stream.headers, url: stream.url)
    receive(head) {
      guard HTTPURLResponse(head, from: request.url) != nil, head.mayHaveBody(for: request) else {
        return call.add(.response(head, request.url))
      }
      call.run {
        do {
          if await call.takesChunks {
            call.add(.head(head, request.url))
            for try await chunk in stream {
              progress()
              call.add(.chunk(chunk))
            }
            call.add(.end)
          } else {
            var whole = head
            for try await chunk in stream {
              progress()
              whole.body.append(chunk)
            }
            call.add(.response(whole, request.url))
          }
        } catch {
          fail(error)
        }
      }
    }
  }

  /// Ends the call with an error.
  func fail(_ error: any Error) {
    switch error {
    case is CancellationError: call.add(.failure(URLError(.cancelled, of: request)))
    case let error as URLError: call.add(.failure(error.naming(request)))
    default: call.add(.failure(error))
    }
  }

  /// Does what a head asks of a session: keeps its cookies, and follows a redirect or hands the answer over.
  private func receive(_ head: HTTPResponse, handOver: () -> Void) {
    lease.settings.cookies?.store(head, to: request)
    switch Redirect(head, to: request) {
    case .none: handOver()
    case .refused(let code): fail(URLError(code))
    case .to(let next) where redirects < Redirect.limit:
      call.propose(next, after: head, to: request, in: lease, redirects: redirects + 1)
    case .to: fail(URLError(.httpTooManyRedirects))
    }
  }
}

extension URLError {
  /// An error about a request, which it names.
  init(_ code: Code, of request: URLRequest) {
    self = URLError(code).naming(request)
  }

  /// The error with the address of a request, as a session's has it.
  func naming(_ request: URLRequest) -> Self {
    guard failingURL == nil, let url = request.url else { return self }
    return Self(code, userInfo: userInfo.merging([NSURLErrorFailingURLErrorKey: url]) { own, _ in own })
  }
}
