import NetworkLoopback
import NetworkStubs
import TestSupport

/// What a stub says is checked before it goes out.
struct CheckedAnswerTests {
  private static let get = "GET /a HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"

  private func serve(_ answer: Answer) async -> (RawClient.Answer, [RecordedIssue], Int) {
    let got = Protected((RawClient.Answer(), 0))
    let issues = await recordedIssues {
      let transport = MockTransport(.get("/a").respond(with: answer)); let line = #line
      try await withLoopbackServer(answering: transport) { server in
        let answer = await RawClient(port: server.port).send(Self.get)
        got.withLock { $0 = (answer, line) }
      }
    }
    return (got.withLock { $0.0 }, issues, got.withLock { $0.1 })
  }

  @Test(
    "a status that no client takes is an issue at the stub's line", arguments: [100, 101, 103, 199, 0, 99, -1, 1000])
  func status(_ status: Int) async throws {
    for answer in [
      Answer.status(status), .stream("a", status: status), .status(status).delayed(by: .milliseconds(1)),
    ] {
      let (got, issues, line) = await serve(answer)
      #expect(got.status == 500)
      #expect(got.end == .closed)
      // One that is no status at all is an issue when the stub is made; in a known issue, as here, that is not the last word.
      let isStatus = (100...999).contains(status)
      #expect(Set(issues.map(\.line)) == [line])
      #expect(issues.count == 1 || !isStatus && issues.count == 2)
      let cause = isStatus ? "its status is \(status)" : "\(status)"
      #expect(issues.first?.text.contains(cause) == true, "\(issues.first?.text ?? "")")
    }
  }

  @Test(
    "a name of a field that splits a response is an issue at the stub's line",
    arguments: ["X-A: 1\r\nX-B", "X A", "", "X\n", "X:", "Ä", "X\0"])
  func name(_ name: String) async throws {
    var headers = HTTPHeaders()
    headers.append("2", for: name)
    for answer in [Answer.status(200, headers: headers), .stream("a", headers: headers)] {
      let (got, issues, line) = await serve(answer)
      #expect(got.status == 500)
      #expect(!got.text.contains("\r\nX-B"))
      #expect(issues.map(\.line) == [line])
      #expect(issues.first?.text.contains("\(name.quoted) is not the name of a field") == true)
    }
  }

  @Test("a transport of another kind is checked as well") func otherTransport() async throws {
    struct Odd: HTTPTransport {
      func send(_ request: URLRequest) async throws -> HTTPResponse {
        HTTPResponse(status: 200, headers: HTTPHeaders([.init(name: "X-A: 1\r\nX-B", value: "2")]))
      }
    }
    let issues = await recordedIssues {
      try await withLoopbackServer(answering: Odd()) { server in
        let answer = await RawClient(port: server.port).send(Self.get)
        #expect(answer.status == 500)
        #expect(!answer.text.contains("X-B:"))
      }
    }
    #expect(issues.count == 1)
  }

  @Test("the fields of a fault cannot split a response either") func fault() async throws {
    let headers = HTTPHeaders([.init(name: "X-A: 1\r\nX-B", value: "2")])
    let answer = Answer.text("hello", headers: headers).broken(by: .bodyTooShort)
    let (got, issues, _) = await serve(answer)
    #expect(!got.text.contains("X-B: 2"))
    #expect(issues.count == 1)
  }
}
