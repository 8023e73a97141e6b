import NetworkTesting

@Suite(.host("test"))
struct RequestTests {
  @Test("a query item is part of the URL")
  func queryItems() throws {
    let endpoint = Endpoint<EndpointKinds.Stub, String>(path: "path", queryItems: [URLQueryItem(name: "a", value: "1")])
    let request = try endpoint.makeRequest()
    #expect(try request.url == URLHost.current?.expectedURL(withPath: "path?a=1"))
  }

  @Test(
    "a search term is encoded", arguments: [("tea & cake", "tea%20%26%20cake"), ("C++", "C%2B%2B"), ("茶", "%E8%8C%B6")])
  func searchTerm(term: String, encoded: String) throws {
    let request = try Endpoint.search(for: term).makeRequest()
    #expect(try request.url == URLHost.current?.expectedURL(withPath: "search?q=\(encoded)"))
  }

  @Test("a token goes into Authorization")
  func token() throws {
    let request = try Endpoint.latestItem.makeRequest(with: "12345")
    #expect(request.value(forHTTPHeaderField: "Authorization") == "Bearer 12345")
  }
}
