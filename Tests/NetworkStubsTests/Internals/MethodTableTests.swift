#if canImport(FoundationNetworking)
  import FoundationNetworking
  import NetworkTesting
  import TestSupport

  @testable import NetworkStubs

  @Suite("The slot of a method")
  struct MethodSlotTests {
    private static let header: [UInt] = Array(repeating: 0, count: MethodTable.headerWords)

    @Test("the slot of a method is where one class has its superclass's method and the other its own, and nowhere else")
    func found() throws {
      let slot = try MethodSlot(
        of: "a()", plain: Self.header + [1, 2, 30, 4], overriding: Self.header + [1, 9, 31, 4],
        base: Self.header + [1, 2, 3, 4])
      #expect(slot.index == MethodTable.headerWords + 1)
    }

    @Test(
      "the slot of a method is refused where the experiment gives none, or more than one",
      arguments: [
        // Nothing differs; only what every class has of its own differs; two differ; a table ends early.
        ([1, 2, 3], [1, 2, 3], [1, 2, 3], 0), ([1, 20, 3], [1, 21, 3], [1, 2, 3], 0),
        ([1, 2, 3], [9, 2, 8], [1, 2, 3], 2), ([1, 2, 3], [1], [1, 2, 3], 0), ([], [], [], 0),
      ] as [([UInt], [UInt], [UInt], Int)])
    func refused(plain: [UInt], overriding: [UInt], base: [UInt], count: Int) {
      let problem = #expect(throws: SessionHookProblem.self) {
        try MethodSlot(
          of: "a()", plain: Self.header + plain, overriding: Self.header + overriding, base: Self.header + base)
      }
      #expect(problem?.reason == "\(count) slots of its method table could be a()")
    }

    private class Base {
      func first() -> Int { 1 }
      func second() -> Int { 2 }
    }

    private class Plain: Base {}

    private class Overriding: Base {
      override func second() -> Int { 20 }
    }

    private class Both: Base {
      override func first() -> Int { 10 }
      override func second() -> Int { 20 }
    }

    @Test("the slot of a method is found in classes as the compiler makes them")
    func classes() throws {
      let slot = try MethodSlot(of: "second()", plain: Plain.self, overriding: Overriding.self, base: Base.self)
      let tables = [Plain.self, Overriding.self, Base.self].compactMap { MethodTable(of: $0) }
      #expect(tables.count == 3 && tables.allSatisfy { slot.index < $0.count && $0.isWritable(at: slot.index) })
    }

    private class Called: Base {}

    /// Calls the method by its slot, whatever the compiler knows of the object.
    @inline(never)
    private static func call(_ object: Base) -> Int { object.second() }

    // With the thread sanitizer, this is where a race would be reported.
    @Test("the slot of a method may be replaced while other threads call the method")
    func called() async throws {
      let slot = try MethodSlot(of: "second()", plain: Plain.self, overriding: Overriding.self, base: Base.self)
      let table = try #require(MethodTable(of: Called.self))
      let replacement = try #require(MethodTable(of: Overriding.self))[slot.index]
      let (isCalled, isReplaced) = (Gate(), Protected(false))
      // On a thread of its own: a loop on one of the pool's few would keep all other tests waiting.
      async let caller = withCheckedContinuation { done in
        Thread.detachNewThread {
          let object = Called()
          var results = Set([Self.call(object)])
          isCalled.open()
          while !isReplaced.withLock({ $0 }) { results.insert(Self.call(object)) }
          done.resume(returning: results.union([Self.call(object)]))
        }
      }
      await isCalled.wait()
      for _ in 1...100 { await Task.yield() }
      table[slot.index] = replacement
      isReplaced.withLock { $0 = true }
      let results = await caller
      #expect(results == [2, 20])
    }

    @Test("the slot of a method is not found where two methods are overridden")
    func two() {
      let problem = #expect(throws: SessionHookProblem.self) {
        try MethodSlot(of: "second()", plain: Plain.self, overriding: Both.self, base: Base.self)
      }
      #expect(problem?.reason == "2 slots of its method table could be second()")
    }

    @Test("the slot of a method is known for this version of Foundation")
    func foundation() { #expect(SessionHooks.problem == nil) }
  }
#endif
