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

  private static let install: Void = CrashReport.add { CaseNotes.report() }

  /// Emits the case of the crashed task, or the newest ones, in a signal handler.
  static func report() {
    let own = CaseNotes.slot(ofTask: CurrentTask.id ?? 0)
    if own >= 0 {
      CaseNotes.write("\nNetworkTesting: the process crashed in a case whose answer was changed:\n  ")
      CaseNotes.writeName(own)
      CaseNotes.write("\nTo run it alone, with the name of its test:\n  NETWORK_TESTING_CASES='")
      CaseNotes.writeName(own)
      CaseNotes.write("' swift test --filter …\n\n")
    } else {
      CaseNotes.write("\nNetworkTesting: the process crashed. The answers that were changed last, the newest first:\n")
      CaseNotes.writeNewest(8)
      CaseNotes.write("To run one alone, such as the newest, with the name of its test:\n  NETWORK_TESTING_CASES='")
      CaseNotes.writeName(CaseNotes.slot(0))
      CaseNotes.write("' swift test --filter …\n\n")
    }
  }

  // What follows runs in the handler: loops over indices in raw memory. A range or a sequence is a generic type, for which Swift
  // may allocate memory at its first use, and wait for a lock that the crashed code holds.

  /// The number of notes that are kept.
  private static var keptCount: Int { memory.pointee.count < limit ? memory.pointee.count : limit }

  /// Returns the place of a note; 0 is the newest.
  private static func slot(_ age: Int) -> Int { (memory.pointee.count - 1 - age) % limit }

  /// Returns the place of the newest note of a task; -1 if it has none, or there is no task.
  private static func slot(ofTask task: UInt64) -> Int {
    var age = 0
    while task != 0, age < keptCount {
      if memory.pointee.notes[slot(age)].task == task { return slot(age) }
      age += 1
    }
    return -1
  }

  /// Writes the names of the newest notes. Other tests at the same time may have the same case, which is written once.
  private static func writeNewest(_ most: Int) {
    var age = 0
    var shown = 0
    while age < keptCount, shown < most {
      var newer = 0
      while newer < age, !haveSameName(slot(newer), slot(age)) { newer += 1 }
      if newer == age {
        write("  ")
        writeName(slot(age))
        write("\n")
        shown += 1
      }
      age += 1
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
