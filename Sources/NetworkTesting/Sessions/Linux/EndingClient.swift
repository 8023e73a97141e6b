#if canImport(FoundationNetworking)
  import Dispatch
  import Foundation
  import FoundationNetworking

  /// A session's client that ends a task once, and without locking up with its cancellation.
  ///
  /// FoundationNetworking resumes the caller of `data(for:)` on the session's queue. Cancelling the caller meanwhile holds a
  /// lock that resuming needs, and waits for the queue. So the end runs on a thread of its own. The queue still waits for it,
  /// as the session's registry must not change under it, but no longer than such an end can take: only one that is caught
  /// by a cancellation takes longer, and it has left the registry behind.
  final class EndingClient: NSObject, URLProtocolClient, Sendable {
    private let base: LoadingBound<any URLProtocolClient>
    private let handsOver: Bool
    private let hasEnded = Guarded(false)

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - base: The session's.
    ///   - handsOver: Whether somebody may wait in an async call.
    init(_ base: any URLProtocolClient, handsOver: Bool) {
      self.base = LoadingBound(base)
      self.handsOver = handsOver
    }

    func urlProtocolDidFinishLoading(_ urlProtocol: URLProtocol) {
      let base = base, urlProtocol = LoadingBound(urlProtocol)
      end {
        UnchallengedResponse.withoutChallenge { base.value.urlProtocolDidFinishLoading(urlProtocol.value) }
      }
    }

    func urlProtocol(_ urlProtocol: URLProtocol, didFailWithError error: any Error) {
      let base = base, urlProtocol = LoadingBound(urlProtocol)
      end { base.value.urlProtocol(urlProtocol.value, didFailWithError: error) }
    }

    private func end(_ end: @escaping @Sendable () -> Void) {
      // A cancellation ends the task also when its answer is just being handed over.
      let isFirst = hasEnded.withLock { hasEnded in
        defer { hasEnded = true }
        return !hasEnded
      }
      guard isFirst else { return }
      if handsOver { handOver(end) } else { end() }
    }

    private func handOver(_ end: @escaping @Sendable () -> Void) {
      let done = DispatchSemaphore(value: 0)
      while true {
        let attempt = Attempt()
        Self.queue.async {
          guard attempt.start() else { return }
          end()
          done.signal()
        }
        // A thousand times what the way past the registry takes.
        if done.wait(timeout: .now() + .milliseconds(3)) == .success { return }
        // With no thread free it has not begun, and is tried again.
        if !attempt.revoke() { return }
      }
    }

    private static let queue = DispatchQueue(label: "NetworkTesting.ends", attributes: .concurrent)

    func urlProtocol(_ urlProtocol: URLProtocol, wasRedirectedTo request: URLRequest, redirectResponse: URLResponse) {
      base.value.urlProtocol(urlProtocol, wasRedirectedTo: request, redirectResponse: redirectResponse)
    }

    func urlProtocol(_ urlProtocol: URLProtocol, cachedResponseIsValid cachedResponse: CachedURLResponse) {
      base.value.urlProtocol(urlProtocol, cachedResponseIsValid: cachedResponse)
    }

    func urlProtocol(
      _ urlProtocol: URLProtocol, didReceive response: URLResponse, cacheStoragePolicy policy: URLCache.StoragePolicy
    ) {
      base.value.urlProtocol(urlProtocol, didReceive: response, cacheStoragePolicy: policy)
    }

    func urlProtocol(_ urlProtocol: URLProtocol, didLoad data: Data) {
      base.value.urlProtocol(urlProtocol, didLoad: data)
    }

    func urlProtocol(_ urlProtocol: URLProtocol, didReceive challenge: URLAuthenticationChallenge) {
      base.value.urlProtocol(urlProtocol, didReceive: challenge)
    }

    func urlProtocol(_ urlProtocol: URLProtocol, didCancel challenge: URLAuthenticationChallenge) {
      base.value.urlProtocol(urlProtocol, didCancel: challenge)
    }
  }

  /// A piece of work that is either started or revoked.
  private struct Attempt: Sendable {
    private enum State { case waiting, started, revoked }

    private let state = Guarded(State.waiting)

    func start() -> Bool { leaveWaiting(for: .started) }

    func revoke() -> Bool { leaveWaiting(for: .revoked) }

    private func leaveWaiting(for next: State) -> Bool {
      state.withLock { state in
        guard state == .waiting else { return false }
        state = next
        return true
      }
    }
  }
#endif
