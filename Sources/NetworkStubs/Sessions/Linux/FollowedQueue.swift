#if canImport(FoundationNetworking)
  /// A delegate queue that a session has made by itself, or that the app has given it: what is called on it belongs to the step of a
  /// clock, or to the simulated run, as on a ``SessionQueue``.
  ///
  /// A session that an app makes from a configuration makes its queue itself, and no one can hand it another. So the queue changes its
  /// class when the first answer of a step or a run comes to it. It stays the same object, and does the same as before: only what is
  /// added for a step or a run is marked. A queue of a class of the app's is left as it is, and is only waited for.
  // It adds no properties.
  final class FollowedQueue: OperationQueue, @unchecked Sendable {
    /// A cancellation under way, whose end a session tells on its own.
    private final class Cancellation: Sendable {
      let step: ClockStep?
      let order: (any AnswerOrder)?

      init(step: ClockStep?, order: (any AnswerOrder)?) {
        self.step = step
        self.order = order
      }
    }

    /// The delivery of an answer in a simulated run, by the current thread, and what it adds to queues.
    private final class Delivery: Sendable {
      private let blocks = Guarded<[(queue: FollowedQueue, block: @Sendable () -> Void)]>([])

      func add(_ block: @escaping @Sendable () -> Void, to queue: FollowedQueue) {
        blocks.withLock { $0.append((queue, block)) }
      }

      /// Runs what was added, as one operation: what others add to the same queue must not come in between.
      func tell(in order: any AnswerOrder) {
        let blocks = blocks.withLock { $0 }
        guard let queue = blocks.first?.queue else { return }
        queue.run({ for (_, block) in blocks { block() } }, in: order)
      }
    }

    private static let mark = ThreadMark<Delivery>()
    /// The cancellations by their queues: an object that changes its class has no place for them.
    private static let cancellations = Guarded<[ObjectIdentifier: [Cancellation]]>([:])
    private static let adoption = NSLock()

    /// Adopts a delegate queue, unless it is of a class of its own.
    static func adopt(_ queue: OperationQueue) {
      // Two sessions may have the same queue.
      adoption.withLock { _ = ObjectClass.change(queue, from: OperationQueue.self, to: FollowedQueue.self) }
    }

    /// Delivers an answer on the current thread, the run's: what it adds to its queue belongs to the run, and has ended then.
    static func deliver(in order: any AnswerOrder, _ body: () -> Void) {
      let delivery = Delivery()
      mark.with(delivery, body)
      delivery.tell(in: order)
    }

    /// Gives what is added from now on to a cancellation, until the closure that is returned is called.
    func begin(_ step: ClockStep?, _ order: (any AnswerOrder)?) -> @Sendable () -> Void {
      let id = ObjectIdentifier(self)
      let cancellation = Cancellation(step: step, order: order)
      Self.cancellations.withLock { $0[id, default: []].append(cancellation) }
      // It keeps the queue, so that no other has its address meanwhile.
      return { [self] in
        Self.cancellations.withLock { all in
          all[id]?.removeAll { $0 === cancellation }
          if all[id]?.isEmpty == true { all[id] = nil }
        }
        withExtendedLifetime(self) {}
      }
    }

    override func addOperation(_ block: @escaping @Sendable () -> Void) {
      if let delivery = Self.mark.current, !isSuspended { return delivery.add(block, to: self) }
      let cancellation = Self.cancellations.withLock { $0.isEmpty ? nil : $0[ObjectIdentifier(self)]?.last }
      if let order = cancellation?.order, !isSuspended { return order.handOver { [self] in run(block, in: order) } }
      guard let step = ClockStep.current ?? cancellation?.step, !isSuspended else { return super.addOperation(block) }
      // An operation may live on for a while.
      let held = Guarded<ClockStep.Work?>(step.beginWork("a delegate or completion handler"))
      super.addOperation {
        held.withLock { $0 }?.perform(block)
        _ = held.take()
      }
    }

    /// Runs a block where it belongs, while the run's own thread waits.
    private func run(_ block: @escaping @Sendable () -> Void, in order: any AnswerOrder) {
      waitForEnd { end in
        super.addOperation {
          order.perform(block)
          end()
        }
      }
      if self !== OperationQueue.main { OperationQueue.main.waitForTurn() }
    }
  }

  extension URLSessionTask {
    /// The delegate queue, if the task uses it and it does not look after steps by itself.
    var otherDelegateQueue: OperationQueue? {
      guard TaskReflection.resumesCaller(self) != true, let queue = TaskReflection.session(of: self)?.delegateQueue
      else { return nil }
      return queue is SessionQueue ? nil : queue
    }

    /// Follows what is called on the delegate queue from now on, where it can be followed; returns the queue.
    @discardableResult func followDelegate() -> OperationQueue? {
      guard let queue = otherDelegateQueue else { return nil }
      FollowedQueue.adopt(queue)
      return queue
    }
  }
#endif
