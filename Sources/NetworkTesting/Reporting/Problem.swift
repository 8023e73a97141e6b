extension Problem {
  package init(text: String, sourceLocation: SourceLocation) { self.init(text: text, place: CodePlace(sourceLocation)) }

  /// Records the problem: in the test that it belongs to, or the current one; without a test, as ``UnattributedOutput`` says.
  ///
  /// - Returns: Whether it is certain to fail a test: it is not known, as in `withKnownIssue`. This is undetectable before
  ///   Swift 6.3.
  @discardableResult
  package func record(in context: TestContext? = nil) -> Bool {
    Self.record(self, in: context) {
      let lines = [text.printableLines, FailureArticle.line()].compactMap { $0 }
      return Issue.record(Comment(rawValue: lines.joined(separator: "\n")), sourceLocation: SourceLocation(place))
    }
  }

  /// Records an error, as `Issue.record(_:sourceLocation:)` does; returns whether it is certain to fail a test.
  @discardableResult
  package static func record(_ error: some Error & CustomStringConvertible, at place: CodePlace) -> Bool {
    record(Problem(text: error.description, place: place)) {
      Issue.record(error, FailureArticle.line().map(Comment.init(rawValue:)), sourceLocation: SourceLocation(place))
    }
  }

  /// Records an error that ends the current test, with a text about it.
  static func record(_ error: any Error, with text: String) {
    let lines = [text.printableLines, FailureArticle.line()].compactMap { $0 }.joined(separator: "\n")
    Issue.record(error, Comment(rawValue: lines), sourceLocation: SourceLocation(.ofCurrentTest))
  }

  /// Records a warning, which fails no test; before Swift 6.3, on standard error.
  package static func warn(_ text: String, at place: CodePlace) {
    #if compiler(>=6.3)
      let warning = Problem(text: "warning: \(text)", place: place)
      guard Test.current != nil else { return UnattributedOutput.warn(warning) }
      record(warning) {
        Issue.record(Comment(rawValue: text), severity: .warning, sourceLocation: SourceLocation(place))
      }
    #else
      UnattributedOutput.warn(Problem(text: "warning: \(text)", place: place))
    #endif
  }

  // The only place where issues are recorded.
  @discardableResult
  private static func record(
    _ problem: Problem, in context: TestContext? = nil, _ record: @escaping @Sendable () -> Issue
  ) -> Bool {
    let current = Test.current?.id
    let fails = Guarded(false)
    let note = { @Sendable in
      let issue = record()
      #if compiler(>=6.3)
        fails.withLock { $0 = issue.isFailure }
      #else
        _ = issue
      #endif
    }
    if let context, context.test != current {
      context.run(note)
    } else if current != nil {
      note()
    } else if TestProcess.takesIssues, UnattributedOutput.current.write == nil {
      note()
      // An exit test is told. After the end of a run, no one is.
      if !TestProcess.isExitTest { ProcessEnd.fail() }
    } else {
      UnattributedOutput.fail(problem)
    }
    return fails.withLock { $0 }
  }
}

extension [Problem] {
  /// Records the problems in the current test; outside a test, throws them with the line that requested them.
  package func reported(at place: CodePlace) throws {
    guard Test.current == nil else {
      for problem in self { problem.record() }
      return
    }
    guard isEmpty else { throw VerificationError(self, at: place) }
  }
}

/// The destination of problems that belong to no test of Swift Testing: issues of the run, where it takes them, and else standard
/// error.
struct UnattributedOutput: Sendable {
  @TaskLocal static var current = Self(write: nil)

  /// Takes the problems in their place.
  let write: (@Sendable (Problem) -> Void)?

  /// Writes what fails nothing.
  static func warn(_ warning: Problem) {
    if let write = current.write { write(warning) } else { StandardError.print(warning.report) }
  }

  /// Writes a problem, by which the process fails.
  static func fail(_ problem: Problem) {
    if let write = current.write { return write(problem) }
    let isTold = XCTestFailure.record(problem)
    // Between two test cases, XCTest on Linux prints nothing: so the first line is always there.
    let title = Problem(text: String(problem.text.prefix { $0 != "\n" }), place: problem.place)
    StandardError.print(isTold ? title.report : problem.report)
    // A test case says itself what it makes of its failures.
    if !isTold { ProcessEnd.fail() }
  }
}

/// The article that explains the texts of failures: the first issue of a run ends with its path.
package enum FailureArticle {
  @TaskLocal static var isTold = Guarded(false)

  /// Returns the last line of a run's first issue; nil if an issue already has it.
  static func line() -> String? {
    guard Test.current != nil else { return nil }
    let isFirst = isTold.withLock { isTold in
      defer { isTold = true }
      return !isTold
    }
    return isFirst ? text : nil
  }

  /// A path, which a terminal can open, or the title on a machine without the file.
  package static let text: String = {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("NetworkTesting.docc/WhenATestFails.md")
    return text(of: file.path, from: FileManager.default.currentDirectoryPath)
  }()

  package static func text(of path: String, from folder: String) -> String {
    guard FileManager.default.fileExists(atPath: path) else {
      return "Explained in the article “When a test fails” of NetworkTesting."
    }
    let above = (folder as NSString).deletingLastPathComponent
    // In the folder of a dependency that SwiftPM has cloned; beside it for a dependency by path; elsewhere, as in Xcode.
    for (start, shown) in [(folder + "/", ""), (above + "/", "../")] where path.hasPrefix(start) {
      return "Explained in \(shown)\(path.dropFirst(start.count))".printable
    }
    return "Explained in \(path)".printable
  }
}

extension CodePlace {
  package init(_ location: SourceLocation) {
    self.init(fileID: location.fileID, filePath: location.path, line: location.line, column: location.column)
  }

  /// The place of the current test; outside a test, a place in this package.
  package static var ofCurrentTest: Self { Test.current.map { Self($0.sourceLocation) } ?? Self() }
}

extension SourceLocation {
  package init(_ place: CodePlace) {
    self.init(
      fileID: place.fileID, filePath: place.filePath, line: Swift.max(1, place.line), column: Swift.max(1, place.column)
    )
  }

  fileprivate var path: String {
    #if compiler(>=6.3)
      filePath
    #else
      _filePath
    #endif
  }

  /// The file's name and the line, such as `UserTests.swift:12`.
  package var place: String { CodePlace(self).shown }
}
