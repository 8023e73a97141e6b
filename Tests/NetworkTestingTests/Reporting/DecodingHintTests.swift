import TestSupport

@testable import NetworkTesting

@Suite("The hint at a key that was not found")
struct DecodingHintTests {
  private struct User: Decodable { let firstName: String }

  private func text(_ body: JSONValue) async -> String {
    let issues = await recordedIssues {
      let test = try #require(Test.current)
      let trait = NetworkTrait.network(.get("/user").respond(json: body))
      try await trait.provideScope(for: test, testCase: nil) {
        let response = try await MockTransport.current.send(.make(.get, "https://api.example.com/user"))
        _ = try JSONDecoder().decode([User].self, from: response.body)
      }
    }
    return issues.map(\.text).joined(separator: "\n")
  }

  @Test("a key that an answer has in snake case is named, and so are both cures")
  func snakeCase() async {
    let text = await text([["first_name": "Ada"]])
    let hint =
      #"The answer has "first_name" at $[0]. If the service writes snake case, set the decoder's keyDecodingStrategy to "#
      + #".convertFromSnakeCase. If not, write "firstName" in the stub."#
    #expect(text.contains(hint), "\(text)")
  }

  @Test("a key that an answer does not have at all has no hint")
  func absent() async {
    let text = await text([["last_name": "Ada"]])
    #expect(text.contains("Before this error") && !text.contains("snake case"), "\(text)")
  }
}
