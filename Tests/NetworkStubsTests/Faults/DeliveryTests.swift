import Foundation
import NetworkEndpoints
import NetworkStubs
import NetworkTesting
import TestSupport

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("A delivery")
struct DeliveryTests {
  private static let chat =
    "\u{FEFF}: open\r\nevent: start\r\ndata: {\"id\":10,\"text\":\"Ein \\\"Café\\\" \\u00e9 \\ud83e\\udd80\"}\r\n\r\n"
    + "data: {\"text\":\"– 你好 🦀\",\"n\":3150}\r\n\r\nid: 7\r\ndata: first\r\ndata: second é\r\n\r\ndata: [DONE]\r\n\r\n"

  private static let bodies: [(name: String, text: String)] = [
    ("events", chat), ("events with LF", chat.replacingOccurrences(of: "\r\n", with: "\n")),
    ("lines of JSON", "{\"a\":1}\n{\"b\":\"é\"}\n{\"c\":300}\n"),
    ("JSON", "{\n  \"a\": [12, 34.5],\n  \"b\": \"\\u00e9 \\n\"\n}\n"),
    ("text", "Grüße\naus\n\nKöln"), ("one letter", "a"), ("nothing", ""), ("one character", "🦀"),
  ]

  private static var all: [(String, Data)] {
    var random = Dice(seed: 36)
    let bytes = Data((0..<3_000).map { _ in UInt8(truncatingIfNeeded: random.next()) })
    return bodies.map { ($0.name, Data($0.text.utf8)) } + [("bytes", bytes)]
  }

  /// A request for the body of an answer.
  private static let request = URLRequest.make(.get, "https://api.example.com/chat")

  private func pieces(_ answer: Answer) async throws -> [Data] {
    let stream = try await MockTransport(.any.respond(with: answer)).stream(Self.request)
    return try await stream.reduce(into: []) { $0.append($1) }
  }

  @Test(
    "a delivery keeps the bytes of its body, without an empty piece, in at most 64 cases, each with a name of its own")
  func bytes() async throws {
    for (name, body) in Self.all {
      let all = Delivery.all(of: body)
      #expect(all.count <= 64 && Set(all.map(\.name)).count == all.count, "\(name)")
      #expect(all == Delivery.all(of: body))
      #expect(try JSONDecoder().decode([Delivery].self, from: JSONEncoder().encode(all)) == all)
      for delivery in all {
        let pieces = try await pieces(.data(body).delivered(delivery))
        #expect(pieces.reduce(Data(), +) == body && !pieces.contains(where: \.isEmpty), "\(name), \(delivery)")
      }
    }
  }

  @Test("a delivery has a case for each place that hurts, first and last")
  func names() throws {
    let lists = Self.bodies.map { name, text in
      (["\(name):"] + Delivery.all(of: Data(text.utf8)).map { "  \($0)" } + ["  –"]
        + Delivery.endings(of: Data(text.utf8)).map { "  \($0)" }).joined(separator: "\n")
    }
    try expectGolden(lists.joined(separator: "\n"), "Answers/deliveries.txt")
  }

  @Test("a delivery is of one fixture and its missing file is a problem of the stub")
  func fixture() async throws {
    #expect(Delivery.all(of: "events/activity.ndjson").count > 10)
    #expect(Delivery.all(of: "events/none.sse") == [.whole])
    #expect(Delivery.endings(of: "events/none.sse") == [.whole])
  }

  @Test("a delivery of another body is an issue")
  func otherBody() async throws {
    let delivery = try #require(Delivery.all(of: Data("Grüße".utf8)).last)
    let issues = await recordedIssues { _ = try? await pieces(.text("Hello, world").delivered(delivery)) }
    #expect(issues.count == 1 && "\(issues)".contains("was made for a body of 7 bytes, but this body has 12"))
  }

  // A reader of its own for each error.

  private func events(_ delivery: Delivery, of body: Data) async throws -> [String] {
    let answer = Answer.data(body, contentType: "text/event-stream").delivered(delivery)
    let stream = try await MockTransport(.any.respond(with: answer)).stream(Self.request)
    return try await stream.events.reduce(into: []) { $0.append($1.data) }
  }

