/// Reads an asynchronous sequence into an array: a number of values, or all until it ends.
///
/// ```swift
/// let values = try await collect(publisher.values)
/// let firstThree = try await collect(callbacks { store.observe($0) }, count: 3)
/// ```
///
/// The sequence is read on the caller's actor, in a separate task. That task is cancelled at the time-out, and abandoned if the
/// sequence ignores that: this function returns in any case.
///
/// - Parameters:
///   - sequence: The sequence to read. Don't use it elsewhere until this function returns, unless it is sendable.
///   - count: The number of values to read; nil for all.
///   - timeout: The longest wait for all of them together.
///   - clock: The clock that measures the time-out.
///   - isolation: The actor of the caller.
///   - sourceLocation: The line that failures name.
/// - Returns: The values in order.
/// - Throws: ``CollectError`` if the values do not come in time, or fewer come than expected; the sequence's own error;
///   `CancellationError`.
public func collect<Source: AsyncSequence>(
  _ sequence: Source, count: Int? = nil, timeout: Duration = .seconds(10),
  clock: any Clock<Duration> = ContinuousClock(), isolation: isolated (any Actor)? = #isolation,
  sourceLocation: SourceLocation = #_sourceLocation
) async throws -> sending [Source.Element] {
  let limit = TimeLimit(duration: timeout, clock: clock)
  let received = Guarded<[Source.Element]>([])
  // Unchecked: the sequence is the reader's until this returns.
  nonisolated(unsafe) let sequence = sequence
  let note = TimedWaits.note(limit)
  defer { withExtendedLifetime(note) {} }
  let end = try await limit.run(isolation: isolation) {
    try await read(sequence, count: count, into: received, isolation: isolation)
  }
  // Unchecked: the reader has ended, or was abandoned, and adds nothing that is read here.
  nonisolated(unsafe) let values = received.withLock { $0 }
  func error(_ code: CollectError.Code) -> CollectError {
    CollectError(code, limit: limit, count: count, values: values, sourceLocation: sourceLocation)
  }
  switch end {
  case .called:
    if let count, values.count < count { throw error(.endedEarly) }
    return values
  case .timedOut: throw error(.timedOut)
  default: throw CancellationError()
  }
}

private func read<Source: AsyncSequence>(
  _ sequence: Source, count: Int?, into received: Guarded<[Source.Element]>, isolation: isolated (any Actor)?
) async throws {
  var missing = count ?? .max
  // Unchecked, because `next()`, the only method on older systems, leaves the actor between two values.
  nonisolated(unsafe) var iterator = sequence.makeAsyncIterator()
  while missing > 0 {
    let element: Source.Element?
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      element = try await iterator.next(isolation: isolation)
    } else {
      element = try await iterator.next()
    }
    guard let element else { return }
    received.withLock { $0.append(element) }
    missing -= 1
  }
}

/// An error about values that did not come to ``collect(_:count:timeout:clock:isolation:sourceLocation:)``.
public struct CollectError: Error, Sendable {
  /// A kind of ``CollectError``.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The name of the code.
    public let description: String

    /// The values did not come in time.
    public static let timedOut = Self(description: "timedOut")
    /// The sequence ended before there were enough values.
    public static let endedEarly = Self(description: "endedEarly")
  }

  /// The kind of error.
  public let code: Code
  /// The number of expected values; nil for all.
  let expectedCount: Int?
  /// The number of received values.
  let receivedCount: Int
  /// The received values, as text; only the first and the last of many.
  package let received: String
  /// The location of the `collect` call.
  package let sourceLocation: SourceLocation

  private let limit: TimeLimit
  private let unused: String

  init(_ code: Code, limit: TimeLimit, count: Int?, values: [some Any], sourceLocation: SourceLocation) {
    self.code = code
    self.limit = limit
    self.sourceLocation = sourceLocation
    expectedCount = count
    receivedCount = values.count
    received = ShownValue.list(values)
    unused = code == .timedOut ? ProcessEnd.unusedNote : ""
  }
}

extension CollectError: CustomStringConvertible {
  /// The cause, the state and the remedy.
  public var description: String {
    let site = sourceLocation.place
    let values = expectedCount == 1 ? "value" : "values"
    let asked = expectedCount.map { "\($0) \(values)" } ?? "the end of the sequence"
    let had = receivedCount == 0 ? "There was no value." : "There were \(receivedCount): \(received)"
    if code == .endedEarly {
      return ErrorLayout(
        "The sequence ended after \(receivedCount) of \(asked)", there: ["Collected at \(site). \(had)"],
        remedy: "Check what ended the sequence. If fewer may come, leave `count:` out."
      ).description
    }
    let happened = expectedCount == nil ? "The sequence did not end" : "The sequence did not deliver \(asked)"
    let advice =
      expectedCount == nil
      ? "If it never ends, pass the number of values as `count:`." : "Check what should send the others."
    return ErrorLayout(
      "\(happened) within \(limit)", there: ["Collected at \(site). \(had)"],
      remedy: "\(advice) If the work is slow, pass a longer `timeout:`.\(unused)"
    ).description
  }
}
