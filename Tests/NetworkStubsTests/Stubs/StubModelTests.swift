import Foundation
import NetworkEndpoints
import TestSupport
import Testing

@testable import NetworkStubs

/// Drawn lists of stubs against a plain reading of the documentation, which knows no index and no matcher.
struct StubModelTests {
  @Test(
    "the first of many stubs that takes a request and is not used up answers", arguments: Effort.seeds(30, full: 3_000)
  )
  func first(seed: UInt64) {
    var random = Dice(seed: seed)
    let isOnePath = random.number(0...1) == 0
    let models = random.list(1...250) { $0.modelStub(isOnePath: isOnePath) }
    let limits = models.map { _ in random.pick([nil, nil, nil, 1, 2]) }
    let stubs = zip(models, limits).map { model, limit in
      let stub = model.matcher.respond(status: 200)
      return limit.map { stub.times($0) } ?? stub
    }
    var table = StubTable()
    // Some before the first request, and some between requests.
    var added = stubs.count / 2
    _ = table.add(stubs[..<added])
    var uses = stubs.map { _ in 0 }
    for number in 1...60 {
      if number % 10 == 0 {
        let next = min(stubs.count, added + stubs.count / 10 + 1)
        _ = table.add(stubs[added..<next])
        added = next
      }
      let request = random.modelRequest(isOnePath: isOnePath)
      let expected = (0..<added).first { uses[$0] < limits[$0] ?? .max && models[$0].takes(request) }
      if let expected { uses[expected] += 1 }
      let taken = table.take(RequestReader(request.received), number: number)?.stub
      let found = stubs[..<added].firstIndex { $0.definition === taken }
      #expect(
        found == expected,
        "\(request.received) \(request.text): \(found.map { models[$0].matcher.description } ?? "none") in place of \(expected.map { models[$0].matcher.description } ?? "none")"
      )
    }
  }
}

private struct ModelRequest {
  var host = "h1.test"
  var path: [String] = ["a"]
  var query: [(name: String, value: String?)] = []
  var headers: [String: String] = [:]
  var cookies: [(name: String, value: String)] = []
  var body = Body.none

  enum Body {
    case none
    case text(String)
    case json(JSONValue)
    case form([(name: String, value: String)])
    case parts([(name: String, value: String)])
  }

  var received: ReceivedRequest {
    let items = query.map { item in item.name + (item.value.map { "=\($0)" } ?? "") }.joined(separator: "&")
    var fields = headers
    if !cookies.isEmpty { fields["Cookie"] = cookies.map { "\($0.name)=\($0.value)" }.joined(separator: "; ") }
    switch body {
    case .none: break
    case .text: fields["Content-Type"] = "text/plain"
    case .json: fields["Content-Type"] = "application/json"
    case .form: fields["Content-Type"] = "application/x-www-form-urlencoded"
    case .parts: fields["Content-Type"] = "multipart/form-data; boundary=x"
    }
    let url = "https://\(host)/\(path.joined(separator: "/"))\(items.isEmpty ? "" : "?\(items)")"
    return .test("POST", url, headers: fields, data: text.isEmpty ? nil : Data(text.utf8))
  }

  var text: String {
    switch body {
    case .none: ""
    case .text(let text): text
    case .json(let value): value.description
    case .form(let fields): fields.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
    case .parts(let parts):
      parts.map { "--x\r\nContent-Disposition: form-data; name=\"\($0.name)\"\r\n\r\n\($0.value)\r\n" }.joined()
        + "--x--\r\n"
    }
  }

  var json: JSONValue? { if case .json(let value) = body { value } else { nil } }
}

private struct ModelStub {
  var matcher: RequestMatcher
  var takes: @Sendable (ModelRequest) -> Bool

  func and(_ matcher: RequestMatcher, _ condition: @escaping @Sendable (ModelRequest) -> Bool) -> Self {
    let own = takes
    return Self(matcher: matcher) { own($0) && condition($0) }
  }
}

extension Dice {
  fileprivate mutating func value() -> String { pick(["1", "2", "3", "4", "5", "é", "e\u{301}"]) }

