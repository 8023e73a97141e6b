/// A place in a source file.
public struct CodePlace: Hashable, Sendable {
  /// The module and the name of the file, as in `#fileID`.
  package var fileID: String
  /// The path of the file, as in `#filePath`.
  package var filePath: String
  /// The line, from 1.
  package var line: Int
  /// The column, from 1.
  package var column: Int

  /// Creates a place, by default that of the call.
  ///
  /// - Parameters:
  ///   - fileID: The module and the name of the file.
  ///   - filePath: The path of the file.
  ///   - line: The line, from 1.
  ///   - column: The column, from 1.
  package init(
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) { (self.fileID, self.filePath, self.line, self.column) = (fileID, filePath, line, column) }

  /// The name of the file, such as `UserTests.swift`.
  package var fileName: Substring { fileID.split(separator: "/").last ?? Substring(fileID) }
  /// The file and line as a failure shows them, such as `UserTests.swift:12`.
  package var shown: String { "\(String(fileName).printable):\(line)" }
}

extension CodePlace: CustomStringConvertible {
  /// The file and line, such as `UserTests.swift:12`.
  public var description: String { shown }
}

/// A problem to report: a text, and the line of the user's code that it is about.
package struct Problem: Error, Hashable, Sendable {
  package let text: String
  package let place: CodePlace

  package init(text: String, place: CodePlace) { (self.text, self.place) = (text, place) }

  /// Whether it can be told that an issue is known: from Swift 6.3 on.
  static var isKnownTold: Bool {
    #if compiler(>=6.3)
      true
    #else
      false
    #endif
  }

  /// The text and its place, for where no issue can be recorded.
  package var report: String { "\(text.printableLines)\n(\(place.shown))" }
}

/// The problems of a transport or server, thrown where there is no test to record them in.
public struct VerificationError: Error, Sendable, CustomStringConvertible {
  /// The texts of the problems, one each.
  public let problems: [String]
  /// The line that requested them.
  package let place: CodePlace

  package init(_ problems: [Problem], at place: CodePlace) {
    self.problems = problems.map(\.report)
    self.place = place
  }

  /// The problems, one after the other, and the line that requested them.
  public var description: String { problems.joined(separator: "\n\n") + "\n\nFound by verify() at \(place.shown)" }
}

/// A keeper that reports a double's problems to its surroundings at once, or keeps them until they are requested.
package struct ProblemKeeper {
  /// The caller's task for a problem.
  package enum Duty { case record, recordLate, nothing }

  package let surroundings: any Surroundings
  private var kept: [Problem] = []
  /// The problems that each caller's test was told of.
  private var reported: [String: Set<Problem>] = [:]
  private var count = 0
  /// The number of problems at the last call of ``takeReported()``.
  private var shown = 0
  /// Whether the test has ended, so that nothing can be recorded in it.
  package var isOver = false

  package init(_ surroundings: any Surroundings) { self.surroundings = surroundings }

  /// The texts of the problems, sorted.
  package var texts: [String] { Set(reported.values.joined().map(\.text)).sorted() }

  /// Records a problem, and keeps it unless it can be recorded by the caller.
  ///
  /// The same problem again in one test is ignored: an app that polls would bury the first.
  package mutating func note(_ problem: Problem, by caller: String) -> Duty {
    guard reported[caller, default: []].insert(problem).inserted else { return .nothing }
    count += 1
    if isOver { return .recordLate }
    if surroundings.areCurrent { return .record }
    kept.append(problem)
    return .nothing
  }

  /// Returns whether there was a problem since the last call.
  mutating func takeReported() -> Bool {
    defer { shown = count }
    return count > shown
  }

  /// Returns whether a test was already told of a problem.
  func knows(_ problem: Problem, by caller: String) -> Bool { reported[caller]?.contains(problem) == true }

  /// Forgets that a test was told of a problem, as in a known issue, which does not fail it.
  mutating func forget(_ problem: Problem, by caller: String) { reported[caller]?.remove(problem) }

  /// Hands over the kept problems.
  package mutating func take() -> [Problem] {
    defer { kept.removeAll() }
    return kept
  }

  /// Forgets everything.
  mutating func reset() {
    kept = []
    reported = [:]
    count = 0
    shown = 0
  }
}
