import Foundation
import NetworkTesting

// What many stubs of one path cost, against few, by what tells them apart; and many globs.

private let most = 10_000.scaled
private let some = 1_000.scaled
/// As many as one endpoint of GraphQL may have operations.
private let several = 200

/// What stubs of one path may be told apart by.
struct Distinction: Sendable {
  let name: String
  /// Whether the index finds stubs by it, however many there are; others are asked one after the other.
  var isIndexed = false
  /// Whether ten thousand stubs are measured as well, which takes long.
  var isMeasuredAmongMost = false
  /// Whether the method and the URL tell them apart: then each request has a target that is not remembered.
  var isOfTarget = false
  /// A stub, and a request that it alone takes.
  let make: @Sendable (Int) -> (RequestMatcher, URLRequest)

  static let query = Self(name: "query", isOfTarget: true) { number in
    (.get("/items").query("id", "\(number)"), request("/items?id=\(number)"))
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

  static let host = Self(name: "host", isOfTarget: true) { number in
    (.get("https://h\(number).example.com/items"), request("/items", host: "h\(number).example.com"))
  }

  static let hostWildcard = Self(name: "host wildcard", isOfTarget: true) { number in
    (.get("https://*.h\(number).example.com/items"), request("/items", host: "a.h\(number).example.com"))
  }

  static let glob = Self(name: "glob", isIndexed: true, isOfTarget: true) { number in
    (.get("/files/\(number)/**"), request("/files/\(number)/\(number * 7919)"))
  }

  static let globStart = Self(name: "glob at the start", isOfTarget: true) { number in
    (.get("/**/\(number)"), request("/files/\(number * 7919)/\(number)"))
  }

  static let queryPrefix = Self(name: "query prefix", isMeasuredAmongMost: true, isOfTarget: true) { number in
    (.get("/items").query("id", .prefix("\(number)-")), request("/items?id=\(number)-a"))
  }

  static let regex = Self(name: "regex", isMeasuredAmongMost: true) { number in
    (.get("/items").header("X-Id", .regex("^\(number)$")), request("/items", header: "\(number)"))
  }

  static let all = [
    query, header, bearer, cookie, form, multipart, json, partOfJSON, text, bytes, operation, variables, host,
    hostWildcard, glob, globStart, queryPrefix, regex,
  ]

  /// Finds the right one among many stubs, against few, of the same requests: ten thousand of them fit into no cache, for either.
  ///
  /// What the index does not find is asked one after the other: ten times as many stubs take at most about ten times as long, and
  /// two hundred are hardly felt.
  var benchmarks: [Benchmark] {
    func benchmark(_ count: Int, against fewer: Int, _ bound: Bound, repetitions: Int) -> Benchmark {
      let subject = Told(count, of: count, self)
      let floor = Told(fewer, of: count, self)
      return Benchmark(
        name: "find among \(count.grouped) stubs of one path, by \(name)", bound: bound, repetitions: repetitions,
        samples: 51, subject: { try await subject.search($0) }, floor: { try await floor.search($0) })
    }
    if isIndexed { return [some, most].map { benchmark($0, against: 10, 1.5, repetitions: 1_000.scaled) } }
    let fewer = benchmark(several, against: 10, 15, repetitions: 100)
    return isMeasuredAmongMost ? [fewer, benchmark(most, against: some, 20, repetitions: 20)] : [fewer]
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
