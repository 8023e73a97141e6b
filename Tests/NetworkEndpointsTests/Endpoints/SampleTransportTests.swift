import Foundation
import NetworkEndpoints
import NetworkTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("A transport of samples")
struct SampleTransportTests {
  private typealias Texts = Endpoint<EndpointKinds.Public, JSONValue>

  private static func endpoint(_ path: String, query: [URLQueryItem] = [], method: HTTPMethod = .get, _ text: String?)
    -> Texts
  {
    Texts(method: method, path: path, queryItems: query, sample: text.map { .json(.string($0)) })
  }

  private static let transport = SampleTransport(
    samplesOf: endpoint("items", "all"), endpoint("items", method: .post, "made"),
    endpoint("search", query: [URLQueryItem(name: "q", value: "a b")], "found"), endpoint("search", "others"),
    endpoint("v2/items", "newer"), endpoint("größe", "big"), endpoint("none", nil))

  @Test(
    "answers with the sample of the endpoint that is asked for",
    arguments: [
      (Texts(path: "items"), "all"), (Texts(method: .post, path: "items"), "made"), (Texts(path: "v2/items"), "newer"),
      (Texts(path: "/search", queryItems: [URLQueryItem(name: "q", value: "a b")]), "found"),
      (Texts(path: "search", queryItems: [URLQueryItem(name: "q", value: "tea")]), "found"),
      (Texts(path: "search"), "others"), (Texts(path: "größe"), "big"),
    ])
  private func answers(endpoint: Texts, text: String) async throws {
    for host: URLHost in ["demo", "https://demo/api"] {
      let loader = EndpointLoader(transport: Self.transport, host: host)
      #expect(try await loader.load(endpoint: endpoint) == .string(text))
    }
  }

  @Test("a request without a sample is an error that says what to do")
  func missing() async throws {
    let loader = EndpointLoader(transport: Self.transport, host: "demo")
    let error = await #expect(throws: MissingSampleError.self) {
      try await loader.load(endpoint: Texts(method: .delete, path: "items"))
    }
    #expect(
      error?.description.hasPrefix("No sample answers DELETE /items: the transport has GET items, POST items,") == true)
    let other = await #expect(throws: MissingSampleError.self) { try await loader.load(endpoint: Texts(path: "none")) }
    #expect(
      other?.description == "The endpoint GET none has no sample. Give it one, as in Endpoint(…, sample: .json(…)).")
  }

  @Test("an answer may take its time, and be given up")
  func delay() async throws {
    let clock = VirtualClock()
    let loader = EndpointLoader(transport: Self.transport.delayed(by: .seconds(3), on: clock), host: "demo")
    async let answer = loader.load(endpoint: Texts(path: "items"))
    try await clock.waitForSleepers(1)
    clock.advance(by: .seconds(3))
    #expect(try await answer == "all")
    let task = Task { try await loader.load(endpoint: Texts(path: "items")) }
    try await clock.waitForSleepers(1)
    task.cancel()
    let error = await #expect(throws: URLError.self) { try await task.value }
    #expect(error?.code == .cancelled)
  }

  @Test("an error takes the place of each answer")
  func failing() async throws {
    let loader = EndpointLoader(transport: Self.transport.failing(with: .timedOut), host: "demo")
    let error = await #expect(throws: URLError.self) { try await loader.load(endpoint: Texts(path: "items")) }
    #expect(error?.code == .timedOut)
  }
}
