import Foundation
import NetworkTesting

// What many stubs of one path cost, against few, by what tells them apart; and many globs.

private let most = 10_000.scaled, some = 1_000.scaled

/// What stubs of one path may be told apart by.
struct Distinction: Sendable {
  let name: String
  /// Whether it is an exact value, by which the index finds stubs however many there are.
  var isExact = true
  /// Whether the method and the URL tell them apart: then each request has a target that is not remembered.
  var isOfTarget = false
  /// A stub, and a request that it alone takes.
  let make: @Sendable (Int) -> (RequestMatcher, URLRequest)

  static let query = Self(name: "query", isOfTarget: true) { number in
    (.get("/items").query("id", "\(number)"), request("/items?id=\(number)"))
  }

  static let secondQuery = Self(name: "second query item", isOfTarget: true) { number in
    (.get("/items").query("state", "open").query("id", "\(number)"), request("/items?state=open&id=\(number)"))
  }

  static let twoQueries = Self(name: "two query items together", isOfTarget: true) { number in
    (
      .get("/items").query("row", "\(number / 100)").query("column", "\(number % 100)"),
      request("/items?row=\(number / 100)&column=\(number % 100)")
    )
  }

  static let header = Self(name: "header") { number in
    (.get("/items").header("X-Id", "\(number)"), request("/items", header: "\(number)"))
  }

  static let bearer = Self(name: "bearer") { number in
    (.get("/items").bearer(AccessToken(rawValue: "\(number)")), request("/items", "Authorization", "Bearer \(number)"))
  }

  static let cookie = Self(name: "cookie") { number in
    (.get("/items").cookie("id", "\(number)"), request("/items", "Cookie", "a=1; id=\(number)"))
  }

  static let form = Self(name: "form") { number in
    (
      .post("/items").form("id", "\(number)"),
      request("/items", body: "a=1&id=\(number)", type: "application/x-www-form-urlencoded")
    )
  }

  static let multipart = Self(name: "multipart") { number in
    (
      .post("/items").part("id", text: "\(number)"),
      request(
        "/items", body: "--x\r\nContent-Disposition: form-data; name=\"id\"\r\n\r\n\(number)\r\n--x--\r\n",
        type: "multipart/form-data; boundary=x")
    )
  }

