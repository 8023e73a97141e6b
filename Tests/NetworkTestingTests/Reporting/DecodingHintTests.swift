import TestSupport

@testable import NetworkTesting

@Suite("The hint at what a decoder did not find")
struct DecodingHintTests {
  private struct User: Decodable { let firstName: String }

  private struct Entry: Decodable { let at: Date }

  private func text(_ body: JSONValue, as type: (some Decodable).Type = [User].self) async -> String {
    let issues = await recordedIssues {
      let test = try #require(Test.current)
      let trait = NetworkTrait.network(.get("/user").respond(json: body))
      try await trait.provideScope(for: test, testCase: nil) {
        let response = try await MockTransport.current.send(.make(.get, "https://api.example.com/user"))
        _ = try JSONDecoder().decode(type, from: response.body)
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

  @Test("a date that an answer has as a text is named where a decoder expects a number")
  func date() async {
    let text = await text(["at": "2027-01-15T08:00:00Z"], as: Entry.self)
    #expect(text.contains("The answer has an ISO 8601 date at $.at. If the app reads a Date there"), "\(text)")
    let other = await self.text(["at": "soon"], as: Entry.self)
    #expect(other.contains("Before this error") && !other.contains("ISO 8601"), "\(other)")
  }

  @Test("a key that an answer does not have at all has no hint")
  func absent() async {
    let text = await text([["last_name": "Ada"]])
    #expect(text.contains("Before this error") && !text.contains("snake case"), "\(text)")
  }
}
