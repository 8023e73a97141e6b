import Foundation
import TestSupport

@testable import NetworkStubs
@testable import NetworkTesting

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("A mutation of an answer")
struct AnswerMutationTests {
  private static let user = """
    {"id": 4711, "name": "Ada Lovelace", "state": "active", "email": null, "rating": 4.5, "isAdmin": true,
     "tags": ["a", "b"], "none": [], "address": {"city": "London", "first name": {}}, "orders": [{"id": 1}, {"id": 2}]}
    """

  private static let request = URLRequest.make(.get, "https://api.example.com/me")

  private func body(_ mutation: AnswerMutation, of text: String = user) async throws -> Data {
    let answer = Answer.data(Data(text.utf8), contentType: "application/json").mutated(by: mutation)
    return try await MockTransport(.any.respond(with: answer)).send(Self.request).body
  }

  @Test("a mutation of an answer has a name for each value of a body, and the same ones in each run")
  func names() throws {
    let body = Data(Self.user.utf8)
    let all = AnswerMutation.all(of: body)
    try expectGolden(all.map(\.description).joined(separator: "\n"), "Answers/mutations.txt")
    #expect(all == AnswerMutation.all(of: body) && Set(all).count == all.count && all.filter(\.isControl).count == 1)
    #expect(try JSONDecoder().decode([AnswerMutation].self, from: JSONEncoder().encode(all)) == all)
    for limit in [0, 1, 7, 30] { #expect(AnswerMutation.all(of: body, atMost: limit).count == limit) }
    #expect(AnswerMutation.all(of: body, atMost: 30, seed: 2) != AnswerMutation.all(of: body, atMost: 30))
    let cut = AnswerMutation.all(of: body, atMost: 30)
    #expect(cut[0].description.hasSuffix("(\(all.count - 30) more are left out by atMost: 30)"))
    #expect(!all.contains { $0.description.contains("left out") })
    // Each place has a case before any has two.
    #expect(Set(AnswerMutation.all(of: body, atMost: 16).dropFirst().map(\.path)).count == 15)
  }

  @Test("a mutation of an answer differs from the original at one path, and in no other byte")
  func onePath() async throws {
    for text in [Self.user, "[1, {\"a\": [true, null]}]", "{\"a\":1}", "{}", "7", "\u{FEFF}{ \"é\" : \"x\" , \"b\":2}"]
    {
      let original = try JSONValue(parsing: Data(text.utf8))
      for mutation in AnswerMutation.all(of: Data(text.utf8), atMost: 1_000) {
        let bytes = try await body(mutation, of: text)
        let changed = try JSONValue(parsing: bytes)
        #expect(changed != original, "\(mutation)")
        let (old, new) = (Array(text.utf8), Array(bytes))
        let start = zip(old, new).prefix { $0 == $1 }.count
        let end = zip(old.reversed(), new.reversed()).prefix { $0 == $1 }.count
        #expect(start + end >= min(old.count, new.count) - 40 || mutation.path == "$", "\(mutation)")
        let path = JSONPath(mutation.path)
        if mutation.description.hasSuffix("is missing") { #expect(path.values(in: changed).isEmpty, "\(mutation)") }
        if mutation.description.hasSuffix("is null") { #expect(path.values(in: changed) == [.null], "\(mutation)") }
        if mutation.isControl { #expect(changed["unknownKey"] == "new") }
      }
    }
  }

  @Test("a mutation of an answer of what is not JSON, or of another body, is an issue")
  func other() async throws {
    let mutations = AnswerMutation.all(of: Data("Tea".utf8))
    #expect(mutations.count == 1)
    let first = try #require(mutations.first)
    let issues = await recordedIssues { _ = try? await body(first, of: "Tea") }
    #expect(issues.count == 1 && "\(issues)".contains("is not JSON"))
    let second = try #require(AnswerMutation.all(of: Data("[1]".utf8)).first)
    let others = await recordedIssues { _ = try? await body(second, of: "[12]") }
    #expect(others.count == 1 && "\(others)".contains("was made for a body of 3 bytes"))
  }

  @Test("a mutation of an answer keeps a correct length correct")
  func length() async throws {
    for mutation in AnswerMutation.all(of: Data(Self.user.utf8)) {
      let length = ["Content-Length": "\(Self.user.utf8.count)"] as HTTPHeaders
      let answer = Answer.text(Self.user, headers: length).mutated(by: mutation)
      let response = try await MockTransport(.any.respond(with: answer)).send(Self.request)
      #expect(response.headers["Content-Length"] == "\(response.body.count)")
    }
  }

  // An app with three errors.

  private enum State: Equatable { case failed, loading, shown(rating: Double) }

  private static func state(_ body: Data) -> State {
    guard let json = try? JSONValue(parsing: body), let orders = json["orders"]?.list else { return .failed }
    // A list that is empty is waited for without end.
    guard !orders.isEmpty else { return .loading }
    guard json["address"]?["city"]?.text != nil else { preconditionFailure("as a forced unwrap") }
    // An error that is swallowed.
    return .shown(rating: json["rating"]?.double ?? 0)
  }

  /// Returns whether the app traps: such a case needs a process of its own.
  private static func traps(_ mutation: AnswerMutation) -> Bool {
    mutation.path == "$.address" || mutation.path == "$.address.city" && !mutation.description.hasSuffix("word")
  }

  @Test("a mutation of an answer names each error of an app by its path")
  func plantedApp() async throws {
    var (spinning, wrong): (Set<String>, Set<String>) = ([], [])
    for mutation in AnswerMutation.all(of: Data(Self.user.utf8)) where !Self.traps(mutation) {
      switch Self.state(try await body(mutation)) {
      case .loading: spinning.insert(mutation.path)
      case .shown(rating: 0): wrong.insert(mutation.path)
      default: break
      }
    }
    #expect(spinning == ["$.orders"])
    #expect(wrong == ["$.rating"])
  }

  #if compiler(>=6.3) && !os(iOS) && !os(tvOS) && !os(watchOS) && !os(visionOS)
    @Test(
      "a mutation of an answer ends a process of its own where the app traps",
      arguments: AnswerMutation.all(of: Data(user.utf8)))
    func plantedTrap(_ mutation: AnswerMutation) async throws {
      guard mutation.path.hasPrefix("$.address") || mutation.isControl else { return }
      let end: ExitTest.Condition = Self.traps(mutation) ? .failure : .success
      let result = await #expect(processExitsWith: end) { [mutation] in
        let answer = Answer.text(AnswerMutationTests.user).mutated(by: mutation)
        let body = try await MockTransport(.any.respond(with: answer)).send(AnswerMutationTests.request).body
        _ = AnswerMutationTests.state(body)
      }
      #expect(result != nil)
    }
  #endif
}
