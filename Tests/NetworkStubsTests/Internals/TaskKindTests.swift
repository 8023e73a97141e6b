import NetworkStubs
import Testing

/// The flags of a job are read from memory: with another layout of the runtime this suite fails first.
@Suite("The kind of a task")
struct TaskKindTests {
  private struct Kind: Equatable {
    let isInGroup, isAsyncLet: Bool

    static var current: Self? { TaskKind.current.map { Self(isInGroup: $0.isInGroup, isAsyncLet: $0.isAsyncLet) } }
  }

  @Test("the kind of a task is read from a task by itself, a child of a group, and an async let")
  func kinds() async {
    let alone = Kind(isInGroup: false, isAsyncLet: false)
    #expect(await Task { Kind.current }.value == alone)
    #expect(await Task.detached { Kind.current }.value == alone)
    let ofGroup = await withTaskGroup(of: Kind?.self) { group in
      group.addTask { Kind.current }
      return await group.next() ?? nil
    }
    #expect(ofGroup == Kind(isInGroup: true, isAsyncLet: false))
    async let ofLet = Kind.current
    #expect(await ofLet == Kind(isInGroup: false, isAsyncLet: true))
  }
}
