#if os(macOS) || os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @testable import NetworkSimulation
  @testable import NetworkStubs
  @testable import NetworkTesting

  /// `withMainSerialExecutor` and its like set the variable that a simulation sets: to their own function while something is to
  /// run on the main thread, and back to none, or to themselves if something was there before. It belongs to the process, so
  /// each test has one of its own.
  @Suite("The runtime's hooks, which others set too", .exitTest, .timeLimit(.minutes(15)))
  struct RuntimeHooksTests {
    @available(macOS 15, *)
    @Test(
      "the runtime's hooks, which others set too, lead to the same runs before, in and after another's use, and are gone when nothing uses them"
    )
    func others() async {
      await #expect(processExitsWith: .success) {
        let hook = try #require(OtherHook.variable)
        let alone = await OtherHook.traces()
        #expect(hook.pointee == nil, "a run has left its hook")

        hook.pointee = OtherHook.serial
        let within = await OtherHook.traces()
        #expect(await OtherHook.isCalled, "the other hook does not work any more")
        hook.pointee = nil

        #expect(await OtherHook.traces() == alone)
        #expect(within == alone)
        #expect(await !OtherHook.isCalled)
      }
    }

    @available(macOS 15, *)
    @Test(
      "the runtime's hooks, which others set too, bring a run what the main actor is to do, also where no clock was made"
    )
    func mainActor() async {
      await #expect(processExitsWith: .success) {
        let run = await Exploration().replay(1) { await Task { @MainActor in }.value }
        #expect(run.error == nil && run.outsideWakes == 0)
      }
    }

    @available(macOS 15, *)
    @Test(
      "the runtime's hooks, which others set too, are looked for by each run: one that another has taken away is back")
    func takenAway() async {
      await #expect(processExitsWith: .success) {
        let hook = try #require(OtherHook.variable)
        let alone = await OtherHook.traces()
        // As while a test uses a virtual clock, another one begins and ends its own use.
        _ = RuntimeHooks.begin()
        hook.pointee = OtherHook.serial
        #expect(await OtherHook.traces() == alone)
        hook.pointee = nil
        #expect(await OtherHook.traces() == alone)
        RuntimeHooks.end()
        #expect(hook.pointee == nil)
      }
    }
  }

  /// All orders in which a use and another library's may begin and end, and what is left then.
  @Suite("The runtime's hooks beside withMainSerialExecutor", .exitTest, .timeLimit(.minutes(15)))
  struct ForeignHookTests {
    /// Another library's use, which only asks whether something was there.
    private struct Foreign {
      private var hadOne = false

      mutating func begin() {
        hadOne = OtherHook.variable?.pointee != nil
        OtherHook.variable?.pointee = OtherHook.serial
      }

      func end() { OtherHook.variable?.pointee = hadOne ? OtherHook.serial : nil }
    }

    @available(macOS 15, *)
    @Test("nothing is left, and the other works while it lasts")
    func orders() async {
      await #expect(processExitsWith: .success) {
        let alone = await OtherHook.traces()
        // Small letters begin a use, capital ones end it.
        for order in ["oOtT", "tToO", "otTO", "toOT", "otOT", "toTO"] {
          var foreign = Foreign()
          for step in order {
            switch step {
            case "o": _ = RuntimeHooks.begin()
            case "O": RuntimeHooks.end()
            case "t": foreign.begin()
            default: foreign.end()
            }
            if step == "t" {
              #expect(await OtherHook.traces() == alone)
              #expect(await OtherHook.isCalled, "the other library's function is not called in \(order)")
            }
          }
          RuntimeHooks.look()
          #expect(OtherHook.variable?.pointee == nil, "something is left after \(order)")
          #expect(await OtherHook.traces() == alone)
        }
      }
    }

    @available(macOS 15, *)
    @Test("so it is beside a living clock, where something runs on the main actor while the other lasts")
    func livingClock() async {
      await #expect(processExitsWith: .success) {
        for isOlder in [true, false] {
          var foreign = Foreign()
          if !isOlder { foreign.begin() }
          do {
            let clock = VirtualClock()
            if isOlder { foreign.begin() }
            await Task { @MainActor in }.value
            let count = Protected(0)
            let poller = Task { @MainActor in
              for _ in 0..<10 {
                try await clock.sleep(for: .seconds(1))
                count.withLock { $0 += 1 }
              }
            }
            await clock.advance(by: .seconds(5))
            #expect(count.withLock { $0 } == 5)
            foreign.end()
            await Task { @MainActor in }.value
            #expect(await !OtherHook.isCalled, "the other library's function is called when it has ended")
            await clock.advance(by: .seconds(5))
            #expect(count.withLock { $0 } == 10)
            try await poller.value
          }
          #expect(OtherHook.variable?.pointee == nil, "something is left")
        }
      }
    }

    @available(macOS 15, *)
    @Test("one that is set again after it was seen to leave is taken away, which is said once in a process")
    func leftThere() async throws {
      let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        _ = RuntimeHooks.begin()
        for _ in 1...4 {
          OtherHook.variable?.pointee = OtherHook.serial
          RuntimeHooks.look()
        }
        RuntimeHooks.end()
        #expect(OtherHook.variable?.pointee == nil)
      }
      let said = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      #expect(said.components(separatedBy: "and left it there. It was taken away.").count == 2, "\(said)")
    }

    @available(macOS 15, *)
    @Test("what is said of one holds up no job, even if no one reads the output")
    func saidToNoOne() async {
      await #expect(processExitsWith: .success) {
        let pipe = Pipe()
        let end = pipe.fileHandleForWriting.fileDescriptor
        _ = fcntl(end, F_SETFL, O_NONBLOCK)
        let bytes = [UInt8](repeating: 0x20, count: 4_096)
        while write(end, bytes, bytes.count) > 0 {}
        _ = fcntl(end, F_SETFL, 0)
        let errors = dup(STDERR_FILENO)
        dup2(end, STDERR_FILENO)
        _ = RuntimeHooks.begin()
        OtherHook.variable?.pointee = OtherHook.serial
        RuntimeHooks.look()
        OtherHook.variable?.pointee = OtherHook.serial
        // Its print waits until someone reads.
        Thread.detachNewThread { RuntimeHooks.look() }
        try await yield(until: !OtherHook.isSet)
        RuntimeHooks.look()
        await Task {}.value
        RuntimeHooks.end()
        dup2(errors, STDERR_FILENO)
        _ = pipe.fileHandleForReading.availableData
      }
    }

    @available(macOS 15, *)
    @Test("one that has ended before it was seen is forgotten")
    func unseen() async {
      await #expect(processExitsWith: .success) {
        _ = RuntimeHooks.begin()
        var foreign = Foreign()
        foreign.begin()
        foreign.end()
        RuntimeHooks.end()
        #expect(OtherHook.variable?.pointee != nil)
        RuntimeHooks.dismissGuest()
        #expect(OtherHook.variable?.pointee == nil)
      }
    }
  }

  @Suite("The runtime's hooks, which come and go", .timeLimit(.minutes(15)))
  struct RuntimeHookUseTests {
    /// Here all jobs arrive; that nothing is written which they read is for the thread sanitizer to see.
    @Test("the runtime's hooks, which come and go, let all jobs pass while uses of them begin and end")
    func passing() async {
      let ran = Protected(0)
      await withTaskGroup(of: Void.self) { group in
        group.addTask {
          for _ in 1...1_000 {
            _ = RuntimeHooks.begin()
            await Task.yield()
            RuntimeHooks.end()
          }
        }
        for _ in 1...1_000 { group.addTask { await Task { ran.withLock { $0 += 1 } }.value } }
      }
      #expect(ran.withLock { $0 } == 1_000)
    }
  }

  @available(macOS 15, *)
  private enum OtherHook {
    typealias Enqueue = @convention(thin) (UnownedJob) -> Void
    typealias Hook = @convention(thin) (UnownedJob, Enqueue) -> Void

    static var variable: UnsafeMutablePointer<Hook?>? {
      RuntimeSymbol.address("swift_task_enqueueGlobal_hook")?.assumingMemoryBound(to: Hook?.self)
    }

    private static let calls = Protected(0)

    static let serial: Hook = { job, _ in
      OtherHook.calls.withLock { $0 += 1 }
      MainActor.shared.enqueue(job)
    }

    static var isSet: Bool { unsafeBitCast(variable?.pointee, to: UInt.self) == unsafeBitCast(serial, to: UInt.self) }

    /// Whether the runtime asks it about a new task.
    static var isCalled: Bool {
      get async {
        let before = calls.withLock { $0 }
        await Task {}.value
        return calls.withLock { $0 } > before
      }
    }

    static func traces() async -> [UInt64] {
      var traces: [UInt64] = []
      for bug in ClassicBug.allCases {
        for seed in UInt64(1)...5 {
          let run = await Exploration().replay(seed) { try await bug.showBug() }
          traces.append(run.trace)
        }
      }
      return traces
    }
  }
#endif
