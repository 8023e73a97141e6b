import NetworkEndpoints
import NetworkStubs
import TestSupport
import Testing

@testable import NetworkHAR

#if canImport(FoundationNetworking)
  import FoundationNetworking
#else
  import Foundation
#endif

@Suite("A recorded change as a barrier")
struct ReplayChangesTests {
  private static let requests: [URLRequest] = [
    .get("/items/1"), .post("/items/1", json: ["name": "Ada"]), .get("/items/1"), .get("/items/1"), .post("/end"),
    .get("/items/1"),
  ]

  private func index(_ parts: Set<RequestPart>) -> RecordingIndex {
    let har = HAR(
      Self.requests.enumerated().map { number, request in
        RecordedExchange(
          request: request, response: .json(["number": .integer(number)]), started: Date(timeIntervalSince1970: 0))
      })
    return RecordingIndex(har.log.entries, matching: parts, redaction: .standard) { try HAR.refuseFile($0) }
  }

  /// The answers of an order of asking, worked out from what `changes` promises.
  private func promised(_ asked: [Int]) -> [Int?] {
    let changes = [1, 4]
    var sent: Set<Int> = []
    var used: Set<Int> = []
    return asked.map { kind in
      if kind > 0 { return sent.insert(changes[kind - 1]).inserted ? changes[kind - 1] : nil }
      let answer = [0, 2, 3, 5].first { get in
        !used.contains(get) && changes.allSatisfy { sent.contains($0) == ($0 < get) }
      }
      if let answer { used.insert(answer) }
      return answer
    }
  }

  @Test("a recorded change as a barrier keeps the states before and after it apart, in every order of asking")
  func everyOrder() {
    var wrong: [String] = []
    for number in 0..<729 {
      // A request for the item, or one of the two changes.
      let asked = [1, 3, 9, 27, 81, 243].map { number / $0 % 3 }
      var index = index([.method, .url, .body, .changes])
      let answers = asked.enumerated().map { turn, kind -> Int? in
        guard case .unused(let found) = index.take(Self.requests[[0, 1, 4][kind]], number: turn + 1) else { return nil }
        return found
      }
      if answers != promised(asked) { wrong.append("\(asked): \(answers), not \(promised(asked))") }
    }
    #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(5))")
  }

  @Test("a recorded change as a barrier is no entry that cannot be read, which is not unused either")
  func unreadable() throws {
    let unread = #"{"request":{"method":[]}}"#
    let read = #"{"request":{"method":"GET","url":"https://a.example/"},"response":{"status":200}}"#
    var unreadable: [HAR.UnreadableEntry] = []
    let har = try HAR(
      Data(#"{"log":{"entries":[\#(unread),\#(read)]}}"#.utf8), unreadable: &unreadable)
    #expect(unreadable.map(\.number) == [1])
    var index = RecordingIndex(
      har.log.entries, matching: [.method, .url, .body, .changes], redaction: .standard
    ) { try HAR.refuseFile($0) }
    #expect(index.unused == [1])
    let request = URLRequest(url: try #require(URL(string: "https://a.example/")))
    #expect(index.take(request, number: 1).number == 1)
    #expect(index.missingChange(before: 1) == nil && index.unused.isEmpty)
  }

  @Test("a recorded change as a barrier is none where nothing says so")
  func withoutPart() {
    var index = index(.standard)
    for expected in [0, 2, 3, 5] {
      guard case .unused(expected) = index.take(Self.requests[0], number: 1) else {
        Issue.record("#\(expected + 1) does not answer")
        return
      }
    }
  }

  @Test("a recorded change as a barrier is named by the failure of a request that comes before it, and after it")
  func text() throws {
    var index = index([.method, .url, .body, .changes])
    _ = index.take(Self.requests[0], number: 1)
    let early = UnrecordedReport(
      ReceivedRequest(Self.requests[0]), index.take(Self.requests[0], number: 2), index: index, log: [], in: "a.har")
    #expect(
      early.text.hasPrefix(
        """
        No recorded exchange answers GET https://api.example.com/items/1: #3 GET https://api.example.com/items/1 was recorded \
        after #2 POST https://api.example.com/items/1, which has not been sent yet.
        """), "\(early.text)")
    var other = self.index([.method, .url, .body, .changes])
    for request in [1, 4, 0] { _ = other.take(Self.requests[request], number: request) }
    let late = UnrecordedReport(
      ReceivedRequest(Self.requests[0]), other.take(Self.requests[0], number: 9), index: other, log: [], in: "a.har")
    #expect(late.text.contains("is used up, or was recorded before a change that has already been sent."))
    #expect(other.unused == [0, 2, 3])
  }

  @Test(
    "a safe method is no change, and any other is",
    arguments: ["PROPFIND", "QUERY", "REPORT", "SEARCH", "LOCK", "MOVE", "POST"])
  func methods(_ method: String) {
    var between = URLRequest.get("/a")
    between.httpMethod = method
    let har = HAR(
      [URLRequest.get("/a"), between, .get("/a")].map { request in
        RecordedExchange(request: request, response: HTTPResponse(), started: Date(timeIntervalSince1970: 0))
      })
    var index = RecordingIndex(har.log.entries, matching: [.method, .url, .body, .changes], redaction: .standard) {
      try HAR.refuseFile($0)
    }
    let numbers = [1, 2].map { turn -> Int? in
      guard case .unused(let number) = index.take(.get("/a"), number: turn) else { return nil }
      return number
    }
    #expect(numbers == [0, HTTPMethod(rawValue: method).isSafe ? 2 : nil])
  }
}
