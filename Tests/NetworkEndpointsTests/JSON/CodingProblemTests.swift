import NetworkTesting

@Suite("The reason of a load error")
struct CodingProblemTests {
  @Test(
    "the reason of a load error names the place in the body and what is wrong there",
    arguments: [
      (#"{"items":[{"id":1,"title":"a"},{"id":"2","title":"b"}]}"#, "$.items[1].id: "),
      (#"{"items":[{"id":1}]}"#, "$.items[0]: the key \"title\" is missing"),
      (#"{"items":[{"id":1,"title":null}]}"#, "$.items[0].title: "),
      (#"{"items":{}}"#, "$.items: "),
      (#"{}"#, "$: the key \"items\" is missing"),
      (#"[]"#, "$: "),
      (#""#, "$: "),
      (#"{"items":[}"#, "$: "),
      (#"<html></html>"#, "$: "),
    ])
  func place(json: String, start: String) async throws {
    let reason = try await reason(json)
    #expect(reason.hasPrefix(start), "\(reason)")
    #expect(!reason.hasSuffix("."))
  }

  @Test("the reason of a load error of what is no JSON says where it stops being some, where Foundation knows")
  func noJSON() async throws {
    let place = NSError(domain: "d", code: 1, userInfo: [NSDebugDescriptionErrorKey: "Odd character around line 2."])
    let error = DecodingError.dataCorrupted(
      .init(codingPath: [], debugDescription: "The data is no JSON.", underlyingError: place))
    let endpoint = Endpoint<EndpointKinds.Public, Void>(path: "p", response: ResponseParser { _ in throw error })
    let thrown = try await #require(throws: LoadError.self) {
      try await EndpointLoader(transport: FixedTransport(HTTPResponse()), host: "h").load(endpoint: endpoint)
    }
    #expect(thrown.reason == "$: The data is no JSON (Odd character around line 2.)")
  }

  private func reason(_ json: String) async throws -> String {
    let transport = FixedTransport(HTTPResponse(body: Data(json.utf8)))
    let error = try await #require(throws: LoadError.self) {
      try await EndpointLoader(transport: transport, host: "h")
        .load(endpoint: Endpoint<EndpointKinds.Public, Page>(path: "p"))
    }
    return try #require(error.reason)
  }

  private struct Page: Decodable {
    var items: [Item]
  }
}