  static let json = Self(name: "JSON") { number in
    (.post("/items").body(json: ["id": .integer(number)]), request("/items", body: #"{"id":\#(number)}"#))
  }

  static let partOfJSON = Self(name: "part of a JSON document") { number in
    (
      .post("/items").body(jsonContaining: ["item": ["id": .integer(number)], "kind": "tea"]),
      request("/items", body: #"{"kind":"tea","item":{"id":\#(number),"note":"n"}}"#)
    )
  }

  static let twoPaths = Self(name: "two JSON paths") { number in
    (
      .post("/items").body(at: "$.kind", "tea").body(at: "$.item.id", .integer(number)),
      request("/items", body: #"{"kind":"tea","item":{"id":\#(number)}}"#)
    )
  }

  static let text = Self(name: "text") { number in
    (.post("/items").body(text: "item \(number)"), request("/items", body: "item \(number)", type: "text/plain"))
  }

  static let bytes = Self(name: "bytes") { number in
    (.post("/items").body(Data("item \(number)".utf8)), request("/items", body: "item \(number)", type: "text/plain"))
  }

  static let operation = Self(name: "operation") { number in
    (
      .post("/items").graphQL("Items\(number)"),
      request("/items", body: #"{"operationName":"Items\#(number)","query":"query Items\#(number) { a }"}"#)
    )
  }

  static let variables = Self(name: "GraphQL variables") { number in
    (
      .post("/items").graphQL("Item", variables: ["id": .integer(number)]),
      request("/items", body: #"{"operationName":"Item","query":"query Item { a }","variables":{"id":\#(number)}}"#)
    )
  }

  static let either = Self(name: "||", isOfTarget: true) { number in
    (
      .get("/items").query("id", "\(number)") || .get("/things").query("id", "\(number)"),
      request("/items?id=\(number)")
    )
  }

  static let host = Self(name: "host", isOfTarget: true) { number in
    (.get("https://h\(number).example.com/items"), request("/items", host: "h\(number).example.com"))
  }

  static let hostWildcard = Self(name: "host wildcard", isOfTarget: true) { number in
    (.get("https://*.h\(number).example.com/items"), request("/items", host: "a.h\(number).example.com"))
  }

  static let glob = Self(name: "glob", isOfTarget: true) { number in
    (.get("/files/\(number)/**"), request("/files/\(number)/\(number * 7919)"))
  }

  static let globStart = Self(name: "glob at the start", isOfTarget: true) { number in
    (.get("/**/\(number)"), request("/files/\(number * 7919)/\(number)"))
  }

  static let queryPrefix = Self(name: "query prefix", isExact: false, isOfTarget: true) { number in
    (.get("/items").query("id", .prefix("\(number)-")), request("/items?id=\(number)-a"))
  }

  static let regex = Self(name: "regex", isExact: false) { number in
    (.get("/items").header("X-Id", .regex("^\(number)$")), request("/items", header: "\(number)"))
  }

  static let all = [
    query, secondQuery, twoQueries, header, bearer, cookie, form, multipart, json, partOfJSON, twoPaths, text, bytes,
    operation, variables, either, host, hostWildcard, glob, globStart, queryPrefix, regex,
  ]

  /// Those of the picture.
  static let shown = [query, header, json, operation, host, glob]

  /// Finds the right one among many stubs, against few, of the same requests: ten thousand of them fit into no cache, for either,
  /// and what counts is the table.
  ///
  /// What is not exact is scanned: ten times as many stubs take at most about ten times as long.
  var benchmarks: [Benchmark] {
    func benchmark(_ count: Int, against fewer: Int, _ bound: Bound) -> Benchmark {
      let (subject, floor) = (Told(count, of: count, self), Told(fewer, of: count, self))
      return Benchmark(
        name: "find among \(count.grouped) stubs of one path, by \(name)", bound: bound,
        repetitions: isExact ? 1_000.scaled : 20, samples: 51,
        subject: { try await subject.search($0) }, floor: { try await floor.search($0) })
    }
    return isExact
      ? [some, most].map { benchmark($0, against: 10, 1.5) }
      : [benchmark(most, against: some, 20)]
  }

  /// Finds the right stub among so many, against nothing.
  func benchmark(among count: Int) -> Benchmark {
    let told = Told(count, of: max(count, some), self)
    return Benchmark(
      name: name, bound: 1, repetitions: 1_000.scaled, samples: 11, floorTime: .zero,
      subject: { try await told.search($0) }, floor: { _ in })
  }
}

private func request(_ path: String, _ field: String, _ value: String) -> URLRequest {
  var request = request(path)
  request.setValue(value, forHTTPHeaderField: field)
  return request
}

private func request(
  _ path: String, host: String = "api.example.com", header: String? = nil, body: String? = nil,
  type: String = "application/json"
) -> URLRequest {
  var request = URLRequest(url: URL(string: "https://\(host)\(path)") ?? URL(fileURLWithPath: "/"))
  request.setValue(header, forHTTPHeaderField: "X-Id")
  guard let body else { return request }
  request.httpMethod = "POST"
  request.setValue(type, forHTTPHeaderField: "Content-Type")
  request.httpBody = Data(body.utf8)
  return request
}

/// A transport with stubs, and requests for them in turn, made where it is first used.
private actor Told {
  /// More targets than a transport remembers.
  private static let targets = 11_000

  private let count, requestCount: Int
  private let distinction: Distinction
  private lazy var requests = (0..<requestCount).map { number in
    let request = distinction.make(number % count).1
    return distinction.isOfTarget ? request.withTarget(number) : request
  }
  private lazy var transport = MockTransport((0..<count).map { distinction.make($0).0.respond(status: 200).optional() })
  private var next = 0

  init(_ count: Int, of requests: Int? = nil, _ distinction: Distinction) {
    (self.count, self.distinction) = (count, distinction)
    requestCount = max(requests ?? count, distinction.isOfTarget ? Self.targets : 0)
  }

  func search(_ repetitions: Int) async throws {
    for _ in 0..<repetitions {
      _ = try await transport.send(requests[(next * 7919) % requestCount])
      next += 1
    }
  }
}

extension URLRequest {
  /// Returns the request with a URL that no other has.
  fileprivate func withTarget(_ number: Int) -> URLRequest {
    var copy = self
    copy.url = url.flatMap { URL(string: "\($0)\($0.query == nil ? "?" : "&")n=\(number)") }
    return copy
  }
}
