/// Something to wait for until it is opened.
public final class Gate: Sendable {
  private let stream: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  /// Makes a closed gate.
  public init() {
    (stream, continuation) = AsyncStream.makeStream()
  }

  /// Waits until the gate is open, or the task is cancelled.
  public func wait() async {
    for await _ in stream {}
  }

  /// Opens the gate to every waiting task.
  public func open() {
    continuation.finish()
  }
}
