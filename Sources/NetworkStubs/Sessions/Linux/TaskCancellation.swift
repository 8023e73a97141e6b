#if canImport(FoundationNetworking)
  /// A cancellation of a mocked session's task that cannot deadlock.
  ///
  /// FoundationNetworking's `cancel()` waits for the session's queue, and the session resumes the caller of `data(for:)` on that
  /// queue. A Swift task that is cancelled holds a lock while its handlers run, one of which is that `cancel()`, and resuming the
  /// task needs the lock: each waits for the other, for ever. So the task of such a call must not wait: it drops its answer at
  /// once, and the session learns of the cancellation a moment later.
  ///
  /// The bug is [#5412](https://github.com/swiftlang/swift-corelibs-foundation/issues/5412), fixed by
  /// [#5417](https://github.com/swiftlang/swift-corelibs-foundation/pull/5417) of February 2026, which Swift 6.3.1 does not have.
  /// So the detour is compiled only for compilers before 6.4. `BareSessionTests` shows the deadlock on a session without it, and
  /// reports when the deadlock is gone; if that is earlier, lower the number.
  struct TaskCancellation {
    let task: URLSessionTask
    let origin: SessionOrigin?

    /// Runs what cancels the task.
    func perform(_ cancel: @escaping @Sendable () -> Void) {
      if let order = origin?.order {
        return order.handOver { [task] in
          let end = (task.followDelegate() as? FollowedQueue)?.begin(nil, order)
          cancel()
          task.waitForCancellation { end?() }
        }
      }
      let work = origin?.beginWork("a cancellation")
      let end = work.flatMap(follow)
      let finish: @Sendable () -> Void = { [task] in
        if let work { task.keepForCancellation(work) { end?() } }
      }
      #if compiler(<6.4)
        let isDone = DispatchSemaphore(value: 0)
        // A queue of its own has a thread, while those of a pool could all be waiting for the session.
        DispatchQueue(label: "NetworkTesting.cancellation").async {
          cancel()
          isDone.signal()
          finish()
        }
        // Other tasks are cancelled when this returns, as in any session; invalidating one relies on it. They may be cancelled
        // under a lock too, by code that waits for two calls at once, and so do not wait for ever either.
        if TaskReflection.resumesCaller(task) == false { _ = isDone.wait(timeout: .now() + 1) }
      #else
        // Not yet run with such a compiler.
        cancel()
        finish()
      #endif
    }
  }

  extension TaskCancellation {
    /// Gives what the delegate queue is told from now on to the step of the cancellation; what is returned ends that.
    private func follow(_ work: ClockStep.Work) -> (@Sendable () -> Void)? {
      if let queue = TaskReflection.session(of: task)?.delegateQueue as? SessionQueue { return queue.begin(work) }
      return (task.followDelegate() as? FollowedQueue)?.begin(work.step, nil)
    }
  }
#endif
