import NetworkTesting

@Suite("An endpoint")
struct EndpointTests {
  @Test(
    "an endpoint says its method and path on one line",
    arguments: [
      ("items/latest", "GET items/latest"), ("/items", "GET /items"), ("", "GET /"), ("a\r\nb", "GET a\\r\\nb"),
      ("users/ada@example.com", "GET users/ada@example.com"), ("search?token=s3cret", "GET search?…"),
      ("c#s3cret", "GET c#…"),
      ("https://user:s3cret@h/p?token=s3cret", "GET https://•••@h/p?…"), ("\u{202E}a", "GET \\u{202E}a"),
    ])
  func description(path: String, expected: String) {
    #expect(Endpoint<EndpointKinds.Public, Void>(path: path).description == expected)
  }

  @Test("an endpoint says the beginning of a long path")
  func longPath() {
    let endpoint = Endpoint<EndpointKinds.Public, Void>(path: String(repeating: "a", count: 200))
    #expect(endpoint.description == "GET " + String(repeating: "a", count: 100) + "… (200 characters)")
  }

  @Test("an endpoint sends what it is made of")
  func request() throws {
    let endpoint = Endpoint<EndpointKinds.Private, Item>(
      method: .put, path: "items/1", queryItems: [URLQueryItem(name: "notify", value: "no")],
      headers: ["Accept": "application/json"], body: .json(Item(id: 1, title: "Tea")))
    let request = try endpoint.makeRequest(with: "12345", host: "api.example.com/v2")
    #expect(request.url?.absoluteString == "https://api.example.com/v2/items/1?notify=no")
    #expect(request.httpMethod == "PUT")
    #expect(
      request.allHTTPHeaderFields == [
        "Accept": "application/json", "Content-Type": "application/json", "Authorization": "Bearer 12345",
      ])
    #expect(request.httpBody == Data(#"{"id":1,"title":"Tea"}"#.utf8))
  }

  @Test("an endpoint has a time-out of its own, or that of the session")
  func timeout() throws {
    let endpoint = Endpoint<EndpointKinds.Public, Void>(path: "report", timeout: .milliseconds(2500))
    #expect(try endpoint.makeRequest(host: "test").timeoutInterval == 2.5)
    let usual = try #require(URL(string: "https://test"))
    #expect(
      try Endpoint<EndpointKinds.Public, Void>(path: "a").makeRequest(host: "test").timeoutInterval
        == URLRequest(url: usual).timeoutInterval)
  }

  @Test("an endpoint refuses a query in its path, and says where it goes, without its values")
  func queryInPath() throws {
    let error = #expect(throws: InvalidEndpointError.self) {
      try Endpoint<EndpointKinds.Public, Void>(path: "search?q=tea&token=s3cret").makeRequest(host: "test")
    }
    #expect(error?.code == .invalidPath)
    #expect(
      error?.description == """
        Cannot make a request from GET search?…, because its path has a question mark: give a query as queryItems: \
        [URLQueryItem(name: "q", value: …), URLQueryItem(name: "token", value: …)], and write %3F for a question mark that \
        belongs to the path.
        """)
    let marked = try Endpoint<EndpointKinds.Public, Void>(path: "what%3F").makeRequest(host: "test")
    #expect(marked.url?.absoluteString == "https://test/what%3F")
  }

  @Test("an endpoint makes the same request each time")
  func stable() throws {
    let endpoint = Endpoint<EndpointKinds.Public, Void>(
      method: .post, path: "p", headers: ["B": "1", "A": "2"], body: .json(["b": 1, "a": 2]))
    #expect(try endpoint.makeRequest(host: "h") == endpoint.makeRequest(host: "h"))
  }

  @Test("an endpoint without a host, and with none around, is an error that says how to name one")
  func missingHost() throws {
    let error = try #require(throws: InvalidEndpointError.self) {
      try Endpoint<EndpointKinds.Public, Void>(path: "p").makeRequest()
    }
    #expect(error.code == .missingHost)
    #expect(error.endpoint == "GET p")
  }

  @Test("an endpoint can be changed after it was made")
  func mutation() throws {
    var endpoint = Endpoint<EndpointKinds.Public, Void>(path: "a")
    endpoint.path = "b"
    endpoint.queryItems.append(URLQueryItem(name: "q", value: nil))
    endpoint.headers["X-A"] = "1"
    endpoint.method = .delete
    let request = try endpoint.makeRequest(host: "h")
    #expect(request.url?.absoluteString == "https://h/b?q")
    #expect(request.httpMethod == "DELETE")
    #expect(request.value(forHTTPHeaderField: "X-A") == "1")
  }

  @Test("an endpoint keeps a sample answer for previews and tests")
  func sample() throws {
    let endpoint = Endpoint<EndpointKinds.Public, Item>(path: "p", sample: .json(["id": 1, "title": "Tea"]))
    #expect(try endpoint.sample.map(endpoint.parse) == Item(id: 1, title: "Tea"))
  }
}
