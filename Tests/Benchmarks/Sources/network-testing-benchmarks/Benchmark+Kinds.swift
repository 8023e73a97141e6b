import Foundation
import NetworkTesting

// What a large body costs with many stubs of its path, against one: what belongs to the request is done once.

extension Benchmark {
  /// One for each kind of body, with forty stubs that ask for something else, and one that takes it.
  static let kinds = LargeBody.all.map { body in
    Benchmark(
      name: "match 1 MB of \(body.name) with 40 stubs", bound: 3, repetitions: 1, samples: 11,
      subject: { _ in try await body.send(to: 40) },
      floor: { _ in try await body.send(to: 1) })
  }
}

/// A body of a megabyte, and matchers that ask for what it does not have.
private struct LargeBody: Sendable {
  let name: String
  var type = "application/json"
  let body: Data
  let other: @Sendable (Int) -> RequestMatcher

  init(
    _ name: String, type: String = "application/json", _ body: String,
    other: @escaping @Sendable (Int) -> RequestMatcher
  ) {
    self.name = name
    self.type = type
    self.body = Data(body.utf8)
    self.other = other
  }

  func send(to count: Int) async throws {
    var request = URLRequest(url: URL(string: "https://api.example.com/items") ?? URL(fileURLWithPath: "/"))
    request.httpMethod = "POST"
    request.setValue(type, forHTTPHeaderField: "Content-Type")
    request.httpBody = body
    let stubs = (1..<max(count, 2)).map { other($0).respond(status: 400).optional() }
    _ = try await MockTransport(stubs + [.post("/items").respond(status: 201)]).send(request)
  }

  static let all = [
    LargeBody("digits", String(repeating: "1234567890", count: 100_000)) { .post("/items").body(json: .integer($0)) },
    LargeBody("numbers", "[" + (0..<150_000).map(String.init).joined(separator: ",") + "]") {
      .post("/items").body(json: [.integer(-$0)])
    },
    LargeBody("letters", "\"" + String(repeating: "abcdefghij", count: 100_000) + "\"") {
      .post("/items").body(text: .prefix("\($0)"))
    },
    LargeBody(
      "pairs", type: "application/x-www-form-urlencoded", (0..<100_000).map { "k\($0)=1" }.joined(separator: "&")
    ) { .post("/items").form("k\($0)", "2") },
    LargeBody(
      "percent signs", type: "application/x-www-form-urlencoded", "a=" + String(repeating: "%41", count: 330_000)
    ) { .post("/items").form("a", "\($0)") },
    LargeBody(
      "multipart", type: "multipart/form-data; boundary=x",
      "--x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n" + String(repeating: "abcdefghij", count: 100_000)
        + "\r\n--x--\r\n"
    ) { .post("/items").part("a", text: "\($0)") },
    LargeBody(
      "nested lists",
      String(repeating: "[", count: 500) + String(repeating: "1,", count: 500_000) + "1"
        + String(repeating: "]", count: 500)
    ) { .post("/items").body(jsonContaining: [.integer($0)]) },
  ]
}
