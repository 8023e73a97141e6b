/// The test that a double was created in.
package struct TestHarness: Harness {
  package let context: TestContext?
  package let place: CodePlace
  /// Whether the double is in a static property, so that it belongs to no test.
  package let isShared: Bool
  /// The task of the test, if it is known.
  private let task: TestTask?

  /// Creates the harness of the current test; outside a test, that of whichever test uses the double.
  package init() { self.init(TestContext()) }

  package init(_ context: TestContext?, isShared: Bool = false) {
    self.context = context
    self.isShared = isShared
    task = context == nil ? nil : TestTask.ofTest
    place = .ofCurrentTest
  }

  /// Outside of a test, as in a detached task, the run itself takes issues, except in Xcode; those of an exit test's body are handed to it.
  package var hasTest: Bool { context != nil || !isShared && (TestProcess.takesIssues || TestProcess.isExitTest) }
  package var isOfTest: Bool { context != nil }
  package var hasArguments: Bool { (context?.testCase ?? Test.Case.current)?.isParameterized == true }
  package var testName: String { context.map { Self.name($0.test, $0.testCase) } ?? "" }

  /// The name of a test, or of one of its cases.
  ///
  /// It prints the ids of its arguments, and does not look into objects: a double among them changes with each request.
  static func name(_ test: Test.ID, _ testCase: Test.Case?) -> String { "\(test) \(String(describing: testCase))" }

  package var isCancelled: Bool { task?.isCancelled == true }
  package var isOver: Bool? { task.flatMap { TaskStatus.isKnown ? $0.hasEnded : nil } }

  /// The harness of a double: the current test's, or none in the initialization of a static property, of which it warns.
  ///
  /// - Parameter place: The line where it is made, which is looked up for the warning.
  package static func ofDouble(at place: @autoclosure () -> CodePlace) -> Self {
    guard SharedProperty.isBeingMade else { return Self() }
    SharedProperty.warn(at: place())
    return Self(nil, isShared: true)
  }

  /// The harness of the current test; outside a test, that of the transport that a session or server is created for.
  package static func of(_ transport: any HTTPTransport) -> any Harness {
    let known = (transport as? any RememberingTransport)?.log.harness
    // Any test may be the first that uses a static session.
    if (known as? Self)?.isShared ?? SharedProperty.isBeingMade { return known ?? Self(nil, isShared: true) }
    let own = Self()
    return own.context == nil ? known ?? own : own
  }

  package var ofCaller: any Harness { Test.current == nil ? self : TestHarness() }

  package func owner(andTask: Bool) -> ProblemOwner {
    // One that was made for no case, as an argument, is that of all repetitions; so is one that a singleton makes at its first use.
    guard let test = Test.current else {
      // What is sent to a static property by no test is of one repetition: of which one, nobody knows.
      return andTask && TestProcess.isRepeated && context == nil ? .unknown(call: NumberOfCall.next) : .own
    }
    guard test.id != context?.test || TestProcess.isRepeated && isOfOtherRepetition else { return .own }
    let repetition = andTask && TestProcess.isRepeated ? TaskReference.current?.id : nil
    return .other(test: Self.name(test.id, Test.Case.current), task: repetition)
  }

  /// Whether the double may be that of another repetition of its test: it was made for no case, or in one that has ended.
  private var isOfOtherRepetition: Bool { context?.testCase == nil || task?.hasEnded == true }

  /// `verify()` may still throw a problem of no known test, unless no one asks. The release of a transport may come in the next one.
  package var isCurrent: Bool {
    Test.current != nil || context != nil || isShared || TestProcess.isExitTest || XCTestFailure.isTestCaseRunning
  }

  package var isCallerOutside: Bool { context != nil && Test.current == nil }

  package func record(_ problem: Problem) -> Bool { problem.record(in: Test.current == nil ? context : nil) }

  package func recordInOwnTest(_ problem: Problem) {
    // Whichever test lets go of a double last did not make it.
    guard context == nil, !isShared, Test.current != nil, TestProcess.takesIssues,
      UnattributedOutput.current.write == nil
    else {
      problem.record(in: context)
      return
    }
    outsideOfTests { problem.record() }
  }

  /// Runs a body where no test is current, and returns when it has finished.
  private func outsideOfTests(_ body: @escaping @Sendable () -> Void) {
    let done = DispatchSemaphore(value: 0)
    // A thread of its own has no task, so it has no test.
    Thread.detachNewThread {
      body()
      done.signal()
    }
    done.wait()
  }

  package func keep(_ double: any KeptDouble) {
    var isLeased = true
    if let engine = double as? StubEngine { isLeased = TestDoubles.add(engine.log, at: engine.place) }
    ProcessEnd.keep(double, isLeased: isLeased)
  }

  /// Reports what a double has left in its own test, and attaches its traffic if there was a problem and no trait does.
  package func reportRest(of double: any KeptDouble, isComplete: Bool) {
    ProcessEnd.reports.begin()
    defer { ProcessEnd.reports.end() }
    let log = (double as? StubEngine)?.log
    let hasReported = log?.takeReported() == true
    let found = double.takeProblems(isComplete: isComplete && !isCancelled)
    for problem in found { recordInOwnTest(problem) }
    // A trait, or a simulation, knows whether its test failed, and attaches the traffic itself.
    guard hasReported || !found.isEmpty, let engine = double as? StubEngine, engine.answerOrder == nil,
      !ProcessEnd.isLeased(engine)
    else { return }
    let (place, texts) = (engine.place, engine.log.reportedTexts + found.map(\.text))
    enter {
      if Test.current != nil { TrafficAttachment.record(engine.log.exchanges, issues: texts, at: place) }
    }
  }

  package func end(_ double: any KeptDouble) {
    reportRest(of: double, isComplete: true)
    ProcessEnd.release(double)
  }

  package func verify(_ problems: [Problem], at place: CodePlace) throws { try problems.reported(at: place) }

  package func warn(_ warning: Problem) { Problem.warn(warning.text, at: warning.place) }

  package func recordLate(_ problem: Problem) {
    // In Xcode, an issue of a test that has ended may end the run.
    guard TestProcess.takesIssues || TestProcess.isExitTest else { return UnattributedOutput.fail(problem) }
    if record(problem) { ProcessEnd.fail() }
  }

  package func enter(_ body: @escaping @Sendable () -> Void) { context.enter(body) }

  package func perform<Value: Sendable>(
    _ operation: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    guard let context else { return try await operation() }
    return try await context.perform(operation)
  }
}

/// A number for each call that belongs to no test.
private enum NumberOfCall {
  private static let last = Guarded(0)

  static var next: Int {
    last.withLock { last in
      last += 1
      return last
    }
  }
}

/// The maker of default harnesses, found by its name.
final class HarnessMaker: HarnessMaking {
  static var testName: String { Test.current.map { TestHarness.name($0.id, Test.Case.current) } ?? "" }

  static func make(ofDouble: Bool) -> any Harness {
    ofDouble && SharedProperty.isBeingMade ? TestHarness(nil, isShared: true) : TestHarness()
  }
}

extension VirtualClock {
  /// Records an issue if a task still sleeps on this clock, and lists the deadlines; of the clock's own test, outside of any.
  ///
  /// - Parameter sourceLocation: The line that the issue names.
  public func verifyNobodySleeps(sourceLocation: SourceLocation = #_sourceLocation) {
    guard !deadlines.isEmpty else { return }
    let error = VirtualClockError(stillAsleepOn: self, at: CodePlace(sourceLocation))
    home.enter { Problem.record(error, at: CodePlace(sourceLocation)) }
  }
}
