/// The bytes of a body that came and were not read, which hold up the session when they are too many.
///
/// A service is often faster than what reads its answer. Without this, all of a download waits in memory.
// The condition guards the properties below it.
final class UnreadBytes: @unchecked Sendable {
  let most: Int
  private let condition = NSCondition()
  private var count = 0
  private var isClosed = false
  /// Called when they become too many, with true, and few again, with false.
  private var onChange: (@Sendable (Bool) -> Void)?
  private var isFull = false

  /// Creates a count.
  ///
  /// - Parameter most: The bytes at which the session is held up.
  init(most: Int) { self.most = most }

  func add(_ bytes: Int) { change { $0.count += bytes } }

  func remove(_ bytes: Int) { change { $0.count -= bytes } }

  /// Ends the wait, since nobody reads any more.
  func close() { change { $0.isClosed = true } }

  private func change(_ body: (UnreadBytes) -> Void) {
    condition.lock()
    body(self)
    let wasFull = isFull
    // Not at each piece: half of them are read first.
    isFull = !isClosed && count > (wasFull ? most / 2 : most)
    let call = isFull == wasFull ? nil : onChange
    condition.broadcast()
    condition.unlock()
    call?(isFull)
  }

  /// Blocks the thread while there are too many.
  func waitForRoom() {
    condition.lock()
    while isFull { condition.wait() }
    condition.unlock()
  }

  func onChange(_ body: @escaping @Sendable (Bool) -> Void) {
    condition.lock()
    onChange = body
    condition.unlock()
  }
}

#if canImport(FoundationNetworking)
  extension UnreadBytes {
    /// The queue of a delegate that is held up; nil if it never is.
    var queue: OperationQueue? { most == .max ? nil : HeldQueue(self) }
  }

  /// A queue of a delegate that takes nothing more while too many bytes are unread.
  ///
  /// FoundationNetworking hands each piece of a body to the delegate's queue and reads on at once, and a task that was suspended
  /// begins again with its request. So the thread that hands a piece over is kept waiting: it reads for this call alone, which has
  /// a session of its own.
  // The property is immutable.
  private final class HeldQueue: OperationQueue, @unchecked Sendable {
    private let unread: UnreadBytes

    init(_ unread: UnreadBytes) {
      self.unread = unread
      super.init()
      maxConcurrentOperationCount = 1
    }

    override func addOperation(_ block: @escaping @Sendable () -> Void) {
      // What the queue holds is not counted yet.
      let turn = BlockOperation(block: block)
      super.addOperation(turn)
      if operationCount > 64 { turn.waitUntilFinished() }
      unread.waitForRoom()
    }
  }
#else
  extension UnreadBytes {
    /// Suspends a task while too many bytes are unread.
    // Written from the documentation; it has not been run.
    func holdUp(_ task: URLSessionTask) {
      guard most < .max else { return }
      onChange { [weak task] isFull in if isFull { task?.suspend() } else { task?.resume() } }
    }
  }
#endif