  fileprivate mutating func modelRequest(isOnePath: Bool) -> ModelRequest {
    var request = ModelRequest()
    request.host = pick(["h1.test", "h2.test", "x.h1.test"])
    if !isOnePath { request.path = list(1...3) { $0.pick(["a", "b", "x", "17"]) } }
    request.query = list(0...3) {
      (name: $0.pick(["a", "b"]), value: $0.pick([$0.pick(["1", "2", "3", "12"]), nil]))
    }
    for name in ["X-A", "X-B"] where number(0...1) == 0 { request.headers[name] = pick(["1", "2", "3"]) }
    if number(0...1) == 0 { request.headers["Authorization"] = pick(["Bearer ", "bearer "]) + pick(["1", "2"]) }
    request.cookies = list(0...2) { (name: $0.pick(["a", "b"]), value: $0.pick(["1", "2"])) }
    switch number(0...5) {
    case 0: break
    case 1: request.body = .text("t" + value())
    case 2: request.body = .form(list(1...3) { (name: $0.pick(["a", "b"]), value: $0.pick(["1", "2", "3"])) })
    case 3: request.body = .parts(list(1...3) { (name: $0.pick(["a", "b"]), value: $0.value()) })
    case 4:
      request.body = .json([
        "operationName": .string(pick(["A", "B"])), "query": "query A { a } query B { b }",
        "variables": ["id": .integer(number(1...4)), "n": .string(value())],
      ])
    default: request.body = .json(modelJSON())
    }
    return request
  }

  private mutating func modelJSON() -> JSONValue {
    [
      "a": pick([.integer(number(1...4)), .number(Double(number(1...4))), .string(value())]),
      "o": ["b": .integer(number(1...4)), "é": .string(value())],
      "l": .array(list(0...3) { .integer($0.number(1...3)) }),
    ]
  }

  fileprivate mutating func modelStub(isOnePath: Bool, depth: Int = 1) -> ModelStub {
    var stub = isOnePath ? ModelStub(matcher: .any("/a")) { $0.path == ["a"] } : modelTarget()
    for _ in 0..<pick([0, 1, 1, 1, 2, 2, 3]) { stub = adding(to: stub, isOnePath: isOnePath, depth: depth) }
    return stub
  }

  private mutating func modelTarget() -> ModelStub {
    let last = pick(["a", "b", "x", "17"])
    return pick([
      ModelStub(matcher: .any) { _ in true },
      ModelStub(matcher: .any(URLPattern("/\(last)"))) { $0.path == [last] },
      ModelStub(matcher: .any(URLPattern("/a/{id}"))) { $0.path.count == 2 && $0.path[0] == "a" },
      ModelStub(matcher: .any(URLPattern("/**/\(last)"))) { $0.path.last == last },
      ModelStub(matcher: .any(URLPattern("/a/**/\(last)"))) {
        $0.path.count > 1 && $0.path.first == "a" && $0.path.last == last
      },
      ModelStub(matcher: .any(URLPattern("/\(last)/**"))) { $0.path.first == last },
      ModelStub(matcher: .any(URLPattern("/*/\(last)"))) { $0.path.count == 2 && $0.path[1] == last },
      ModelStub(matcher: .any(URLPattern("/1*/\(last)"))) {
        $0.path.count == 2 && $0.path[0] == "17" && $0.path[1] == last
      },
      ModelStub(matcher: .any(.regex("^/\(last)"))) { $0.path[0].hasPrefix(last) },
      ModelStub(matcher: .any(.prefix("/\(last)"))) { $0.path[0].hasPrefix(last) },
      ModelStub(matcher: .any(URLPattern("https://h1.test/\(last)"))) { $0.host == "h1.test" && $0.path == [last] },
      ModelStub(matcher: .any(URLPattern("https://*.h1.test/**"))) { $0.host == "x.h1.test" },
      ModelStub(matcher: .any(URLPattern("https://h*/\(last)"))) { $0.host.hasPrefix("h") && $0.path == [last] },
      ModelStub(matcher: .any(URLPattern("/\(last)?a=1"))) { request in
        request.path == [last] && request.query.contains { $0.name == "a" && $0.value == "1" }
      },
    ])
  }

