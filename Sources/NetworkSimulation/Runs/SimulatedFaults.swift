/// The faults of the network in the runs of a simulated test.
///
/// ```swift
/// @Test(.simulated(runs: 200, faults: .some), .network(.put("/cart").respond { try await shop.handle($0) }))
/// func cart() async throws { … }
/// ```
///
/// The seed chooses how often faults happen, and to which requests. A quarter of the runs has no faults. A stub answers each time a
/// request arrives. If a retry or a second arrival may ask a stub again, don't limit the stub to one use. Requests overtake each
/// other even without faults, within their latency.
public struct SimulatedFaults: OptionSet, Sendable {
  /// The faults, one bit each.
  public let rawValue: Int

  /// Creates a set of faults.
  ///
  /// - Parameter rawValue: The faults, one bit each.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// A request never arrives. Its caller gets `URLError.networkConnectionLost`, or in silence a time-out.
  public static let lostRequests = Self(rawValue: 1)

  /// A request is answered, and the answer never arrives: the request has taken effect, and the caller gets an error.
  public static let lostAnswers = Self(rawValue: 2)

  /// A request arrives twice, the second time later, and its stub's closure runs twice. The caller gets the first answer.
  public static let duplicates = Self(rawValue: 4)

  /// A request or its answer takes up to ten times the usual limit, so that many later ones overtake it.
  public static let stragglers = Self(rawValue: 8)

  /// An answer comes in pieces, cut where readers go wrong: one of ``/NetworkStubs/Delivery/all(of:)``.
  public static let deliveries = Self(rawValue: 32)

  /// A task that could continue after a wait is held back, for up to half a second of the run's time, as if its work took that long.
  ///
  /// Without this, work takes no time, so a run never shows an app that parses an answer more slowly than the next one comes. A
  /// correct test may fail with it, for example a test that expects a limit of 300 milliseconds. To hold back what a task does
  /// before its first wait, use ``slowStarts``.
  public static let slowTasks = Self(rawValue: 16)

  /// A task that starts is held back before its first step, for up to half a second of the run's time.
  ///
  /// An app can seldom do anything about that, and few tests expect it: a test that starts two tasks and moves the time fails if the
  /// second has yet to begin. If work such as decoding is its own task, add this to ``slowTasks``.
  public static let slowStarts = Self(rawValue: 64)

  /// A call of an actor waits for its turn, even if the actor is idle, so that another task may come first.
  ///
  /// Without this, a `Task { }` that calls one idle actor after the other runs without a stop, so no run shows what happens if
  /// another task comes between two calls. It takes no time. If the other task comes later, for example from a timer, add
  /// ``slowTasks``.
  ///
  /// This depends on Swift's runtime. If that works in another way, the fault has no effect, and a warning says so. It has been run on
  /// Linux.
  public static let busyActors = Self(rawValue: 128)

  /// All faults of the network, which are those without ``slowTasks``, ``slowStarts``, ``busyActors`` and ``deliveries``.
  public static let some: Self = [.lostRequests, .lostAnswers, .duplicates, .stragglers]

  /// Returns the fault of a request; nil for most.
  ///
  /// - Parameters:
  ///   - generator: The source of the choice.
  ///   - interval: The average number of requests per fault; 0 for no faults.
  func choice(_ generator: inout SeededGenerator, oneIn interval: Int) -> Self? {
    guard interval > 0, generator.index(below: interval) == 0 else { return nil }
    let faults = (0..<4).map { Self(rawValue: 1 << $0) }.filter(contains)
    return faults.isEmpty ? nil : faults[generator.index(below: faults.count)]
  }
}
