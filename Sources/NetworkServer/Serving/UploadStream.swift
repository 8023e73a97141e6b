/// The body of an incoming request, to which the server's thread adds and which another thread reads.
///
/// A read waits for bytes, as in any stream. Unread bytes are held, up to a limit at which the server stops reading from the
/// client.
// The condition guards the properties below it. On Apple platforms, where this has not been run, a URLSession may not accept
// a custom stream as the body of a request.
final class UploadStream: InputStream {
  /// The most unread bytes.
  static let capacity = 262_144

  private let condition = NSCondition()
  private var waiting = OutgoingBytes()
  private var isComplete = false
  private var error: (any Error)?
  private var status = Status.notOpen
  private var wasFull = false
  private let onSpace: @Sendable () -> Void

  /// - Parameter onSpace: Called when there is room again after the server stopped reading.
  init(onSpace: @escaping @Sendable () -> Void) {
    self.onSpace = onSpace
    super.init(data: Data())
  }

  /// Adds bytes.
  ///
  /// - Returns: Whether there is room for more.
  func add(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    condition.withLock {
      waiting.append(bytes)
      wasFull = waiting.count >= Self.capacity
      condition.signal()
      return !wasFull
    }
  }

  /// Ends the body.
  ///
  /// - Parameter error: The reason why it is incomplete, if it is.
  func finish(_ error: (any Error)? = nil) {
    condition.withLock {
      if !isComplete {
        isComplete = true
        self.error = error
      }
      condition.broadcast()
    }
  }

  override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength length: Int) -> Int {
    let (count, hasSpace) = condition.withLock {
      while waiting.count == 0, !isComplete, status != .closed { condition.wait() }
      var count = 0
      waiting.consume { bytes in
        count = min(length, bytes.count)
        if let source = bytes.baseAddress { UnsafeMutableRawPointer(buffer).copyMemory(from: source, byteCount: count) }
        return count
      }
      if count == 0, error != nil {
        status = .error
        return (-1, false)
      }
      if count == 0 { status = .atEnd }
      let hasSpace = wasFull && waiting.count < Self.capacity / 2
      if hasSpace { wasFull = false }
      return (count, hasSpace)
    }
    if hasSpace { onSpace() }
    return count
  }

  override func getBuffer(
    _ buffer: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>, length: UnsafeMutablePointer<Int>
  ) -> Bool {
    false
  }

  override var hasBytesAvailable: Bool { condition.withLock { waiting.count > 0 || !isComplete } }
  override func open() { condition.withLock { status = .open } }
  override var streamStatus: Status { condition.withLock { status } }
  override var streamError: (any Error)? { condition.withLock { error } }

  override func close() {
    condition.withLock {
      status = .closed
      condition.broadcast()
    }
  }
}
