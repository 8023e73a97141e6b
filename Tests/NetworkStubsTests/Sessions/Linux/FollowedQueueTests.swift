import Foundation
import NetworkTesting
import TestSupport
import Testing

@testable import NetworkStubs

#if canImport(FoundationNetworking)
  import FoundationNetworking

  @Suite("The class of an object that a session has made")
  struct ObjectClassTests {
    private class Base: @unchecked Sendable {
      let number = 1
      var name: String { "base" }
    }

    private final class Plain: Base, @unchecked Sendable {
      override var name: String { "plain" }
    }

    private final class WithProperty: Base, @unchecked Sendable {
      let other = 2
      override var name: String { "with property" }
    }

    @Test(
      "the class of a session's object changes to a subclass that adds no properties, and the object stays the same")
    func changes() {
      let object = Base()
      #expect(ObjectClass.change(object, from: Base.self, to: Plain.self))
      #expect(object.name == "plain" && object.number == 1 && object is Plain)
      // Once.
      #expect(!ObjectClass.change(object, from: Base.self, to: Plain.self))
    }

    @Test("the class of a session's object stays if another version gives it properties or subclasses")
    func stays() {
      let object = Base()
      #expect(!ObjectClass.change(object, from: Base.self, to: WithProperty.self))
      #expect(!ObjectClass.change(object, from: Plain.self, to: Plain.self))
      #expect(object.name == "base")
      #expect(!ObjectClass.change(Plain(), from: Base.self, to: Plain.self))
    }

    @Test("the class of a session's object has the size that the runtime allocates")
    func size() throws {
      let base = try #require(ObjectClass.instanceSize(of: Base.self))
      // The object's head, and its number.
      #expect(base == 24)
      #expect(ObjectClass.instanceSize(of: WithProperty.self) == base + 8)
      #expect(ObjectClass.instanceSize(of: FollowedQueue.self) == ObjectClass.instanceSize(of: OperationQueue.self))
    }
  }

  @Suite("A delegate queue that a step of a clock follows", .timeLimit(.minutes(15)))
  struct FollowedQueueTests {
    private final class OwnQueue: OperationQueue, @unchecked Sendable {}

    /// Uses a session in a step of a clock, and returns how many tasks of its handler have come to their end when the step has.
    private static func ended(on queue: OperationQueue?, _ check: (OperationQueue) -> Void) async throws -> Int {
      let clock = VirtualClock()
      let transport = MockTransport(.get("/a").respond(json: 1), clock: clock)
      let session = URLSession(configuration: .mocked(by: transport), delegate: nil, delegateQueue: queue)
      let count = Protected(0)
      let task = Task {
        try await clock.sleep(for: .seconds(1))
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
          session.dataTask(with: URL.test("/a")) { _, _, _ in
            Task {
              for _ in 0..<5 { await Task.yield() }
              count.withLock { $0 += 1 }
            }
            continuation.resume()
          }.resume()
        }
      }
      await clock.advance(by: .seconds(1))
      let ended = count.withLock { $0 }
      try await task.value
      check(session.delegateQueue)
      session.finishTasksAndInvalidate()
      return ended
    }

    @Test("a step of a clock follows the delegate queue that the session has made, or the app's, which works as before")
    func followed() async throws {
      for queue in [nil, OperationQueue(), .main] {
        let ended = try await Self.ended(on: queue) { used in
          #expect(used is FollowedQueue)
          #expect(queue == nil || used === queue)
        }
        #expect(ended == 1)
      }
      let queue = OperationQueue()
      _ = try await Self.ended(on: queue) { _ in }
      let isSame = await withCheckedContinuation { continuation in
        queue.addOperation { continuation.resume(returning: OperationQueue.current === queue) }
      }
      #expect(isSame)
    }

    @Test("a delegate queue that a step of a clock follows is left as it is where its class is the app's")
    func left() async throws {
      let own = OwnQueue()
      _ = try await Self.ended(on: own) { #expect(type(of: $0) == OwnQueue.self) }
    }
  }
#endif
