import NetworkEndpoints
import NetworkHAR
import NetworkStubs
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#else
  import Foundation
#endif

/// A recording, and the number of the exchange that answers a request.
@Suite("Replay answers with the exchange that differs least")
struct ReplayOrderTests {
  private static let form = ["Content-Type": "application/x-www-form-urlencoded"]

  private func har(_ requests: [URLRequest]) -> HAR {
    HAR(
      requests.enumerated().map { number, request in
        RecordedExchange(
          request: request, response: .json(["number": .integer(number)]), started: Date(timeIntervalSince1970: 0))
      })
  }

  private func index(_ har: HAR, _ redaction: Redaction = .standard) -> RecordingIndex {
    RecordingIndex(har.log.entries, matching: .standard, redaction: redaction) { try HAR.refuseFile($0) }
  }

  /// Requests that mean different things, or are spelled differently, where one is recorded as well as the other.
  private static let pairs: [(URLRequest, URLRequest)] = [
    (.get("/a?tag=x&tag=y"), .get("/a?tag=y&tag=x")),
    (.get("/a?tag=x&b=1&tag=y"), .get("/a?tag=y&tag=x&b=1")),
    (.get("/a?x=1&y=2"), .get("/a?y=2&x=1")),
    (.get("/a?x=1%26y=2"), .get("/a?x=1&y=2")),
    (.get("/a?q=a+b"), .get("/a?q=a%20b")),
    (.post("/a", headers: form, body: "tag=x&tag=y"), .post("/a", headers: form, body: "tag=y&tag=x")),
    (.post("/a", headers: form, body: "x=1&y=2"), .post("/a", headers: form, body: "y=2&x=1")),
    (.post("/a", headers: form, body: "x=1%26y=2"), .post("/a", headers: form, body: "x=1&y=2")),
    (.post("/a", json: ["tags": ["x", "y"]]), .post("/a", json: ["tags": ["y", "x"]])),
    (.post("/a", body: #"{"x":1}"#), .post("/a", body: #"{"x": 1.0}"#)),
    (.get("/a?password=swordfish&tag=x&tag=y"), .get("/a?password=swordfish&tag=y&tag=x")),
    (
      .post("/a", headers: form, body: "password=swordfish&tag=x&tag=y"),
      .post("/a", headers: form, body: "password=swordfish&tag=y&tag=x")
    ),
  ]

  @Test("the equal one, whatever the order of asking", arguments: pairs.indices, [false, true])
  func exact(_ number: Int, _ isRedacted: Bool) throws {
    let requests = [Self.pairs[number].0, Self.pairs[number].1]
    let raw = har(requests)
    let recording = isRedacted ? Redaction.standard.redacted(raw) : raw
    for order in [[0, 1], [1, 0]] {
      var index = index(recording)
      for place in order {
        guard case .unused(place) = index.take(requests[place], number: 1) else {
          Issue.record("\(requests[place]) is not answered by #\(place + 1)")
          return
        }
      }
    }
  }

  @Test("the only one, though a list has another order", arguments: [Redaction.standard, .none])
  func onlyOne(_ redaction: Redaction) {
    var index = index(har([.get("/a?id=1&id=2")]), redaction)
    guard case .unused(0) = index.take(.get("/a?id=2&id=1"), number: 1) else {
      Issue.record("not answered")
      return
    }
  }

  @Test("none, where several have other orders and other answers; and the report says what differs")
  func several() {
    var index = index(har([.get("/a?id=1&id=2&id=3"), .get("/a?id=1&id=3&id=2")]))
    let request = URLRequest.get("/a?id=3&id=2&id=1")
    let match = index.take(request, number: 1)
    guard case .missing = match else {
      Issue.record("answered")
      return
    }
    let report = UnrecordedReport(ReceivedRequest(request), match, index: index, log: [], in: "a.har")
    #expect(report.text.contains("the values of one name are in another order"), "\(report.text)")
  }

  @Test("the next one of equal requests, once those with the same spelling are used up")
  func sequence() {
    let requests: [URLRequest] = [.get("/a?x=1&y=2"), .get("/a?y=2&x=1"), .get("/a?x=1&y=2")]
    var index = index(har(requests))
    var numbers: [Int] = []
    for _ in 0..<4 {
      switch index.take(requests[0], number: 1) {
      case .unused(let number), .usedUp(let number): numbers.append(number)
      default: numbers.append(-1)
      }
    }
    #expect(numbers == [0, 2, 1, 2])
  }
}

@Suite("Replay of a request whose body is not a text")
struct UnrecordedBodyTests {
  private static let url = "https://api.example.com/a"

  private func entry(_ fields: String, answer: String = "ok", method: String = "POST") -> String {
    #"{"request":{"method":"\#(method)","url":"\#(Self.url)",\#(fields)},"response":{"status":200,"content":{"text":"\#(answer)"}}}"#
  }

  private func index(_ entries: String...) throws -> RecordingIndex {
    let har = try HAR(Data(#"{"log":{"entries":[\#(entries.joined(separator: ","))]}}"#.utf8))
    return RecordingIndex(har.log.entries, matching: .standard, redaction: .standard) { try HAR.refuseFile($0) }
  }

  private func multipart(_ boundary: String, _ file: String, type: String = "text/plain") -> URLRequest {
    let body =
      "--\(boundary)\r\nContent-Disposition: form-data; name=city\r\nContent-Length: 3\r\n\r\nUlm\r\n"
      + "--\(boundary)\r\nContent-Type: \(type)\r\nContent-Disposition: form-data; name=\"plan\"; filename=\"p\"\r\n\r\n"
      + "\(file)\r\n--\(boundary)--\r\n"
    return .post("/a", headers: ["Content-Type": "multipart/form-data; boundary=\(boundary)"], body: body)
  }

  private func isAnswered(_ request: URLRequest, by index: RecordingIndex) -> Bool {
    var index = index
    if case .unused(0) = index.take(request, number: 1) { return true }
    return false
  }

  private static let city = #"{"name":"city","value":"Ulm"}"#

  @Test("parts that are written as fields are compared as parts")
  func fields() throws {
    let file = #"{"name":"plan","fileName":"p","contentType":"text/plain","value":"hello"}"#
    let index = try index(
      entry(
        #""postData":{"mimeType":"multipart/form-data; boundary=X","params":[\#(Self.city),\#(file)]},"bodySize":-1"#))
    #expect(isAnswered(multipart("other", "hello"), by: index))
    #expect(!isAnswered(multipart("other", "hullo"), by: index))
    #expect(!isAnswered(multipart("other", "hello", type: "image/png"), by: index))
    #expect(!isAnswered(.post("/a"), by: index))
  }

  @Test("a file of which only the name was recorded may have any content")
  func file() throws {
    let file = #"{"name":"plan","fileName":"p"}"#
    let index = try index(
      entry(#""postData":{"mimeType":"multipart/form-data","params":[\#(Self.city),\#(file)]}"#))
    #expect(isAnswered(multipart("other", "hello"), by: index))
    #expect(isAnswered(multipart("other", "hullo", type: "image/png"), by: index))
    #expect(!isAnswered(.post("/a", body: "hello"), by: index))
    #expect(!isAnswered(.post("/a"), by: index))
  }

  @Test("a body that was not kept may be any, and one that was not there may not")
  func unknown() throws {
    let unknown = try index(entry(#""bodySize":-1"#))
    #expect(isAnswered(.post("/a", body: "x"), by: unknown))
    #expect(isAnswered(.post("/a"), by: unknown))
    let empty = try index(entry(#""bodySize":0"#))
    #expect(!isAnswered(.post("/a", body: "x"), by: empty))
    #expect(isAnswered(.post("/a"), by: empty))
  }

  @Test("a recorded body comes before one that was not kept")
  func knownFirst() throws {
    var index = try index(
      entry(#""bodySize":5"#, answer: "unknown"),
      entry(#""postData":{"mimeType":"text/plain","text":"x"}"#, answer: "known"))
    guard case .unused(1) = index.take(.post("/a", body: "x"), number: 1),
      case .unused(0) = index.take(.post("/a", body: "y"), number: 2)
    else {
      Issue.record("not answered in order")
      return
    }
  }

  @Test("the report of a replay names bodies if a kept one differs and another answer has none")
  func ambiguous() throws {
    let file = #"{"name":"plan","fileName":"p"}"#
    let two = #"{"name":"plan","fileName":"p","contentType":"text/plain"}"#
    var index = try index(
      entry(#""postData":{"mimeType":"multipart/form-data","params":[\#(Self.city),\#(file)]}"#, answer: "one"),
      entry(#""postData":{"mimeType":"multipart/form-data","params":[\#(Self.city),\#(two)]}"#, answer: "two"))
    let request = multipart("b", "hello")
    let match = index.take(request, number: 1)
    let report = UnrecordedReport(ReceivedRequest(request), match, index: index, log: [], in: "a.har")
    #expect(report.text.contains("2 exchanges in a.har differ from it only in bodies that were not recorded"))
  }
}
