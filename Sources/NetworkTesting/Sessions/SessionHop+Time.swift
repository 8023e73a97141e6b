import NetworkEndpoints

#if canImport(FoundationNetworking)
  import FoundationNetworking
#else
  import Foundation
#endif

// A session keeps two limits: how long nothing may come, and how long all of it may take. A mock transport keeps the first
// by itself.
extension SessionHop {
  /// Sends a request through a transport that need not know of time.
  func load(_ sent: URLRequest, from transport: any HTTPTransport) {
    let timeline = Timeline(on: lease.clock)
    let heard = Guarded(Duration.zero)
    let progress: @Sendable () -> Void = { heard.withLock { $0 = timeline.elapsed } }
    limit(silence: sent.timeLimit, heard, on: timeline)
    limitAll(on: timeline)
    call.run {
      do {
        let stream = try await transport.stream(sent)
        progress()
        relay(stream, progress: progress)
      } catch {
        fail(error)
      }
    }
  }

  /// Ends the call when all of it takes longer than the session allows.
  func limitAll(on timeline: Timeline) {
    // The time of a redirect's calls is one; it began with the first.
    guard redirects == 0, let limit = lease.settings.resourceLimit else { return }
    call.run {
      guard (try? await timeline.sleepTimeLimit(until: limit)) != nil else { return }
      fail(URLError(.timedOut))
    }
  }

  private func limit(silence limit: Duration?, _ heard: Guarded<Duration>, on timeline: Timeline) {
    guard let limit else { return }
    call.run {
      while true {
        let due = heard.withLock { $0 } + limit
        guard (try? await timeline.sleepTimeLimit(until: due)) != nil else { return }
        if heard.withLock({ $0 }) + limit <= due { return fail(URLError(.timedOut)) }
      }
    }
  }
}
