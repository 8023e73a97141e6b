import NetworkTesting

// What many stubs of one path cost, against few, by what tells them apart; and many globs.

private let most = 10_000.scaled

/// What stubs of one path may be told apart by.
struct Distinction: Sendable {
  let name: String
  /// A stub, and a request that it alone takes.
  let make: @Sendable (Int) -> (RequestMatcher, URLRequest)

  static let query = Self(name: "query") { number in
    (.get("/items").query("id", "\(number)"), request("/items?id=\(number)"))
  }

  static let header = Self(name: "header") { number in
    (.get("/items").header("X-Id", "\(number)"), request("/items", header: "\(number)"))
  }

  static let json = Self(name: "JSON") { number in
    (.post("/items").body(json: ["id": .integer(number)]), request("/items", body: #"{"id":\#(number)}"#))
  }

  static let operation = Self(name: "operation") { number in
    (
      .post("/items").graphQL("Items\(number)"),
      request("/items", body: #"{"operationName":"Items\#(number)","query":"query Items\#(number) { a }"}"#)
    )
  }

  static let host = Self(name: "host") { number in
    (.get("https://h\(number).example.com/items"), request("/items", host: "h\(number).example.com"))
  }

  static let glob = Self(name: "glob") { number in
    (.get("/files/\(number)/**"), request("/files/\(number)/\(number * 7919)"))
  }

  static let all = [query, header, json, operation, host, glob]

  /// Finds the right one among many stubs, against few, all requests new to the transport.
  var benchmark: Benchmark {
    let many = Told(most, make), few = Told(10, make)
    return Benchmark(
      name: "find among \(most.grouped) stubs of one path, by \(name)", bound: 1.5, repetitions: 1_000.scaled,
      samples: 51,
      subject: { try await many.search($0) }, floor: { try await few.search($0) })
  }

  /// Finds the right stub among so many, against nothing.
  func benchmark(among count: Int) -> Benchmark {
    let told = Told(count, make)
    return Benchmark(
      name: name, bound: 1, repetitions: 1_000.scaled, samples: 11, floorTime: .zero,
      subject: { try await told.search($0) }, floor: { _ in })
  }
}

private func request(
  _ path: String, host: String = "api.example.com", header: String? = nil, body: String? = nil
) -> URLRequest {
  var request = URLRequest(url: URL(string: "https://\(host)\(path)") ?? URL(fileURLWithPath: "/"))
  request.setValue(header, forHTTPHeaderField: "X-Id")
  guard let body else { return request }
  request.httpMethod = "POST"
  request.setValue("application/json", forHTTPHeaderField: "Content-Type")
  request.httpBody = Data(body.utf8)
  return request
}

/// A transport with stubs and a request for each, made where it is first used.
private actor Told {
  private let count: Int
  private let make: @Sendable (Int) -> (RequestMatcher, URLRequest)
  private lazy var pairs = (0..<count).map(make)
  private lazy var transport = MockTransport(pairs.map { $0.0.respond(status: 200).optional() })

  init(_ count: Int, _ make: @escaping @Sendable (Int) -> (RequestMatcher, URLRequest)) {
    self.count = count
    self.make = make
  }

  func search(_ repetitions: Int) async throws {
    for number in 0..<repetitions { _ = try await transport.send(pairs[(number * 7919) % count].1) }
  }
}
