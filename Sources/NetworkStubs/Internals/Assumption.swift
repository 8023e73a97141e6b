/// Something that this package assumes about Swift, Foundation or the system, and that none of them documents.
///
/// Most are checked by an experiment in the process that relies on them; those about test frameworks, which a program does not have,
/// are only checked where they are used. If one does not hold, only the feature that needs it is lost.
package struct Assumption: Sendable {
  /// The assumption, in a sentence.
  package let claim: String
  /// The file with the code that relies on it.
  package let file: String
  /// The feature that a user loses without it.
  package let loss: String
  /// The versions and platforms with which it was seen.
  package let seen: String
  private let experiment: @Sendable () -> Bool

  package init(
    _ claim: String, in file: String, loss: String, seen: String = "Swift 6.2 and 6.3, Linux",
    experiment: @escaping @Sendable () -> Bool
  ) {
    self.claim = claim
    self.file = file
    self.loss = loss
    self.seen = seen
    self.experiment = experiment
  }

  /// Makes the experiment, on a thread that runs no task, and returns whether it has the expected result.
  package func holds() -> Bool {
    let isOver = DispatchSemaphore(value: 0)
    let result = Guarded(false)
    Thread.detachNewThread { [experiment] in
      let found = experiment()
      result.withLock { $0 = found }
      isOver.signal()
    }
    isOver.wait()
    return result.withLock { $0 }
  }

  /// A row of a table in Markdown.
  package var row: String { "| \(claim) | `\(file)` | \(loss) | \(seen) |" }
}

extension Assumption {
  /// The assumptions of this module; `NetworkSimulation` has one more.
  package static let ofStubs: [Self] = [
    Self(
      "The runtime has a variable for a function that each job on its way to the pool goes through.",
      in: "RuntimeVariables.swift",
      loss: "a step of a clock waits for some turns only; unstructured tasks leave a simulation"
    ) { RuntimeVariables.enqueue != nil },
    Self(
      "The runtime has a variable for a function that provides the main actor's executor.",
      in: "RuntimeVariables.swift", loss: "a step does not follow the main actor, which leaves a simulation"
    ) { RuntimeVariables.getExecutor != nil },
    Self(
      "The runtime tells the current task and a task's number.", in: "CurrentTask.swift",
      loss: "steps and texts do not know whose task it is"
    ) { CurrentTask.isKnown },
    Self(
      "A task has a word of flags that say whether it runs, is in line or has ended.", in: "TaskStatus.swift",
      loss: "a step does not wait for a task in line at a busy actor, nor after `Task.yield()` on an actor"
    ) { TaskStatus.isKnown },
    Self(
      "A job holds the address of the code that continues, and its context that of its caller's.",
      in: "AsyncBacktrace.swift", loss: "texts name no function that sleeps or sends"
    ) { ForeignMemory.isReadable },
    Self(
      "The runtime has a demangler, and the C library tells a function's name.", in: "FunctionName.swift",
      loss: "texts name no functions"
    ) { SymbolNames.isKnown },
    Self(
      "Swift Testing keeps the arguments of a case in a property of that name.", in: "Reflection.swift",
      loss: "a recording of a parameterised test needs a name of its own", seen: "Swift Testing of 6.2 and 6.3"
    ) { true },
    Self(
      "XCTest has a function with the symbol of `XCTFail(_:file:line:)`, where it is linked.",
      in: "XCTestSymbols.swift",
      loss: "a problem in an XCTestCase is printed, and the process fails at its end"
    ) { true },
  ]

  #if canImport(FoundationNetworking)
    /// Those about FoundationNetworking, which other platforms do not have.
    package static let ofSessions: [Self] = [
      Self(
        "A class's metadata has its table of methods, and a subclass's begins with a copy of it.",
        in: "MethodTable.swift",
        loss: "`.everySession` fails and says so; an offline run warns once"
      ) { MethodTable(of: URLSessionTask.self) != nil },
      Self(
        "The first word of an object is its class, and its metadata has the size of its instances.",
        in: "ObjectClass.swift", loss: "a cancelled call of a mocked session may deadlock, as over any session"
      ) { ObjectClass.instanceSize(of: URLSessionDataTask.self) != nil },
      Self(
        "A task of a session has properties with the names `session`, `workQueue` and `_callCompletionHandlerInline`.",
        in: "TaskReflection.swift", loss: "redirects with a delegate, challenges and uploads are refused, with a text"
      ) { TaskReflection.isKnown },
      Self(
        "A session chooses a protocol class, looks into its cache and makes the protocol, all on the thread that resumes the task.",
        in: "AnsweredConfiguration.swift",
        loss: "a request of a session with a cache begins on a queue, where its test is not known"
      ) { CacheLook.isKnown },
      Self(
        "The kernel says of a thread whether it waits.", in: "ResumingThread.swift",
        loss: "a call that is cancelled in the line after `resume()` is told an answer more often",
        seen: "Linux, proc(5)"
      ) { ResumingThread.current != nil },
    ]
  #else
    /// Those about the loading system of Apple platforms.
    package static let ofSessions: [Self] = [
      Self(
        "A class of a session's tasks implements `resume()`, and a session asks protocols about a task after that.",
        in: "TaskResumption+Darwin.swift",
        loss: "whose request it is: a session that nothing answers can reach the network, and a warning says so",
        seen: "nowhere yet; from the code of others"
      ) { TaskResumption.isKnown }
    ]
  #endif

  /// All of this module.
  package static let all = ofStubs + ofSessions
}
