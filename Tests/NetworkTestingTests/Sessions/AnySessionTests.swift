import NetworkStubs
import NetworkTesting
import TestSupport

// Three suites that answer all sessions at once, each test in its turn, beside tests with sessions of their own.

@Suite(
  "All sessions from anywhere, in one suite", .timeLimit(.minutes(15)),
  .everySession(.get("/same").respond(with: .text("suite"))).fromAnywhere())
struct AnySessionTests {
  @Test("all sessions from anywhere are answered by the suite's stubs")
  func suite() async throws {
    #expect(try await URLSession.shared.answer(to: .test("/same")).text == "suite")
  }

  @Test(
    "all sessions from anywhere are answered by the test's stubs first",
    .everySession(.get("/same").respond(with: .text("test"))))
  func test() async throws {
    #expect(try await URLSession.shared.answer(to: .test("/same")).text == "test")
  }

  @Test("go together with a network", .network(.get("/other").respond(with: .text("network"))))
  func network() async throws {
    #expect(try await URLSession.shared.answer(to: .test("/other")).text == "network")
    #expect(await MockTransport.current.requests.count == 1)
  }

  @Test("all sessions from anywhere are answered also where code has left the test's task")
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

@Suite("All sessions from anywhere, in another suite", .timeLimit(.minutes(15)))
struct OtherAnySessionTests {
  @Test(
    "all sessions from anywhere have each case's own stubs",
    .everySession(.get("/same").respond { _ in HTTPResponse(body: Data("own".utf8)) }).fromAnywhere(),
    arguments: 0..<50)
  func own(number: Int) async throws {
    #expect(try await URLSession.shared.answer(to: .test("/same")).text == "own")
    #expect(await MockTransport.current.requests.count == 1)
  }
}

@Suite("All sessions from anywhere, in a third suite", .timeLimit(.minutes(15)))
struct ThirdAnySessionTests {
  @Test(
    "all sessions from anywhere are each test's in its turn",
    .everySession(.get("/{number}").respond { HTTPResponse(body: Data($0.path.utf8)) }).fromAnywhere(),
    arguments: 0..<50)
  func turn(number: Int) async throws {
    for _ in 0..<3 { #expect(try await URLSession.shared.answer(to: .test("/\(number)")).text == "/\(number)") }
    #expect(await MockTransport.current.requests.allSatisfy { $0.path == "/\(number)" })
  }
}

@Suite("Mocked sessions beside them", .timeLimit(.minutes(15)))
struct SessionsBesideAnySessionTests {
  @Test("mocked sessions beside sessions from anywhere are not disturbed", arguments: 0..<100)
  func own(number: Int) async throws {
    let session = URLSession.mocked(by: MockTransport(.get("/same").respond(with: .text("mine \(number)"))))
    for _ in 0..<3 { #expect(try await session.answer(to: .test("/same")).text == "mine \(number)") }
  }
}
