import Testing

@testable import NetworkStubs

@Suite("The flags in a task's memory")
struct TaskFlagsTests {
  /// The words of a task in its four states: an address, a small number, and the flags, as a runtime writes them.
  private static func samples(_ flags: (enqueued: UInt, running: UInt, waiting: UInt, ended: UInt)) -> TaskFlags.Samples
  {
    func words(_ flags: UInt) -> [UInt] { [0x7F12_3456_7890, 3, flags, 0, 0x15] }
    return TaskFlags.Samples(
      enqueued: words(flags.enqueued), running: words(flags.running), waiting: words(flags.waiting),
      ended: words(flags.ended))
  }

  /// With a flag for a running task, as on Linux.
  private static let linux = samples((0x5015, 0x815, 0x4015, 0x2015))
  /// With the lock of the thread that runs it, which others may wait for, as on Apple platforms.
  private static let apple = samples((0x5019, 0x103_0000_0019, 0x1_0000_4019, 0x2019))

  @Test("the flags in a task's memory are found with a flag for a running task")
  func flag() throws {
    let found = try #require(TaskFlags.find(in: Self.linux))
    #expect(found.index == 2)
    #expect(found.layout == .flag)
    #expect(found.layout.state(of: 0x815) == .runs)
    #expect(found.layout.state(of: 0x5015) == .isInLine)
    #expect(found.layout.state(of: 0x4015) == nil)
  }

  @Test("the flags in a task's memory are found with the lock of the thread that runs the task")
  func lock() throws {
    let found = try #require(TaskFlags.find(in: Self.apple))
    #expect(found.index == 2)
    #expect(found.layout == .lock)
    #expect(found.layout.state(of: 0x103_0000_0019) == .runs)
    #expect(found.layout.state(of: 0x5019) == .isInLine)
    // Only somebody who waits for the lock is noted there.
    #expect(found.layout.state(of: 0x3_0000_4019) == nil)
    #expect(found.layout.state(of: 0x4019) == nil)
  }

  @Test("the flags in a task's memory are not found where no word, or more than one, fits all states")
  func none() {
    var samples = Self.linux
    samples.running = samples.waiting
    #expect(TaskFlags.find(in: samples) == nil)
    samples = Self.linux
    samples.enqueued.append(0x1015)
    samples.running.append(0x815)
    samples.waiting.append(0x15)
    samples.ended.append(0x2015)
    #expect(TaskFlags.find(in: samples) == nil)
    #expect(TaskFlags.find(in: TaskFlags.Samples()) == nil)
  }

  @Test(
    "the flags of a task whose lock is held while it waits are not found",
    arguments: [0x103_0000_4019, 0x103_0000_2019] as [UInt])
  func held(_ word: UInt) {
    var samples = Self.apple
    if word & 0x2000 == 0 { samples.waiting[2] = word } else { samples.ended[2] = word }
    #expect(TaskFlags.find(in: samples) == nil)
  }
}