  private func naive(_ pieces: [Data]) -> String { pieces.map { String(decoding: $0, as: UTF8.self) }.joined() }

  private func withoutCarriageReturns(_ pieces: [Data]) -> [UInt8] {
    // Each CR ends a line, and an LF only if the piece does not have the CR before it.
    pieces.flatMap { piece in
      let bytes = Array(piece)
      return bytes.indices.compactMap { index in
        bytes[index] == 0x0A && index > 0 && bytes[index - 1] == 0x0D ? nil : bytes[index] == 0x0D ? 0x0A : bytes[index]
      }
    }
  }

  @Test("a delivery shows which reader is wrong, and where")
  func readers() async throws {
    let body = Data(Self.chat.utf8)
    let right = try await events(.whole, of: body)
    #expect(right.count == 4)
    var (wrongCharacters, wrongLines) = ([Delivery](), [Delivery]())
    for delivery in Delivery.all(of: body) {
      #expect(try await events(delivery, of: body) == right, "\(delivery)")
      let pieces = delivery.pieces(of: body)
      if naive(pieces) != Self.chat { wrongCharacters.append(delivery) }
      if withoutCarriageReturns(pieces) != withoutCarriageReturns([body]) { wrongLines.append(delivery) }
    }
    // What the slow drip cuts depends on the body's size.
    let isOther = { (delivery: Delivery) in ["byte by byte", "slow drip"].contains(delivery.name) }
    #expect(wrongCharacters.contains(.byteByByte) && wrongLines.contains(.byteByByte))
    #expect(wrongCharacters.allSatisfy { $0.name.contains("inside") || isOther($0) } && wrongCharacters.count >= 10)
    #expect(
      wrongLines.allSatisfy {
        $0.name.contains("between CR and LF") || isOther($0) || $0.name == "character by character"
      } && wrongLines.count >= 3)
  }

  /// The number of events that a reader has shown when its stream ends, if it shows each with the first byte of the next, and the
  /// last one at a proper end.
  private func shownWithTheNext(_ delivery: Delivery, of body: Data) async throws -> Int {
    let answer = Answer.data(body, contentType: "text/event-stream").delivered(delivery)
    var text = Data()
    func complete(_ text: Data) -> Int {
      String(decoding: text, as: UTF8.self).components(separatedBy: "\r\n\r\n").dropLast().count
    }
    do {
      for try await piece in try await MockTransport(.any.respond(with: answer)).stream(Self.request) { text += piece }
      return complete(text)
    } catch {
      let isAtAnEnd = text.suffix(4) == Data("\r\n\r\n".utf8)
      return complete(text) - (isAtAnEnd ? 1 : 0)
    }
  }

  @Test("a delivery that ends too early is seen by its mark alone")
  func endings() async throws {
    let body = Data(Self.chat.utf8)
    let endings = Delivery.endings(of: body)
    #expect(endings.count == 9)
    for delivery in endings {
      do {
        let events = try await events(delivery, of: body)
        #expect(delivery.name.hasSuffix("cleanly") && !events.contains("[DONE]"), "\(delivery)")
      } catch {
        let code = delivery.name.hasSuffix("by a reset") ? URLError.Code.networkConnectionLost : .timedOut
        #expect((error as? URLError)?.code == code && !delivery.name.hasSuffix("cleanly"), "\(delivery)")
      }
    }
    // A text may end anywhere.
    #expect(Delivery.endings(of: Data("Grüße\naus\nKöln".utf8)).allSatisfy { !$0.name.hasSuffix("cleanly") })
    let long = Data(String(repeating: "data: a\n\n", count: 500).utf8)
    #expect(Delivery.endings(of: long).count == 63)
    let head = try await MockTransport(
      .any.respond(with: .data(body, headers: ["Content-Length": "\(body.count)"]).delivered(endings[0]))
    ).stream(Self.request).headers
    #expect(head["Content-Length"] == nil)
  }

  @Test("a delivery ends too early before a mark that the test names", arguments: ["</feed>", "--b--"])
  func mark(_ mark: String) async throws {
    let body = Data("first\nsecond\n\(mark)\n".utf8)
    let endings = Delivery.endings(of: body, mark: mark)
    #expect(endings.contains { $0.name.hasSuffix("cleanly") } && endings.count % 3 == 0)
    for delivery in endings where delivery.name.hasSuffix("cleanly") {
      let transport = MockTransport(.any.respond(with: .data(body).delivered(delivery)))
      let text = String(decoding: try await transport.send(Self.request).body, as: UTF8.self)
      #expect(!text.isEmpty && !text.contains(mark) && text.count < body.count, "\(delivery)")
    }
    let issues = await recordedIssues {
      let other = Delivery.endings(of: Data("first".utf8), mark: mark)
      let transport = MockTransport(.any.respond(with: .text("first").delivered(other[0])))
      _ = try? await transport.send(Self.request)
    }
    #expect(issues.count == 1 && issues[0].text.contains("The body does not have \"\(mark)\""), "\(issues)")
  }

  @Test("a delivery shows a reader that forgets the last event before a break")
  func forgetfulReader() async throws {
    let body = Data(Self.chat.utf8)
    for delivery in Delivery.all(of: body) {
      #expect(try await shownWithTheNext(delivery, of: body) == 4, "\(delivery)")
    }
    for (index, delivery) in Delivery.endings(of: body).enumerated() {
      let isClean = delivery.name.hasSuffix("cleanly")
      #expect(try await shownWithTheNext(delivery, of: body) == index / 3 + (isClean ? 1 : 0), "\(delivery)")
      // The package's own reader shows each event when it has come.
      var events = 0
      let answer = Answer.data(body, contentType: "text/event-stream").delivered(delivery)
      do {
        let stream = try await MockTransport(.any.respond(with: answer)).stream(Self.request)
        for try await _ in stream.events { events += 1 }
      } catch {
        #expect(!isClean)
      }
      #expect(events == index / 3 + 1, "\(delivery)")
    }
  }

  @Test("a delivery comes to a session in the same pieces", arguments: bodies.map(\.text).filter { $0.count > 3 })
  func session(_ text: String) async throws {
    for delivery in Delivery.all(of: Data(text.utf8)) {
      let answer = Answer.data(Data(text.utf8), contentType: "application/json").delivered(delivery)
      let delegate = PieceDelegate()
      URLSession.mocked(by: MockTransport(.any.respond(with: answer)), delegate: delegate)
        .dataTask(with: Self.request).resume()
      #expect(try await delegate.all() == delivery.pieces(of: Data(text.utf8)), "\(delivery)")
    }
  }

  @Test("a delivery waits on a clock that the test chose")
  func drip() async throws {
    let clock = VirtualClock()
    let answer = Answer.text("0123456789").delivered(.slowDrip(pieces: 5, every: .seconds(1)))
    let transport = MockTransport(.any.respond(with: answer), clock: clock)
    async let response = transport.send(Self.request)
    for second in 1...5 {
      #expect(try await clock.waitForSleepers(1).map(\.offset) == [.seconds(second)])
      clock.wakeSleepers()
    }
    #expect(try await response.body == Data("0123456789".utf8))
  }

  @Test("a delivery that is one of a chosen few says of how many")
  func chosen() {
    func names(_ count: Int) -> [String] {
      Delivery.endings(of: Data((0..<count).map { "data: \($0)\n\n" }.joined().utf8)).map(\.name)
    }
    let all = names(200)
    #expect(all.count == 63 && all.allSatisfy { $0.contains("(21 of 199 places)") }, "\(all)")
    #expect(names(22).count == 63 && !names(22).contains { $0.contains("places") })
  }
}

/// The pieces that a session's delegate gets.
private final class PieceDelegate: NSObject, URLSessionDataDelegate, Sendable {
  private let (pieces, source) = AsyncThrowingStream.makeStream(of: Data.self)

  func all() async throws -> [Data] { try await pieces.reduce(into: []) { $0.append($1) } }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) { source.yield(data) }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    source.finish(throwing: error)
  }
}
