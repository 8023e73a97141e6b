import Foundation
import NetworkEndpoints
import NetworkHAR
import NetworkStubs
import TestSupport
import Testing

@testable import network_fixtures

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("diff")
struct DiffCommandTests {
  private static func har(_ exchanges: [(url: String, answer: String)], cookie: String = "") -> String {
    let recorded = exchanges.compactMap { exchange in
      URL(string: exchange.url).map { url in
        var request = URLRequest(url: url)
        if !cookie.isEmpty { request.setValue(cookie, forHTTPHeaderField: "Cookie") }
        return RecordedExchange(
          request: request, response: HTTPResponse(body: Data(exchange.answer.utf8)),
          started: Date(timeIntervalSince1970: 0))
      }
    }
    return String(decoding: HAR(recorded).encoded(), as: UTF8.self)
  }

  @Test("diff shows exchanges that came and went, and of others the fields and the JSON paths that changed")
  func golden() throws {
    let url = "https://api.example.com/"
    let sandbox = try Sandbox([
      "old.har": Self.har(
        [
          (
            url + "cart",
            #"{"total":12,"items":[{"id":1,"title":"Tea"},{"id":2,"title":"Cup"}],"coupon":null,"note":"a"}"#
          ),
          (url + "old", "{}"), (url + "text", "one line"), (url + "same", #"{"a":1,"b":2}"#), (url + "cart", "[1,2,3]"),
        ], cookie: "theme=dark"),
      "new.har": Self.har(
        [
          (url + "same", #"{ "b": 2, "a": 1 }"#),
          (
            url + "cart",
            #"{"total":"12","items":[{"id":1,"title":"Tea"},{"id":9},{"id":2,"title":"Cup"}],"coupon":{"code":"X"}}"#
          ),
          (url + "new", "{}"), (url + "text", "another line"), (url + "cart", "[1,3]"),
        ], cookie: "theme=light"),
    ])
    #expect(sandbox.run("diff", "--raw", "old.har", "new.har") == .findings)
    try expectGolden(sandbox.output + sandbox.errors, "Command/diff.txt")
    #expect(sandbox.run("diff", "old.har", "old.har") == .success)
    #expect(sandbox.output.isEmpty)
    #expect(sandbox.errors == "Nothing changed in 5 exchanges.\n")
  }

  @Test("diff masks what is left in the files")
  func masked() throws {
    let sandbox = try Sandbox([
      "old.har": Self.har([("https://api.example.com/a", #"{"password":"hunter2-hunter2","n":1}"#)]),
      "new.har": Self.har([("https://api.example.com/a", #"{"password":"hunter3-hunter3","n":2}"#)]),
    ])
    #expect(sandbox.run("diff", "old.har", "new.har") == .findings)
    #expect(sandbox.output.contains("$.n: 1 → 2") && !sandbox.output.contains("hunter"))
    #expect(sandbox.run("diff", "old.har") == .failure)
  }

  /// A recording of exchanges, each with fields of its request and of its response.
  private static func har(_ exchanges: [(sent: [String: String], received: HTTPHeaders, body: String)]) -> String {
    let recorded = exchanges.map { exchange in
      var request = URLRequest(url: URL(fileURLWithPath: "/"))
      request.url = URL(string: "https://api.example.com/me")
      request.allHTTPHeaderFields = exchange.sent
      return RecordedExchange(
        request: request, response: HTTPResponse(headers: exchange.received, body: Data(exchange.body.utf8)),
        started: Date(timeIntervalSince1970: 0))
    }
    return String(decoding: HAR(recorded).encoded(), as: UTF8.self)
  }

  private static let values = ["AAAAAAAAAAAAAAAAAAAAAAAA1", "BBBBBBBBBBBBBBBBBBBBBBBB2"]

  @Test(
    "diff compares secrets before it masks them",
    arguments: [
      { (["Authorization": "Bearer \($0)"], [:], "{}") }, { (["Cookie": "session=\($0)"], [:], "{}") },
      { ([:], ["Set-Cookie": "session=\($0); Path=/"], "{}") }, { ([:], [:], "{\"access_token\": \"\($0)\"}") },
      { (["X-Api-Key": $0], [:], "{}") }, { ([:], ["Location": "https://b.example/?token=\($0)"], "{}") },
    ] as [@Sendable (String) -> (sent: [String: String], received: HTTPHeaders, body: String)])
  func secrets(_ exchange: @Sendable (String) -> (sent: [String: String], received: HTTPHeaders, body: String)) throws {
    let sandbox = try Sandbox([
      "old.har": Self.har([exchange(Self.values[0])]), "new.har": Self.har([exchange(Self.values[1])]),
    ])
    #expect(sandbox.run("diff", "old.har", "new.har") == .findings)
    #expect(sandbox.output.contains("REDACTED-") && !Self.values.contains(where: sandbox.output.contains))
    #expect(sandbox.errors == "1 exchange changed.\n")
    #expect(sandbox.run("diff", "old.har", "old.har") == .success)
  }

  @Test("pairs exchanges by what HTTP says selects a response")
  func selections() throws {
    let parts = [("bytes=0-9", "first"), ("bytes=10-19", "second")].map { range, body in
      (sent: ["Range": range], received: ["Content-Range": range] as HTTPHeaders, body: body)
    }
    let sandbox = try Sandbox(["old.har": Self.har(parts), "new.har": Self.har(parts.reversed())])
    #expect(sandbox.run("diff", "old.har", "new.har") == .success)
    #expect(sandbox.errors == "Nothing changed in 2 exchanges.\n")
  }
}
