import Dispatch
import NetworkTesting

extension Benchmark {
  /// A callback that comes before the call returns: no suspension, so all that is left is the bridge's own work.
  ///
  /// In a debug build, a fifth of it looks up the types of generic code, and the floor is optimised code of the toolchain.
  static let callbackAtOnce = Benchmark(
    name: "callback, at once",
    bound: Bound(release: 2, debug: 8.5),
    subject: { repetitions in
      for _ in 0..<repetitions {
        _ = try await withCallback { callAtOnce($0) }
      }
    },
    floor: { repetitions in
      for _ in 0..<repetitions {
        _ = try await withCheckedThrowingContinuation { continuation in
          callAtOnce { continuation.resume(returning: $0) }
        }
      }
    }
  )

  /// A callback that comes after a suspension, on the thread that waits for it.
  ///
  /// The dearest case in proportion, hence the bound: there is no change of thread to pay for, but a time-out and a
  /// cancellation handler to set up, which the floor does not have: 2.9, and 3.2 on a busy machine.
  static let callbackLater = Benchmark(
    name: "callback, on one thread",
    bound: Bound(release: 3.6, debug: 6),
    subject: { repetitions in
      for _ in 0..<repetitions {
        _ = try await withCallback { callLater($0) }
      }
    },
    floor: { repetitions in
      for _ in 0..<repetitions {
        _ = try await withCheckedThrowingContinuation { continuation in
          callLater { continuation.resume(returning: $0) }
        }
      }
    }
  )

  /// A callback as networking code gives it: from a dispatch queue.
  static let callbackFromQueue = Benchmark(
    name: "callback, from a queue",
    bound: Bound(release: 1.7, debug: 2.5),
    repetitions: 100.scaled,
    subject: { repetitions in
      for _ in 0..<repetitions {
        _ = try await withCallback { callFromQueue($0) }
      }
    },
    floor: { repetitions in
      for _ in 0..<repetitions {
        _ = try await withCheckedThrowingContinuation { continuation in
          callFromQueue { continuation.resume(returning: $0) }
        }
      }
    }
  )
}

// Never inlined, as no completion handler's function is that a test awaits.

@inline(never)
private func callAtOnce(_ completion: @escaping @Sendable (Int) -> Void) {
  completion(1)
}

@inline(never)
private func callLater(_ completion: @escaping @Sendable (Int) -> Void) {
  OneThread.shared.perform { completion(1) }
}

private let queue = DispatchQueue(label: "benchmark")

@inline(never)
private func callFromQueue(_ completion: @escaping @Sendable (Int) -> Void) {
  queue.async { completion(1) }
}
