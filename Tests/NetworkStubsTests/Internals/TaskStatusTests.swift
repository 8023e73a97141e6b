import Dispatch
import TestSupport

@testable import NetworkStubs
@testable import NetworkTesting

@Suite("The state of a task, read from memory", .timeLimit(.minutes(15)))
struct TaskStatusTests {
  /// A living task that waits, by its reference, and the words of its memory.
  private static func withTask<Result>(_ body: (TaskReference, [UInt]) throws -> Result) async throws -> Result {
    TaskStatus.prepare()
    let (events, ready) = AsyncStream<TaskReference?>.makeStream()
    let task = Task {
      ready.yield(TaskReference.current)
      for await _ in AsyncStream<Void>.makeStream().stream {}
    }
    defer { task.cancel() }
    var iterator = events.makeAsyncIterator()
    let reference = try #require(await iterator.next() ?? nil)
    try await yield(until: TaskStatus.state(of: reference) == .nothing)
    let words = try (0..<20).map { try #require(ForeignMemory.words(at: reference.address + 8 * $0)).0 }
    return try body(reference, words)
  }

  /// The state of what memory with these words would be.
  private static func state(of words: [UInt], id: UInt64) -> TaskStatus.State {
    words.withUnsafeBufferPointer {
      TaskStatus.state(of: TaskReference(id: id, address: UInt(bitPattern: $0.baseAddress)))
    }
  }

  /// What an allocator and its next users write: addresses, sizes, small numbers.
  private static func word(_ random: inout Dice, near address: UInt) -> UInt {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: address &+ 16 &* UInt.random(in: 0..<0x10000, using: &random)
    case 1: 16 * UInt.random(in: 2..<0x200, using: &random) | 1
    case 2: UInt.random(in: 0..<64, using: &random)
    default: UInt.random(in: 0...UInt.max, using: &random)
    }
  }

  /// Checks that no memory is a task which was one, and which others have written into since.
  private static func check(_ seed: UInt64, _ write: (inout [UInt], TaskReference, inout Dice) -> Void)
    async throws
  {
    try await withTask { task, words in
      var random = Dice(seed: seed)
      for _ in 0..<1_000 {
        var garbage = words
        write(&garbage, task, &random)
        #expect(state(of: garbage, id: task.id) == .nothing)
      }
    }
  }

  @Test("freed memory is no task, whatever is written over parts of it", arguments: 0..<20 as Range<UInt64>)
  func freed(seed: UInt64) async throws {
    try await Self.check(seed) { words, task, random in
      words[1] = 0x1_0000_0003
      for index in 1..<words.count where Bool.random(using: &random) && Bool.random(using: &random) && index != 4 {
        // A count of references by chance has the bit of a freed object in half of all cases.
        let word = Self.word(&random, near: task.address)
        words[index] = index == 1 ? word | 1 << 32 : word
      }
    }
  }

  @Test("addresses in place of its flags are no flags", arguments: 0..<20 as Range<UInt64>)
  func addresses(seed: UInt64) async throws {
    try await Self.check(seed) { words, task, random in
      for index in 8..<words.count {
        words[index] = task.address &+ 0x1_0000 &+ 16 &* UInt.random(in: 0..<0x10000, using: &random)
      }
    }
  }

  @Test("what runs is told from what waits, by its flags alone")
  func flags() async throws {
    try await Self.withTask { task, words in
      // Which of its words are the flags is found as a user of it would: by changing them. A task runs by a flag, or by a lock.
      let states = (8..<16).map { index in
        [UInt(0x800), 0x103 << 32, 0x1000, 0x2000].map { state in
          var changed = words
          changed[index] = words[index] & 0xFFFF_FFFF & ~0x3800 | state
          return Self.state(of: changed, id: task.id)
        }
      }
      #expect(states.contains { $0[..<2].contains(.runs) && Array($0[2...]) == [.isInLine, .nothing] })
    }
  }

  @Test("a task that waits is there, and one whose memory is freed is not")
  func isThere() async throws {
    try await Self.withTask { task, words in
      #expect(TaskStatus.isThere(task))
      var freed = words
      freed[1] |= 1 << 32
      freed.withUnsafeBufferPointer {
        #expect(!TaskStatus.isThere(TaskReference(id: task.id, address: UInt(bitPattern: $0.baseAddress))))
      }
    }
  }

  @Test("what changes while it is looked at is looked at until it does not")
  func changes() async throws {
    try await Self.withTask { task, words in
      let memory = UnsafeMutableBufferPointer<UInt>.allocate(capacity: words.count)
      defer { memory.deallocate() }
      _ = memory.initialize(from: words)
      let index = Int(AsyncBacktrace.offset) / MemoryLayout<UInt>.size
      nonisolated(unsafe) let code = memory
      let (isOver, isDone) = (Protected(false), DispatchSemaphore(value: 0))
      let written = Protected<UInt>(0)
      DispatchQueue.global().async {
        while !isOver.withLock({ $0 }) {
          code[index] = written.withLock { count in
            count += 1
            return count
          }
          // Slower than looks are, so that two of them can agree.
          for _ in 0..<2_000 {}
        }
        isDone.signal()
      }
      let copy = TaskReference(id: task.id, address: UInt(bitPattern: memory.baseAddress))
      var (looks, states) = (0, Set<TaskStatus.State>())
      while looks < 4_000 || written.withLock({ $0 }) < 2_000 {
        states.insert(TaskStatus.state(of: copy))
        looks += 1
      }
      #expect(states == [.nothing])
      isOver.withLock { $0 = true }
      isDone.wait()
    }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("a job is known to continue after a yield, and no other is")
  func yields() async throws {
    TaskStatus.prepare()
    let pool = SettledTests.FullPool()
    let task = Task(executorPreference: pool) { await Task.yield() }
    var continues: [Bool] = []
    while let job = pool.jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
      continues.append(TaskStatus.continuesAfterYield(job))
      job.runSynchronously(on: pool.asUnownedTaskExecutor())
    }
    await task.value
    // Its first job begins it, and its last follows the yield.
    #expect(continues.first == false)
    #expect(continues.last == true)
  }
}
