#if os(macOS) || os(Linux)
  import Foundation
  import NetworkEndpoints
  import NetworkTesting
  import TestSupport

  #if canImport(FoundationNetworking)
    import FoundationNetworking
  #endif

  @Suite("A live stream, with a real server", .localServer)
  struct URLSessionTransportStreamTests {
    private let name = UUID().uuidString

    private func stream(_ path: String) async throws -> HTTPStream {
      let host = try await LocalServer.shared().host
      let loader = EndpointLoader(transport: URLSessionTransport(), host: host)
      return try await loader.stream(endpoint: Endpoint<EndpointKinds.Public, Data>(path: path))
    }

    @Test(
      "a live stream, with a real server, is there with its head, and gives out what has come before the rest is sent")
    func chunks() async throws {
      let stream = try await stream("streams/\(name)")
      #expect(stream.status == 200)
      #expect(stream.headers["content-type"] == "application/json")
      #expect(stream.url?.path == "/streams/\(name)")
      var lines = stream.lines.makeAsyncIterator()
      #expect(try await lines.next() == "first")
      _ = try await self.stream("streams/\(name)/go").response()
      #expect(try await lines.next() == "second")
      #expect(try await lines.next() == nil)
    }

    @Test("a live stream, with a real server, is whole in the end")
    func whole() async throws {
      let response = try await stream("search.json").response()
      #expect(response.body == (try RepositoryFixture.data("search.json")))
    }

    @Test("a live stream, with a real server, with a status other than success is an error with the whole answer")
    func status() async throws {
      let error = await #expect(throws: LoadError.self) { try await stream("nowhere") }
      #expect(error?.response.status == 404)
      #expect(error?.response.body.isEmpty == false)
    }

    @Test(
      "a live stream, with a real server, that is cancelled ends the call with `cancelled`, before its head and after")
    func cancelled() async throws {
      let early = Task { try await stream("streams/\(name)") }
      early.cancel()
      await #expect(throws: URLError(.cancelled)) { try await early.value }
      let (lines, line) = AsyncStream.makeStream(of: String.self)
      let late = Task {
        for try await text in try await stream("streams/\(name)").lines { line.yield(text) }
      }
      for await text in lines.prefix(1) { #expect(text == "first") }
      late.cancel()
      _ = await late.result
    }

    @Test("a live stream, with a real server, from nowhere is the session's error")
    func refused() async {
      let request = URLRequest(url: URL(fileURLWithPath: "/nowhere"))
      let error = await #expect(throws: URLError.self) { try await URLSessionTransport().stream(request) }
      #expect(error?.code == .unsupportedURL)
    }
  }
#endif
