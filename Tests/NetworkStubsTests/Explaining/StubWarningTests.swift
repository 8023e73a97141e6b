import NetworkTesting
import TestSupport

@Suite("What a stub says that no server could")
struct StubWarningTests {
  @Test(
    "a stub whose Content-Length is not that of its body is a warning, and answers", .warningsAreIssues,
    arguments: ["10", "2", "-3", "three", "3, 3"])
  func wrong(length: String) async throws {
    let issues = await recordedIssues {
      let answer = Answer.text("tea", headers: ["Content-Length": length])
      let transport = MockTransport(.get("/a").respond(with: answer))
      let response = try? await transport.send(.make(.get, "https://api.test/a"))
      #expect(response?.body == Data("tea".utf8))
    }
    #expect(issues.count == 1, "\(issues)")
    let begin = #"The stub .get("/a") says Content-Length: \#(length), and its body has 3 bytes."#
    #expect(issues.first?.text.hasPrefix(begin) == true)
  }

  @Test("a stub that says the length of its body, none, or that of a body which is not there is no warning")
  func right() async {
    let answers: [Answer] = [
      .text("tea", headers: ["Content-Length": "3"]), .text("tea"),
      .response(HTTPResponse(status: 200, headers: ["Content-Length": "4096"])),
      .text("tea", headers: ["Content-Length": "99", "Content-Encoding": "gzip"]),
      .fixture("notes.txt"),
    ]
    let issues = await recordedIssues {
      let faults = NetworkFault.allCases.map { Answer.fault($0) }
      let stubs = (answers + faults).enumerated().map { number, answer in
        RequestMatcher.get("/\(number)").respond(with: answer).optional()
      }
      _ = MockTransport(stubs)
    }
    #expect(issues.map(\.text) == [])
  }
}
