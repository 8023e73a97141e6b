import NetworkTesting

@Suite("Where a callback is awaited", .timeLimit(.minutes(5)))
struct CallbackIsolationTests {
  @Test("a test on the main actor") @MainActor
  func mainActor() async throws {
    let model = Model()
    let label = try await withCallback(model.makeLabel)
    #expect(label.text == "1")
    let another = try await withCallback { done in
      model.count += 1
      model.makeLabel(done)
    }
    #expect(another.text == "3")
  }

  @Test("a callback that is bound to the main actor")
  func mainActorCallback() async throws {
    let text = try await withCallback { done in
      Task { @MainActor in Model().onMain { done($0.text) } }
    }
    #expect(text == "main")
  }

  @Test("inside an actor, on its state")
  func insideActor() async throws {
    #expect(try await Counter().countTwice() == 2)
  }

  @Test("a result that is not sendable goes where it is needed")
  func notSendable() async throws {
    let label = try await withCallback { done in
      DispatchQueue.global().async { done(Label(text: "a")) }
    }
    #expect(await Keeper().keep(label) == "a")
  }

  @Test("a condition on the main actor") @MainActor
  func mainActorCondition() async throws {
    let model = Model()
    try await eventually(timeout: .seconds(600)) {
      model.count += 1
      return model.count == 3
    }
    #expect(model.count == 3)
  }

  @Test("a sequence of the main actor") @MainActor
  func mainActorSequence() async throws {
    let labels = Labels(texts: ["a", "b"])
    #expect(try await collect(labels).map(\.text) == ["a", "b"])
  }
}

private final class Label {
  var text: String
  init(text: String) { self.text = text }
}

@MainActor
private final class Model {
  var count = 0

  func makeLabel(_ completion: @escaping (Label) -> Void) {
    count += 1
    completion(Label(text: "\(count)"))
  }

  func onMain(_ completion: @escaping @MainActor (Label) -> Void) {
    completion(Label(text: "main"))
  }
}

private actor Counter {
  private var count = 0

  private func increment(_ completion: @escaping @Sendable () -> Void) {
    count += 1
    DispatchQueue.global().async(execute: completion)
  }

  func countTwice() async throws -> Int {
    try await withCallback(increment)
    try await withCallback { increment($0) }
    return count
  }
}

private actor Keeper {
  private var kept: Label?

  func keep(_ label: sending Label) -> String {
    kept = label
    return label.text
  }
}

/// A sequence that may not leave its actor, and whose iterator is not sendable either.
private final class Labels: AsyncSequence, AsyncIteratorProtocol {
  private var texts: [String]
  init(texts: [String]) { self.texts = texts }
  func makeAsyncIterator() -> Labels { self }
  func next() async -> Label? { texts.isEmpty ? nil : Label(text: texts.removeFirst()) }
}
