import Foundation
import NetworkTesting
import TestSupport

@testable import NetworkStubs

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What the lists of faults, deliveries and mutations have in common.
@Suite("A list of cases")
struct CaseListTests {
  private static let user = Data(#"{"name": "Ada", "tags": ["a"]}"#.utf8)
  private static let request = URLRequest.make(.get, "https://api.example.com/me")

  @Test("a list of cases of faults is encoded and decoded, so that exit tests capture it") func codable() throws {
    let all = NetworkFault.allCases + [.connectionLost(afterBodyBytes: 9), .slowDrip(pieces: 3, every: .seconds(2))]
    let decoded = try JSONDecoder().decode([NetworkFault].self, from: JSONEncoder().encode(all))
    #expect(decoded == all && decoded.map(\.code) == all.map(\.code) && decoded.map(\.name) == all.map(\.name))
  }

  @Test("a list of cases has a name for each case, all different") func names() {
    #expect(Set(NetworkFault.allCases.map(\.description)).count == NetworkFault.allCases.count)
  }

  @Test("a list of cases is cut to cases by their names, and says so") func chosen() {
    var notes: [String] = []
    let all = AnswerMutation.all(of: Self.user)
    func chosen(_ text: String?) -> [String] {
      CaseChoice.chosen(all, of: #"AnswerMutation.all(of: "me.json")"#, text: text) { notes.append($0) }.map(
        \.description)
    }
    #expect(chosen(nil) == all.map(\.description) && notes.isEmpty)
    #expect(chosen("$.name is null") == ["$.name is null"])
    #expect(chosen("$.surname") == [])
    #expect(
      notes == [
        "note: NETWORK_TESTING_CASES=\"$.name is null\" leaves 1 of the \(all.count) cases of AnswerMutation.all(of: \"me.json\").",
        "note: NETWORK_TESTING_CASES=\"$.surname\" leaves 0 of the \(all.count) cases of AnswerMutation.all(of: \"me.json\").",
      ])
  }

  #if compiler(>=6.3) && (os(macOS) || os(Linux))
    private static func crash(_ answer: Answer, isOnTask: Bool) async throws {
      if isOnTask {
        _ = try? await MockTransport(.any.respond(with: answer)).send(request)
        preconditionFailure("as a forced unwrap")
      }
      _ = try? await URLSession.mocked(by: MockTransport(.any.respond(with: answer))).data(for: request)
      await withCheckedContinuation { (_: CheckedContinuation<Void, Never>) in
        DispatchQueue.global().async { preconditionFailure("on a queue") }
      }
    }

    @Test(
      "a list of cases names the case in which the process crashes", .exitTest,
      arguments: NetworkFault.allCases.suffix(3))
    func fault(
      _ fault: NetworkFault
    ) async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [fault] in
        try await CaseListTests.crash(.json(1).broken(by: fault), isOnTask: true)
      }
      let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      let note = """
        NetworkTesting: the process crashed in a case whose answer was changed:
          \(fault.name)
        To run it alone, with the name of its test:
          NETWORK_TESTING_CASES='\(fault.name)' swift test --filter …
        """
      #expect(text.contains(note), "\(text)")
    }

    @Test("a list of cases names the case of a delivery, and of a mutation", .exitTest, arguments: [true, false])
    func others(
      _ isOnTask: Bool
    )
      async
    {
      let (delivery, mutation) = (Delivery.all(of: Self.user)[1], AnswerMutation.all(of: Self.user)[1])
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        [delivery = delivery as Delivery, mutation = mutation as AnswerMutation, isOnTask] in
        // Of another task.
        await Task.detached { for _ in 1...3 { _ = Answer.text("").delivered(delivery) } }.value
        try await CaseListTests.crash(.data(CaseListTests.user).mutated(by: mutation), isOnTask: isOnTask)
      }
      let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(text.contains("  \(mutation)\n"), "\(text)")
      #expect(text.components(separatedBy: "  \(delivery.name)\n").count == (isOnTask ? 1 : 2), "\(text)")
      #expect(text.contains("  NETWORK_TESTING_CASES='\(mutation)' swift test --filter …\n"), "\(text)")
      #expect(text.contains("the newest first:\n  \(mutation)\n") != isOnTask, "\(text)")
    }
  #endif
}
