@testable import NetworkTesting

@Suite("Mocked sessions at the same time")
struct SessionIsolationTests {
  @Test("each have their own answer for one address", arguments: 0..<100)
  func own(number: Int) async throws {
    let transport = MockTransport(.get("/same").respond(with: .text("answer \(number)")))
    let session = URLSession.mocked(by: transport)
    for _ in 0..<5 { #expect(try await session.answer(to: .test("/same")).text == "answer \(number)") }
    #expect(await transport.requests.count == 5)
  }

  @Test("each have their own answer within one test")
  func within() async throws {
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<100 {
        group.addTask {
          let session = URLSession.mocked(by: MockTransport(.get("/same").respond(with: .text("answer \(number)"))))
          return try await session.answer(to: .test("/same")).text == "answer \(number)"
        }
      }
      for try await isRight in group { #expect(isRight) }
    }
  }

  @Test("made of one configuration are answered by its transport")
  func oneConfiguration() async throws {
    let transport = MockTransport(.get("/same").respond(with: .text("tea")))
    let configuration = URLSessionConfiguration.mocked(by: transport)
    let sessions = (0..<10).map { _ in URLSession(configuration: configuration) }
    for session in sessions { #expect(try await session.answer(to: .test("/same")).text == "tea") }
    #expect(await transport.requests.count == 10)
  }

  @Test("made of a session's configuration are answered by its transport")
  func copied() async throws {
    let session = URLSession.mocked(by: MockTransport(.get("/same").respond(with: .text("tea"))))
    let other = URLSession(configuration: session.configuration)
    #expect(try await other.answer(to: .test("/same")).text == "tea")
  }

  @Test("each have a number, whose type says it again", arguments: [1, 2, 3, 10, 255, 256, 12_345])
  func tags(number: Int) {
    #expect(sessionTag(number).number == number)
  }

  @Test("answer a thousand requests of one session at once")
  func manyRequests() async throws {
    let transport = MockTransport(
      .get("/items/{id}").respond { HTTPResponse(body: Data($0.path.utf8)) })
    let session = URLSession.mocked(by: transport)
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<1_000 {
        group.addTask { try await session.answer(to: .test("/items/\(number)")).text == "/items/\(number)" }
      }
      for try await isRight in group { #expect(isRight) }
    }
  }
}
