/// The cases of lists whose answers came last, for the report of a crash.
///
/// Swift Testing's own line about a case stands in a buffer where the output is a pipe, and is lost with the process.
enum CaseNotes {
  /// A note: the task in which an answer was changed, and the name of the case.
  private struct Note {
    var task: UInt64 = 0
    var count = 0
  }

  private static let limit = 32
  private static let size = 160
  private static let lock = NSLock()

  /// The memory of the handler, which may not allocate any.
  private struct Memory {
    let notes = UnsafeMutablePointer<Note>.allocate(capacity: limit)
    let names = UnsafeMutablePointer<UInt8>.allocate(capacity: limit * size)
    /// The number of all notes so far.
    var count = 0

    init() {
      notes.initialize(repeating: Note(), count: limit)
      names.initialize(repeating: 0, count: limit * size)
    }
  }

  // Unchecked: written under the lock, and read by a handler that may not wait for it.
  private nonisolated(unsafe) static let memory: UnsafeMutablePointer<Memory> = {
    let memory = UnsafeMutablePointer<Memory>.allocate(capacity: 1)
    memory.initialize(to: Memory())
    return memory
  }()

  /// Notes that an answer comes, or is about to come, as a case has it.
  static func note(_ name: String) {
    let task = CurrentTask.id ?? 0
    var text = name.printable
    text.withUTF8 { bytes in
      var end = min(bytes.count, size)
      // Not in the middle of a character.
      while end < bytes.count, end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
      lock.withLock {
        let slot = memory.pointee.count % limit
        for index in 0..<end { memory.pointee.names[slot * size + index] = bytes[index] }
        memory.pointee.notes[slot] = Note(task: task, count: end)
        memory.pointee.count += 1
        install
      }
    }
  }

  private static let install: Void = CrashReport.add {
    let task = CurrentTask.id ?? 0
    let newest = (1...CaseNotes.limit).lazy.filter { $0 <= CaseNotes.memory.pointee.count }.map {
      (CaseNotes.memory.pointee.count - $0) % CaseNotes.limit
    }
    if task != 0, let slot = newest.first(where: { CaseNotes.memory.pointee.notes[$0].task == task }) {
      CaseNotes.write("\nNetworkTesting: the process crashed in a case whose answer was changed:\n  ")
      CaseNotes.writeName(slot)
      CaseNotes.write("\nTo run it alone, with the name of its test:\n  NETWORK_TESTING_CASES='")
      CaseNotes.writeName(slot)
      CaseNotes.write("' swift test --filter …\n\n")
    } else {
      CaseNotes.write("\nNetworkTesting: the process crashed. The answers that were changed last, the newest first:\n")
      var shown = 0
      for (index, slot) in newest.enumerated() where shown < 8 {
        // Other tests at the same time may have the same case.
        if newest.prefix(index).contains(where: { CaseNotes.haveSameName($0, slot) }) { continue }
        CaseNotes.write("  ")
        CaseNotes.writeName(slot)
        CaseNotes.write("\n")
        shown += 1
      }
      CaseNotes.write("To run one alone, such as the newest, with the name of its test:\n  NETWORK_TESTING_CASES='")
      if let slot = newest.first { CaseNotes.writeName(slot) }
      CaseNotes.write("' swift test --filter …\n\n")
    }
  }

  private static func haveSameName(_ one: Int, _ other: Int) -> Bool {
    let count = memory.pointee.notes[one].count
    return count == memory.pointee.notes[other].count
      && memcmp(memory.pointee.names + one * size, memory.pointee.names + other * size, count) == 0
  }

  private static func writeName(_ slot: Int) {
    CrashReport.emit(
      UnsafeRawBufferPointer(start: memory.pointee.names + slot * size, count: memory.pointee.notes[slot].count))
  }

  private static func write(_ text: StaticString) {
    CrashReport.emit(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }
}
