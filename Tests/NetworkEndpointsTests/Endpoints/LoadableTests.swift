import NetworkTesting

@Suite("A loadable of one's own")
struct LoadableTests {
  @Test("a loadable of one's own is loaded like an endpoint")
  func load() async throws {
    let transport = FixedTransport { request in .json(["url": .string(request.url?.absoluteString ?? "")]) }
    let loader = EndpointLoader(transport: transport, host: "api.example.com")
    #expect(
      try await loader.load(PointsOfInterest(), with: Coordinate(latitude: 1.5, longitude: -2)) == [
        "https://api.example.com/points?at=1.5,-2.0"
      ])
  }

  @Test("a loadable of one's own has its decoding errors turned into load errors too")
  func decodingError() async throws {
    let loader = EndpointLoader(transport: FixedTransport(.json(["uri": ""])), host: "h")
    let error = try await #require(throws: LoadError.self) {
      try await loader.load(PointsOfInterest(), with: Coordinate(latitude: 0, longitude: 0))
    }
    #expect(error.reason == "$: the key \"url\" is missing")
  }

  @Test("a loadable of one's own gets the host around it, or nil")
  func host() async {
    let loader = EndpointLoader(transport: FixedTransport(HTTPResponse()))
    await #expect(throws: URLError(.unsupportedURL)) {
      try await loader.load(PointsOfInterest(), with: Coordinate(latitude: 0, longitude: 0))
    }
  }
}

private struct Coordinate {
  var latitude: Double
  var longitude: Double
}

/// The shape that many apps have already: a type that makes its request from a value and parses the answer.
private struct PointsOfInterest: Loadable {
  func makeRequest(with coordinate: Coordinate, host: URLHost?) throws -> URLRequest {
    guard let host, let url = URL(string: "https://\(host)/points?at=\(coordinate.latitude),\(coordinate.longitude)")
    else {
      throw URLError(.unsupportedURL)
    }
    return URLRequest(url: url)
  }

  func parse(_ response: HTTPResponse) throws -> [String] {
    [try JSONDecoder().decode(Body.self, from: response.body).url]
  }

  private struct Body: Decodable {
    var url: String
  }
}
