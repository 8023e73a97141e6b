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

    @Test("is there with its head, and gives out what has come before the rest is sent")
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

    @Test("is whole in the end")
    func whole() async throws {
      let response = try await stream("search.json").response()
      #expect(response.body == (try RepositoryFixture.data("search.json")))
    }

    @Test("with a status other than success is an error with the whole answer")
    func status() async throws {
      let error = await #expect(throws: LoadError.self) { try await stream("nowhere") }
      #expect(error?.response.status == 404)
      #expect(error?.response.body.isEmpty == false)
    }

    @Test("that is cancelled ends the call with `cancelled`, before its head and after")
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

    @Test("that is not read holds the service up if that is asked for, and is whole in the end")
    func unread() async throws {
      let host = try await LocalServer.shared().host
      let transport = URLSessionTransport(session: URLSession(configuration: .ephemeral), mostUnread: 1 << 20)
      func request(_ path: String) throws -> URLRequest {
        URLRequest(url: try #require(URL(string: "\(host)/floods/\(path)")))
      }
      var iterators: [StreamIterator<Data>] = []
      var counts: [Int] = []
      for index in 0..<4 {
        var iterator = try await transport.stream(request("\(name)-\(index)")).makeAsyncIterator()
        counts.append(try await iterator.next()?.count ?? 0)
        iterators.append(iterator)
      }
      // As long as this takes, the others could have gone on.
      let whole = try await transport.stream(request("\(name)-whole"))
      var count = 0
      for try await chunk in whole { count += chunk.count }
      #expect(count == 64 << 20)
      for index in iterators.indices {
        let sent = try await URLSessionTransport().send(request("\(name)-\(index)/sent")).body
        // Systems hold some megabytes between the two.
        #expect(try #require(Int(String(decoding: sent, as: UTF8.self))) < 32 << 20)
      }
      var first = iterators.removeFirst()
      while let chunk = try await first.next() { counts[0] += chunk.count }
      #expect(counts[0] == 64 << 20)
    }

    @Test("from nowhere is the session's error")
    func refused() async {
      let request = URLRequest(url: URL(fileURLWithPath: "/nowhere"))
      await #expect(throws: URLError.self) { try await URLSessionTransport().stream(request) }
    }
  }
#endif
