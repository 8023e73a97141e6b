/// A pipe by which any thread wakes the one that waits for sockets.
final class Waker: Sendable {
  /// The end that the waiting thread watches.
  let readEnd: Int32
  private let writeEnd: Int32

  init() throws(SocketError) {
    DescriptorLimit.raise()
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw SocketError(call: "pipe", code: errno) }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    readEnd = ends[0]
    writeEnd = ends[1]
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
