#if os(macOS) || os(Linux)
  import NetworkTesting
  import TestSupport

  @Suite("The live transport, with a real server", .localServer)
  struct URLSessionTransportTests {
    @Test("the live transport, with a real server, loads JSON")
    func json() async throws {
      let user = try await load(Endpoint<EndpointKinds.Public, User>(path: "users/ada.json"))
      #expect(user.name == "Ada Lovelace")
      #expect(user.address.street == "12 St James’s Square")
    }

    @Test("the live transport, with a real server, loads JSON of any shape, past a repeated query")
    func list() async throws {
      let items = ["swift", "tea bowl & cup", "swift"].map { URLQueryItem(name: "q", value: $0) }
      let hits = try await load(Endpoint<EndpointKinds.Public, [JSONValue]>(path: "search.json", queryItems: items))
      #expect(hits.count > 10)
      #expect(hits.first?["category"]?["id"] == "books/programming")
    }

    @Test(
      "the live transport, with a real server, loads text and bytes as they are",
      arguments: ["notes.txt", "images/pixel.png", "downloads/every-byte.bin"])
    func bytes(name: String) async throws {
      let expected = try RepositoryFixture.data(name)
      #expect(try await load(Endpoint<EndpointKinds.Public, Data>(path: name)) == expected)
      let text = try await load(Endpoint<EndpointKinds.Public, String>(path: name))
      #expect(text == String(decoding: expected, as: UTF8.self))
    }

    @Test("the live transport, with a real server, brings the answer's fields, address and status")
    func answer() async throws {
      let host = try await LocalServer.shared().host
      let response = try await load(
        Endpoint<EndpointKinds.Public, HTTPResponse>(path: "images/pixel.png", response: .whole))
      #expect(response.status == 200)
      #expect(response.headers["content-type"] == "image/png")
      #expect(response.headers["Content-Length"] == "\(response.body.count)")
      #expect(response.headers["Server"]?.hasPrefix("SimpleHTTP") == true)
      #expect(response.url?.absoluteString == "\(host)/images/pixel.png")
    }

    @Test("the live transport, with a real server, keeps the platform's response to itself")
    func noLeak() async throws {
      let response = try await load(Endpoint<EndpointKinds.Public, HTTPResponse>(path: "notes.txt", response: .whole))
      let parts = Mirror(reflecting: response).children.map { String(describing: type(of: $0.value)) }
      #expect(parts == ["Int", "HTTPHeaders", "Data", "Optional<URL>"])
    }

    @Test("the live transport, with a real server, sends a method of one's own, here for the fields without the body")
    func head() async throws {
      let endpoint = Endpoint<EndpointKinds.Public, HTTPResponse>(
        method: HTTPMethod(rawValue: "HEAD"), path: "search.json", response: .whole)
      let response = try await load(endpoint)
      #expect(response.headers["Content-Length"] == "\(try RepositoryFixture.data("search.json").count)")
      #expect(response.body.isEmpty)
    }

    @Test(
      "the live transport, with a real server, hands on what the server refuses, with its words",
      arguments: [(HTTPMethod.get, 404), ("BREW", 501), (.post, 501)])
    func refused(method: HTTPMethod, status: Int) async throws {
      let endpoint = Endpoint<EndpointKinds.Public, Void>(method: method, path: "no/such/file.json")
      let error = try await #require(throws: LoadError.self) { try await load(endpoint) }
      #expect(error.code == .unacceptableStatus)
      #expect(error.response.status == status)
      #expect(String(decoding: error.response.body, as: UTF8.self).contains("\(status)"))
    }

    @Test("the live transport, with a real server, finds files by paths that need encoding")
    func encodedPath() async throws {
      let error = try await #require(throws: LoadError.self) {
        try await load(Endpoint<EndpointKinds.Public, Void>(path: "é ü/100%%3F#"))
      }
      #expect(error.response.url?.path == "/é ü/100%?#")
    }

    @Test("the live transport, with a real server, answers many requests at once, each with its own")
    func parallel() async throws {
      let names = ["users/ada.json", "notes.txt", "images/pixel.png", "items/latest.json", "errors/not-found.json"]
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<50 {
          group.addTask {
            let name = names[number % names.count]
            let data = try await load(Endpoint<EndpointKinds.Public, Data>(path: name))
            #expect(try data == RepositoryFixture.data(name))
          }
        }
        try await group.waitForAll()
      }
    }

    @Test("the live transport, with a real server, throws a URL error where nothing listens")
    func refusedConnection() async throws {
      let loader = EndpointLoader(transport: URLSessionTransport(), host: ClosedPort.host)
      let error = await #expect(throws: URLError.self) {
        try await loader.load(endpoint: Endpoint<EndpointKinds.Public, Void>(path: "p"))
      }
      #expect(error?.code == .cannotConnectToHost)
    }

    @Test("the live transport, with a real server, throws a URL error for an answer that is not HTTP")
    func noHTTP() async throws {
      let file = RepositoryFixture.folder.appendingPathComponent("notes.txt")
      let error = await #expect(throws: URLError.self) { try await URLSessionTransport().send(URLRequest(url: file)) }
      #expect(error?.code == .unsupportedURL)
    }

    @Test(
      "the live transport, with a real server, is what a loader uses where nothing else is said, once a test says that it means it",
      .liveNetwork)
    func ambient() async throws {
      let host = try await LocalServer.shared().host
      let text = try await EndpointLoader(host: host)
        .load(endpoint: Endpoint<EndpointKinds.Public, String>(path: "notes.txt"))
      #expect(text.hasPrefix("Packing notes"))
    }

    private func load<Response>(_ endpoint: Endpoint<EndpointKinds.Public, Response>) async throws -> Response {
      let host = try await LocalServer.shared().host
      return try await EndpointLoader(transport: URLSessionTransport(), host: host).load(endpoint: endpoint)
    }
  }

  private struct User: Decodable {
    struct Address: Decodable {
      var street: String
    }

    var name: String
    var address: Address
  }
#endif
