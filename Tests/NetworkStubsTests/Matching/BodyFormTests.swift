import Foundation
import NetworkEndpoints
import NetworkStubs
import TestSupport
import Testing

/// Bodies and credentials that are the same request in another form.
struct BodyFormTests {
  /// `{"a":1}`, compressed by a tool.
  private static let samples: [(coding: String, base64: String)] = [
    ("gzip", "H4sIAAAAAAACA6tWSlSyMqwFAK+sG1YHAAAA"), ("deflate", "eJyrVkpUsjKsBQAIKgIJ"),
    ("x-gzip", "H4sIAAAAAAACA6tWSlSyMqwFAK+sG1YHAAAA"), ("identity", "eyJhIjoxfQ=="),
  ]

  @Test("a compressed body is matched decoded", arguments: samples.indices)
  func compressed(index: Int) throws {
    let (coding, base64) = Self.samples[index]
    let data = try #require(Data(base64Encoded: base64))
    let request = ReceivedRequest.test("POST", headers: ["Content-Encoding": coding], data: data)
    #expect(RequestMatcher.any.body(json: ["a": 1]).takes(request))
    #expect(RequestMatcher.any.body(text: .containing("a")).takes(request))
    #expect(RequestMatcher.any.body(Data(#"{"a":1}"#.utf8)).takes(request))
    #expect(RequestMatcher.any.body(data).takes(request), "a test of compression expects the bytes")
    #expect(!RequestMatcher.any.body(json: ["a": 2]).takes(request))
  }

  @Test(
    "a body that is not what its coding says is taken by no matcher that reads it",
    arguments: ["gzip", "deflate", "br", "gzip, br"])
  func corrupt(coding: String) {
    let request = ReceivedRequest.test("POST", headers: ["Content-Encoding": coding], body: "text")
    #expect(!RequestMatcher.any.body(text: "text").takes(request))
    // The bytes are what they are.
    #expect(RequestMatcher.any.body(Data("text".utf8)).takes(request))
  }

  @Test(
    "a type is not read from what is not JSON to a JSON matcher", arguments: ["{\"a\":1}x", "", "\u{FEFF}{\"a\":1}}"])
  func decoded(body: String) {
    struct Part: Decodable { let a: Int }
    let request = ReceivedRequest.json(body)
    let byType = RequestMatcher.any.body(as: Part.self, "is one") { $0.a == 1 }
    #expect(byType.takes(request) == RequestMatcher.any.body(json: ["a": 1]).takes(request))
  }

  @Test("the scheme of credentials has no case, and the credentials have", arguments: ["Bearer", "bearer", "BEARER"])
  func scheme(scheme: String) {
    let request = ReceivedRequest.test(headers: ["Authorization": "\(scheme) abC"])
    #expect(RequestMatcher.any.bearer("abC").takes(request))
    #expect(RequestMatcher.any.header("Authorization", "Bearer abC").takes(request))
    #expect(!RequestMatcher.any.bearer("abc").takes(request))
    #expect(!RequestMatcher.any.header("Authorization", "Basic abC").takes(request))
    #expect(!RequestMatcher.any.header("X", "bearer abC").takes(.test(headers: ["X": "Bearer abC"])))
  }

  @Test("space before a multipart type is nothing", arguments: ["", " ", "\t "])
  func multipart(space: String) {
    let body = "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--b--\r\n"
    let request = ReceivedRequest.test(
      "POST", headers: ["Content-Type": "\(space)multipart/form-data; boundary=b"], body: body)
    #expect(RequestMatcher.any.part("a", text: "1").takes(request))
  }

  @Test("GraphQL comes as a document and in batches as well")
  func graphQL() {
    let document = ReceivedRequest.test(
      "POST", headers: ["Content-Type": "application/graphql"], body: "query Cart { items }")
    #expect(RequestMatcher.any.graphQL("Cart").takes(document))
    #expect(!RequestMatcher.any.graphQL("Other").takes(document))
    let batch = ReceivedRequest.json(
      #"[{"query":"query A { a }"},{"operationName":"B","query":"query B { b }","variables":{"id":2}}]"#)
    #expect(RequestMatcher.any.graphQL("A").takes(batch))
    #expect(RequestMatcher.any.graphQL("B", variables: ["id": 2]).takes(batch))
    #expect(!RequestMatcher.any.graphQL("A", variables: ["id": 2]).takes(batch))
  }
}
