/// The active functions of a task that is about to continue.
///
/// A job holds the address of the code that continues, and of its context, which begins with that of its caller and the
/// address of the code that continues there. Both are part of Swift's ABI since 5.5, and have not been read on Apple platforms.
/// The addresses are only looked up, and memory is read through the kernel, so a runtime with another layout leads to a wrong or
/// missing name, and no crash.
///
/// Source: [Job and AsyncContext](https://github.com/swiftlang/swift/blob/main/include/swift/ABI/Task.h).
enum AsyncBacktrace {
  private typealias Words = (UInt, UInt)

  /// The offset of the two addresses in a job.
  private static let offset: UInt = 56
  private static let depth = 32
  private static let pipe = Guarded(ThreadBacktrace.makePipe())

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

  /// Returns the addresses of the code that continues, the innermost first.
  static func functions(of job: UnownedJob) -> [UInt] { functions(ofJobAt: unsafeBitCast(job, to: UInt.self)) }

  /// Returns the functions of a task that may have ended; empty if its memory has been reused.
  static func functions(ofTask id: UInt64, at job: UInt) -> [UInt] {
    // The lower half of its number comes after the flags.
    let head = pipe.withLock { pipe in pipe.flatMap { words(at: job + 32, through: $0) } }
    guard let head, UInt32(truncatingIfNeeded: head.0 >> 32) == UInt32(truncatingIfNeeded: id) else { return [] }
    return functions(ofJobAt: job)
  }

  private static func functions(ofJobAt address: UInt) -> [UInt] {
    pipe.withLock { pipe in
      guard let pipe, var frame = words(at: address + offset, through: pipe) else { return [] }
      var functions = [frame.0]
      // A frame is the code and its context; in a context they are the other way around, and the caller's.
      for _ in 1..<depth where frame.1 != 0 && frame.1 % 8 == 0 {
        guard let context = words(at: frame.1, through: pipe) else { break }
        if context.1 != 0 { functions.append(context.1) }
        frame = (context.1, context.0)
      }
      return functions
    }
  }

  /// Returns two words of memory; nil if it cannot be read.
  private static func words(at address: UInt, through pipe: (read: Int32, write: Int32)) -> Words? {
    var words: Words = (0, 0)
    let size = MemoryLayout<Words>.size
    guard let source = UnsafeRawPointer(bitPattern: address), let write, write(pipe.write, source, size) == size,
      read(pipe.read, &words, size) == size
    else { return nil }
    return words
  }
}
