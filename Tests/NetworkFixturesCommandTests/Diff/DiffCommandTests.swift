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

  @Test("shows exchanges that came and went, and of others the fields and the JSON paths that changed")
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

  @Test("masks what is left in the files")
  func masked() throws {
    let sandbox = try Sandbox([
      "old.har": Self.har([("https://api.example.com/a", #"{"password":"hunter2-hunter2","n":1}"#)]),
      "new.har": Self.har([("https://api.example.com/a", #"{"password":"hunter3-hunter3","n":2}"#)]),
    ])
    #expect(sandbox.run("diff", "old.har", "new.har") == .findings)
    #expect(sandbox.output.contains("$.n: 1 → 2") && !sandbox.output.contains("hunter"))
    #expect(sandbox.run("diff", "old.har") == .failure)
  }
}
