import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// The functions that a task which is about to continue is in.
///
/// A job holds the address of the code that continues, and of its context, which begins with that of its caller and the address
/// of the code that continues there. Both are parts of Swift's ABI since 5.5, and have not been read on Apple platforms. The
/// addresses are only looked up, and memory is read by way of the kernel, so that a runtime with another layout leads to a
/// wrong or missing name, and no crash.
///
/// Source: [Job and AsyncContext](https://github.com/swiftlang/swift/blob/main/include/swift/ABI/Task.h).
enum AsyncBacktrace {
  private typealias Words = (UInt, UInt)

  /// The place of the two addresses in a job.
  private static let offset: UInt = 56
  private static let depth = 32
  private static let pipe = Guarded(ThreadBacktrace.makePipe())

  /// The addresses of the code that continues, the innermost first.
  static func functions(of job: UnownedJob) -> [UInt] {
    pipe.withLock { pipe in
      guard let pipe, var frame = words(at: unsafeBitCast(job, to: UInt.self) + offset, through: pipe) else {
        return []
      }
      var functions = [frame.0]
      // A frame is the code and its context; in a context they are the other way around, and the caller's.
      while functions.count < depth, frame.1 != 0, frame.1 % 8 == 0, let context = words(at: frame.1, through: pipe) {
        if context.1 != 0 { functions.append(context.1) }
        frame = (context.1, context.0)
      }
      return functions
    }
  }

  /// Two words of memory; nil if it cannot be read.
  private static func words(at address: UInt, through pipe: (read: Int32, write: Int32)) -> Words? {
    var words: Words = (0, 0)
    let size = MemoryLayout<Words>.size
    guard let source = UnsafeRawPointer(bitPattern: address), write(pipe.write, source, size) == size,
      read(pipe.read, &words, size) == size
    else { return nil }
    return words
  }
}
