import NetworkEndpoints
import Testing

/// Records problems in the test it was made in, from wherever they come.
///
/// A session's calls run on queues that belong to no test, where an issue would be nobody's. A task does belong to the
/// test that started it, so one is started for each session, to record what the session's calls run into.
final class ProblemDesk: Sendable {
  /// The test it belongs to.
  let test: Test.ID
  private let work: AsyncStream<@Sendable () -> Void>.Continuation

  /// Opens a desk in the current test; nil where there is none.
  init?() {
    guard let test = Test.current else { return nil }
    self.test = test.id
    let (stream, continuation) = AsyncStream<@Sendable () -> Void>.makeStream()
    work = continuation
    Task { for await work in stream { work() } }
  }

  deinit {
    work.finish()
  }

  /// Records problems, and returns when that is done.
  func record(_ problems: [Problem]) async {
    await withCheckedContinuation { done in
      work.yield {
        for problem in problems { problem.record() }
        done.resume()
      }
    }
  }

  /// Lets go of a transport in the test, which hears what the transport has to say last.
  func release(_ transport: any HTTPTransport) {
    work.yield { _ = transport }
  }
}
