/// The active functions of a task that is about to continue.
///
/// A job holds the address of the code that continues, and of its context, which begins with that of its caller and the
/// address of the code that continues there. Both are part of Swift's ABI since 5.5, and have not been read on Apple platforms.
/// The addresses are only looked up, and memory is read through the kernel, so a runtime with another layout leads to a wrong or
/// missing name, and no crash.
///
/// Source: [Job and AsyncContext](https://github.com/swiftlang/swift/blob/main/include/swift/ABI/Task.h).
package enum AsyncBacktrace {
  /// The offset of the two addresses in a job.
  static let offset: UInt = 56
  package static let depth = 32

  /// Returns the addresses of the code that continues, the innermost first.
  package static func functions(of job: UnownedJob) -> [UInt] { functions(ofJobAt: unsafeBitCast(job, to: UInt.self)) }

  /// Returns the functions of a task that may have ended; empty if its memory has been reused.
  package static func functions(of task: TaskReference, most depth: Int = AsyncBacktrace.depth) -> [UInt] {
    ForeignMemory.holds(task) ? functions(ofJobAt: task.address, most: depth) : []
  }

  private static func functions(ofJobAt address: UInt, most depth: Int = AsyncBacktrace.depth) -> [UInt] {
    var page = ForeignMemory.Page()
    guard var frame = page.words(at: address + offset) else { return [] }
    var functions = [frame.0]
    // A frame is the code and its context; in a context they are the other way around, and the caller's.
    for _ in 1..<depth where frame.1 != 0 && frame.1 % 8 == 0 {
      guard let context = page.words(at: frame.1) else { break }
      if context.1 != 0 { functions.append(context.1) }
      frame = (context.1, context.0)
    }
    return functions
  }
}

/// Memory that may have been freed, read through the kernel: what cannot be read is nil, and no crash.
package enum ForeignMemory {
  /// Whether the offsets in this package are those of the runtime: with words of 32 bits, as on watches, they are others.
  package static let knowsOffsets = UInt.bitWidth == 64

  /// A pipe, which each reading goes through.
  private static let channel = Guarded(makePipe())

  private typealias Write = @convention(c) (Int32, UnsafeRawPointer, Int) -> Int
  /// The C library's own `write`; nil where an address sanitizer's replaces it, as on Apple platforms.
  ///
  /// The sanitizer's ends the process on freed memory, which the kernel reads like any other.
  private static let write: Write? = {
    #if canImport(Glibc)
      dlopen("libc.so.6", RTLD_NOW).flatMap { dlsym($0, "write") }.map { unsafeBitCast($0, to: Write.self) }
    #else
      RuntimeSymbol.address("__asan_init") == nil ? RuntimeSymbol.function("write") : nil
    #endif
  }()

  /// The memory that was read last: the contexts of a task are mostly side by side, and a system call takes longer than a page.
  struct Page {
    // No page of memory is smaller, and no pipe takes less at once.
    private static let size = 4_096
    private var start: UInt = 0
    private var bytes = [UInt8](repeating: 0, count: size)

    /// Returns two words; nil if they cannot be read.
    mutating func words(at address: UInt) -> (UInt, UInt)? {
      let offset = Int(address % UInt(Self.size))
      guard offset + 16 <= Self.size else { return ForeignMemory.words(at: address) }
      if start != address - UInt(offset) {
        guard bytes.withUnsafeMutableBytes({ copy(address - UInt(offset), into: $0) }) else { return nil }
        start = address - UInt(offset)
      }
      return bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: (UInt, UInt).self) }
    }
  }

  /// Returns two words; nil if they cannot be read.
  static func words(at address: UInt) -> (UInt, UInt)? {
    var words: (UInt, UInt) = (0, 0)
    return withUnsafeMutableBytes(of: &words) { copy(address, into: $0) } ? words : nil
  }

  /// Copies memory; returns whether it could be read.
  private static func copy(_ address: UInt, into buffer: UnsafeMutableRawBufferPointer) -> Bool {
    guard knowsOffsets else { return false }
    return channel.withLock { channel in
      guard let channel, let source = UnsafeRawPointer(bitPattern: address), let write, let start = buffer.baseAddress
      else { return false }
      let count = write(channel.write, source, buffer.count)
      // Less than asked for is read as well, or it would be there at the next time.
      return count > 0 && read(channel.read, start, count) == count && count == buffer.count
    }
  }

  /// Whether memory can be read through the kernel.
  static var isReadable: Bool {
    let word = UInt(0x5AFE)
    return withUnsafePointer(to: (word, word)) { words(at: UInt(bitPattern: $0))?.0 == word }
  }

  /// Whether a task is still where it was.
  static func holds(_ task: TaskReference) -> Bool {
    // The lower half of its number comes after the flags.
    words(at: task.address + 32).map { UInt32(truncatingIfNeeded: $0.0 >> 32) == UInt32(truncatingIfNeeded: task.id) }
      ?? false
  }

  private typealias Pipe2 = @convention(c) (UnsafeMutablePointer<Int32>, Int32) -> Int32
  /// Linux's call for a pipe that a process started at this moment does not inherit.
  private static let pipe2: Pipe2? = RuntimeSymbol.function("pipe2")

  /// Returns the ends of a new pipe; nil if the process has too many files.
  package static func makePipe() -> (read: Int32, write: Int32)? {
    var ends: [Int32] = [0, 0]
    if let pipe2 { return pipe2(&ends, O_CLOEXEC) == 0 ? (ends[0], ends[1]) : nil }
    guard pipe(&ends) == 0 else { return nil }
    // A program that the test starts has no use for them.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }
}