  private mutating func adding(to stub: ModelStub, isOnePath: Bool, depth: Int) -> ModelStub {
    let (name, digit, text) = (pick(["a", "b"]), pick(["1", "2", "3"]), value())
    let number = number(1...4)
    let matcher = stub.matcher
    switch self.number(0...(depth > 0 ? 24 : 22)) {
    case 0:
      return stub.and(matcher.query(name, .exactly(digit))) {
        $0.query.contains { $0.name == name && $0.value == digit }
      }
    case 1: return stub.and(matcher.query(name, nil)) { $0.query.contains { $0.name == name && $0.value == nil } }
    case 2:
      return stub.and(matcher.query(name, .prefix(digit))) { request in
        request.query.contains { $0.name == name && $0.value?.hasPrefix(digit) == true }
      }
    case 3:
      return stub.and(matcher.query(name, .missing)) { !$0.query.contains { $0.name == name } }
    case 4:
      return stub.and(matcher.header("x-\(name)", .exactly(digit))) { $0.headers["X-\(name.uppercased())"] == digit }
    case 5:
      return stub.and(matcher.header("X-\(name)", .regex("[\(digit)3]"))) {
        [digit, "3"].contains($0.headers["X-\(name.uppercased())"])
      }
    case 6:
      return stub.and(matcher.bearer(AccessToken(rawValue: digit))) {
        $0.headers["Authorization"]?.lowercased() == "bearer \(digit)"
      }
    case 7:
      return stub.and(matcher.cookie(name, .exactly(digit))) {
        $0.cookies.contains { $0.name == name && $0.value == digit }
      }
    case 8:
      return stub.and(matcher.form(name, .exactly(digit))) { request in
        guard case .form(let fields) = request.body else { return false }
        return fields.contains { $0.name == name && $0.value == digit }
      }
    case 9:
      return stub.and(matcher.part(name, text: .exactly(text))) { request in
        guard case .parts(let parts) = request.body else { return false }
        return parts.contains { $0.name == name && $0.value.utf8.elementsEqual(text.utf8) }
      }
    case 10, 11: return stub.and(matcher.body(at: "$.a", .integer(number))) { $0.json?["a"]?.int == number }
    case 12: return stub.and(matcher.body(at: "$.o.b", .integer(number))) { $0.json?["o"]?["b"]?.int == number }
    case 13:
      return stub.and(matcher.body(at: "$.l[*]", .integer(number))) {
        $0.json?["l"]?.list?.contains(.integer(number)) == true
      }
    case 14:
      return stub.and(matcher.body(at: "$.l[-1]", .integer(number))) { $0.json?["l"]?.list?.last == .integer(number) }
    case 15:
      return stub.and(matcher.body(at: "$.a", text: .exactly(text))) {
        $0.json?["a"]?.text.map { $0.utf8.elementsEqual(text.utf8) } == true
      }
    case 16:
      return stub.and(matcher.body(jsonContaining: ["o": ["b": .integer(number)], "a": .string(text)])) {
        $0.json?["o"]?["b"]?.int == number && $0.json?["a"]?.text.map { $0.utf8.elementsEqual(text.utf8) } == true
      }
    case 17:
      return stub.and(matcher.body(jsonContaining: ["l": [.integer(number), 1]])) {
        $0.json?["l"]?.list == [.integer(number), 1]
      }
    case 18:
      let whole = modelJSON()
      return stub.and(matcher.body(json: whole)) { $0.json == whole }
    case 19: return stub.and(matcher.body(text: .exactly("t\(text)"))) { $0.text.utf8.elementsEqual("t\(text)".utf8) }
    case 20: return stub.and(matcher.body(Data("t\(text)".utf8))) { $0.text.utf8.elementsEqual("t\(text)".utf8) }
    case 21:
      let operation = pick(["A", "B"])
      return stub.and(matcher.graphQL(operation, variables: ["id": .integer(number)])) {
        $0.json?["operationName"]?.text == operation && $0.json?["variables"]?["id"]?.int == number
      }
    case 22: return stub.and(matcher.host("H\(digit).test")) { $0.host == "h\(digit).test" }
    case 23:
      let (one, other) = (modelStub(isOnePath: isOnePath, depth: 0), modelStub(isOnePath: isOnePath, depth: 0))
      return stub.and(matcher.and(one.matcher || other.matcher)) { one.takes($0) || other.takes($0) }
    default:
      let other = modelStub(isOnePath: isOnePath, depth: 0)
      return stub.and(matcher && !other.matcher) { !other.takes($0) }
    }
  }
}
