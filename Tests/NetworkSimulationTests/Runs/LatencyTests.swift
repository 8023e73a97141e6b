import NetworkTesting
import TestSupport
import Testing

@testable import NetworkSimulation
@testable import NetworkStubs

@Suite("The two ways of a simulated request", .timeLimit(.minutes(15)))
struct LatencyTests {
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("A service answers at any moment between the request and the arrival of its answer")
  func moments() async throws {
    let moments = Protected<Set<String>>([])
    for seed in 1...100 as ClosedRange<UInt64> {
      let run = await Exploration().replay(seed) {
        let clock = VirtualClock.simulated
        let asked = Protected(VirtualClock.Instant())
        let transport = MockTransport(
          .get("/a").respond { _ in
            asked.withLock { $0 = clock.now }
            return HTTPResponse(status: 204)
          })
        _ = try await transport.send(.to("/a"))
        let (begin, end) = (asked.withLock { $0.offset }, clock.now.offset)
        moments.withLock { moments in
          _ = moments.insert(end == .zero ? "no latency" : begin == .zero ? "early" : begin == end ? "late" : "between")
        }
      }
      #expect(run.error == nil)
    }
    #expect(moments.withLock { $0 } == ["no latency", "early", "late", "between"])
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("Requests overtake each other on their way")
  func overtaking() async throws {
    let orders = Protected<Set<[Int]>>([])
    for seed in 1...50 as ClosedRange<UInt64> {
      _ = await Exploration().replay(seed) {
        let order = Protected<[Int]>([])
        let transport = MockTransport(
          .get("/{number}").respond { request in
            order.withLock { $0.append(request.path == "/1" ? 1 : 2) }
            return HTTPResponse(status: 204)
          })
        try await together({ _ = try await transport.send(.to("/1")) }, { _ = try await transport.send(.to("/2")) })
        orders.withLock { orders in order.withLock { _ = orders.insert($0) } }
      }
    }
    #expect(orders.withLock { $0 } == [[1, 2], [2, 1]])
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("A delay is kept to the second, and a time-out begins at the service")
  func exact() async throws {
    for seed in 1...30 as ClosedRange<UInt64> {
      let delayed = await Exploration().replay(seed) {
        let transport = MockTransport(.get("/a").respond(with: .text("a")).delayed(by: .seconds(7)))
        _ = try await transport.send(.to("/a"))
      }
      #expect(delayed.time == .seconds(7))
      #expect(delayed.error == nil)
      let stalled = await Exploration().replay(seed) {
        let transport = MockTransport(.get("/a").respond(with: .fault(.stalled)))
        _ = try? await transport.send(.to("/a"))
      }
      // It waits from when the service has the request.
      #expect(stalled.time >= .seconds(60) && stalled.time <= .seconds(61))
    }
  }
}
