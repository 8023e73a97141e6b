@testable import NetworkStubs
@testable import NetworkTesting
import TestSupport

// Three suites that use the shared session at once, beside tests with sessions of their own.

@Suite(
  "The shared session, in one suite", .timeLimit(.minutes(5)),
  .sharedSession(.get("/same").respond(with: .text("suite"))))
struct SharedSessionTests {
  @Test("is answered by the suite's stubs")
  func suite() async throws {
    #expect(try await URLSession.shared.answer(to: .test("/same")).text == "suite")
  }

  @Test("is answered by the test's stubs first", .sharedSession(.get("/same").respond(with: .text("test"))))
  func test() async throws {
    #expect(try await URLSession.shared.answer(to: .test("/same")).text == "test")
  }

  @Test("goes together with a network", .network(.get("/other").respond(with: .text("network"))))
  func network() async throws {
    #expect(try await URLSession.shared.answer(to: .test("/other")).text == "network")
    #expect(await MockTransport.current.requests.count == 1)
  }

  @Test("is answered also where code has left the test's task")
  func detached() async throws {
    let text = try await Task.detached { try await URLSession.shared.answer(to: .test("/same")).text }.value
    #expect(text == "suite")
    let data: Data? = await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        URLSession.shared.dataTask(with: .test("/same")) { data, _, _ in continuation.resume(returning: data) }.resume()
      }
    }
    #expect(data == Data("suite".utf8))
  }
}

@Suite("The shared session, in another suite", .timeLimit(.minutes(5)))
struct OtherSharedSessionTests {
  @Test(
    "has each case's own stubs", .sharedSession(.get("/same").respond { _ in HTTPResponse(body: Data("own".utf8)) }),
    arguments: 0..<50)
  func own(number: Int) async throws {
    #expect(try await URLSession.shared.answer(to: .test("/same")).text == "own")
    #expect(await MockTransport.current.requests.count == 1)
  }
}

@Suite("The shared session, in a third suite", .timeLimit(.minutes(5)))
struct ThirdSharedSessionTests {
  @Test(
    "has its turn with each number",
    .sharedSession(.get("/{number}").respond { HTTPResponse(body: Data($0.path.utf8)) }),
    arguments: 0..<50)
  func turn(number: Int) async throws {
    for _ in 0..<3 { #expect(try await URLSession.shared.answer(to: .test("/\(number)")).text == "/\(number)") }
    #expect(await MockTransport.current.requests.allSatisfy { $0.path == "/\(number)" })
  }
}

@Suite("Sessions beside the shared one", .timeLimit(.minutes(5)))
struct SessionsBesideSharedTests {
  @Test("are not disturbed", arguments: 0..<100)
  func own(number: Int) async throws {
    let session = URLSession.mocked(by: MockTransport(.get("/same").respond(with: .text("mine \(number)"))))
    for _ in 0..<3 { #expect(try await session.answer(to: .test("/same")).text == "mine \(number)") }
  }
}
