import Foundation
import NetworkEndpoints
import NetworkSimulation
import NetworkTesting

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Places orders, and tries again when the service takes too long.
protocol OrderModel: Sendable {
  init(transport: any HTTPTransport, clock: any Clock<Duration>)
  func placeOrder() async throws
}

/// A time-out does not say that nothing happened: the service may have taken the order.
struct BlindOrderModel: OrderModel {
  private let retrying: Retrying

  init(transport: any HTTPTransport, clock: any Clock<Duration>) {
    retrying = Retrying(transport: transport, clock: clock)
  }

  func placeOrder() async throws {
    try await retrying.send { .order }
  }
}

/// Gives the order a key, by which the service knows it again.
struct KeyedOrderModel: OrderModel {
  private let retrying: Retrying

  init(transport: any HTTPTransport, clock: any Clock<Duration>) {
    retrying = Retrying(transport: transport, clock: clock)
  }

  func placeOrder() async throws {
    let key = UUID().uuidString
    try await retrying.send {
      var request = URLRequest.order
      request.setValue(key, forHTTPHeaderField: "Idempotency-Key")
      return request
    }
  }
}

/// Places one order; the service must not have got two.
func placeOneOrder<Model: OrderModel>(with _: Model.Type) async throws {
  let service = OrderService()
  let transport = MockTransport(
    .post("/orders").respond { await service.take($0.headers["Idempotency-Key"]) }
  )
  try? await Model(transport: transport, clock: .simulated).placeOrder()
  let count = await service.count
  guard count <= 1 else { throw Bug("has ordered \(count) times") }
}

private struct Retrying {
  let transport: any HTTPTransport
  let clock: any Clock<Duration>

  func send(_ request: @escaping @Sendable () -> URLRequest) async throws {
    for attempt in 0..<3 {
      if attempt > 0 { try await clock.sleep(for: .milliseconds(100 << attempt)) }
      let hasAnswered = await withTaskGroup(of: Bool.self) { group in
        group.addTask { (try? await transport.send(request()))?.status == 201 }
        group.addTask {
          try? await clock.sleep(for: .milliseconds(500))
          return false
        }
        defer { group.cancelAll() }
        return await group.next() ?? false
      }
      if hasAnswered { return }
    }
    throw URLError(.timedOut)
  }
}

/// A service that takes an order, and then some time to say so.
private actor OrderService {
  private(set) var count = 0
  private var keys: Set<String> = []

  func take(_ key: String?) async -> HTTPResponse {
    if let key, !keys.insert(key).inserted { return HTTPResponse(status: 201) }
    count += 1
    try? await VirtualClock.simulated.sleep(for: .milliseconds(count % 2 == 1 ? 450 : 0))
    return HTTPResponse(status: 201)
  }
}

extension URLRequest {
  fileprivate static var order: URLRequest {
    var request = URLRequest.to("/orders")
    request.httpMethod = "POST"
    return request
  }
}
