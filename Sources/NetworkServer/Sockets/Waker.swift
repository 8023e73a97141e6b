/// A pipe by which any thread wakes the one that waits for sockets.
final class Waker: Sendable {
  /// The end that the waiting thread watches.
  let readEnd: Int32
  private let writeEnd: Int32

  init() throws(SocketError) {
    DescriptorLimit.raise()
    guard let ends = ForeignMemory.makePipe() else { throw SocketError(call: "pipe", code: errno) }
    readEnd = ends.read
    writeEnd = ends.write
    for end in [readEnd, writeEnd] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
  }

  /// Wakes the thread. A full pipe has already woken it.
  func wake() {
    var byte: UInt8 = 1
    _ = write(writeEnd, &byte, 1)
  }

  /// Empties the pipe, so that the next wait blocks.
  func clear() {
    withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { buffer in
      while read(readEnd, buffer.baseAddress, buffer.count) == buffer.count {}
    }
  }

  deinit {
    _ = systemClose(readEnd)
    _ = systemClose(writeEnd)
  }
}
