import Foundation
import TestSupport
import Testing

@testable import NetworkStubs

@Suite("All header fields")
struct HeadersTests {
  @Test(
    "all header fields are exactly those that are asked for, whatever a client adds by itself",
    arguments: [
      (["Accept": "text/html", "X-A": "1"], true), (["accept": "text/html", "x-a": "1"], true),
      (["Accept": "text/html", "X-A": "1", "Host": "a.test", "Content-Length": "0", "Connection": "close"], true),
      (["Accept": "text/html", "X-A": "1", "User-Agent": "App/1"], false),
      (["Accept": "text/html", "X-A": "1", "Accept-Language": "de"], false),
      (["Accept": "text/html", "X-A": "1", "Accept-Encoding": "identity"], false),
      (
        [
          "Accept": "text/html", "X-A": "1", "User-Agent": "xctest (unknown version) curl/8.7.1",
          "Accept-Language": "en",
          "Accept-Encoding": "deflate, gzip",
        ], true
      ),
      (
        [
          "Accept": "text/html", "X-A": "1", "User-Agent": "xctest/1 CFNetwork/1498 Darwin/23.3",
          "Accept-Language": "de-DE",
        ], true
      ),
      (["Accept": "text/html", "X-A": "1", "X-B": "2"], false), (["Accept": "text/html"], false),
      (["Accept": "text/html", "X-A": "2"], false), ([:], false),
    ] as [([String: String], Bool)])
  func exactly(fields: [String: String], isMatch: Bool) {
    #expect(
      RequestMatcher.any.headers(exactly: ["Accept": "text/html", "X-A": "1"]).takes(.test(headers: fields)) == isMatch)
    let variable = ["Accept": "text/html", "X-A": "1"]
    #expect(RequestMatcher.any.headers(exactly: variable).takes(.test(headers: fields)) == isMatch)
  }

  @Test("all header fields may be patterns, none at all, and ask for what a client adds")
  func patterns() {
    #expect(RequestMatcher.any.headers(exactly: ["X-Id": .anything]).takes(.test(headers: ["X-Id": "1"])))
    #expect(!RequestMatcher.any.headers(exactly: ["X-Id": .anything]).takes(.test(headers: [:])))
    #expect(
      RequestMatcher.any.headers(exactly: [:]).takes(.test(headers: ["User-Agent": "curl/8.7.1", "Accept": "*/*"])))
    #expect(!RequestMatcher.any.headers(exactly: [:]).takes(.test(headers: ["User-Agent": "App/1"])))
    #expect(!RequestMatcher.any.headers(exactly: [:]).takes(.test(headers: ["Accept": "*/*"])))
    #expect(!RequestMatcher.any.headers(exactly: [:]).takes(.test(headers: ["X-Id": "1"])))
    #expect(!RequestMatcher.any.headers(exactly: ["User-Agent": "App/1"]).takes(.test(headers: [:])))
    #expect(RequestMatcher.any.headers(exactly: ["User-Agent": "App/1"]).takes(.test(headers: ["User-Agent": "App/1"])))
  }

  @Test("all header fields say which is missing, wrong or too many, and no secret")
  func findings() {
    let matcher = RequestMatcher.any.headers(exactly: ["Accept": "text/html", "X-A": "1"])
    let request = ReceivedRequest.test(headers: ["X-A": "2", "X-B": "3", "X-Api-Key": "live-key-1"])
    #expect(
      matcher.conditionLines(request) == [
        #"✗ Accept: expected "text/html", missing: a session adds it on the way if the request names none"#,
        #"✗ X-A: expected "1", got "2""#,
        #"✗ X-Api-Key: not expected, got "•••""#, #"✗ X-B: not expected, got "3""#,
      ])
  }

  @Test("all header fields are pasted as the request has them")
  func pasted() {
    let matcher = RequestMatcher.get("/a").headers(exactly: ["Accept": "text/html"])
    #expect(matcher.description == #".get("/a").headers(exactly: ["Accept": "text/html"])"#)
    let request = ReceivedRequest.test("GET", "https://a.test/a", headers: ["X-B": "2", "X-Api-Key": "live-key-1"])
    #expect(
      SuggestedStub(request, near: matcher).code
        == #".get("/a").headers(exactly: ["X-Api-Key": .anything, "X-B": "2"]).respond(status: 200)"#)
  }

  @Test("all header fields with a name that is none are a problem of the stub")
  func unreadable() throws {
    #expect(try #require(RequestMatcher.any.headers(exactly: ["X A": "1"]).problem).contains("is not a field's name"))
  }
}
