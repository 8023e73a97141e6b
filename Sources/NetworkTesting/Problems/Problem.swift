import Foundation
import NetworkEndpoints
package import Testing

/// What is recorded as an issue: a text, and the line the user wrote that it is about.
package struct Problem: Error, Hashable, Sendable {
  package let text: String
  package let sourceLocation: SourceLocation

  package init(text: String, sourceLocation: SourceLocation) {
    (self.text, self.sourceLocation) = (text, sourceLocation)
  }

  /// Records the problem: in the test that it belongs to, or the current one; where there is none, on standard error.
  ///
  /// - Returns: Whether it is sure to fail a test: it is not known, as in `withKnownIssue`. Before Swift 6.3 that cannot be
  ///   told.
  @discardableResult
  package func record(in context: TestContext? = nil) -> Bool {
    let fails = Guarded(false)
    Self.record(text, sourceLocation, in: context) {
      let lines = [text.printableLines, FailureArticle.line()].compactMap { $0 }
      let issue = Issue.record(Comment(rawValue: lines.joined(separator: "\n")), sourceLocation: sourceLocation)
      #if compiler(>=6.3)
        fails.withLock { $0 = issue.isFailure }
      #else
        _ = issue
      #endif
    }
    return fails.withLock { $0 }
  }
}

extension Problem {
  /// The file and line, such as `UserTests.swift:12`.
  var place: String { sourceLocation.place }

  /// The text and its place, for where no issue can be recorded.
  var report: String { "\(text.printableLines)\n(\(place))" }

  /// Records an error, as `Issue.record(_:sourceLocation:)` does.
  static func record(_ error: some Error & CustomStringConvertible, at sourceLocation: SourceLocation) {
    record(error.description, sourceLocation) {
      Issue.record(error, FailureArticle.line().map(Comment.init(rawValue:)), sourceLocation: sourceLocation)
    }
  }

  /// Records a warning, which fails no test; before Swift 6.3, on standard error.
  static func warn(_ text: String, at sourceLocation: SourceLocation) {
    #if compiler(>=6.3)
      record("warning: \(text)", sourceLocation) {
        Issue.record(Comment(rawValue: text), severity: .warning, sourceLocation: sourceLocation)
      }
    #else
      UnattributedOutput.current.write(Problem(text: "warning: \(text)", sourceLocation: sourceLocation))
    #endif
  }

  // The one place at which issues are recorded. Where no test is current, an issue would end a run in Xcode.
  private static func record(
    _ text: String, _ sourceLocation: SourceLocation, in context: TestContext? = nil,
    _ record: @escaping @Sendable () -> Void
  ) {
    let current = Test.current?.id
    if let context, context.test != current {
      context.run(record)
    } else if current != nil {
      record()
    } else {
      let problem = Problem(text: text, sourceLocation: sourceLocation)
      UnattributedOutput.current.write(problem)
      XCTestFailure.record(problem)
    }
  }
}

/// Where problems go that belong to no test of Swift Testing: to standard error.
struct UnattributedOutput: Sendable {
  @TaskLocal static var current = Self { StandardError.print($0.report) }

  let write: @Sendable (Problem) -> Void
}

/// The article that explains the texts of failures: the first issue of each test ends with where it is.
package enum FailureArticle {
  private static let told = Guarded<Set<Test.ID>>([])

  /// The last line of a test's first issue; nil where an issue of that test has it.
  static func line() -> String? {
    guard let test = Test.current?.id, told.withLock({ $0.insert(test).inserted }) else { return nil }
    return text
  }

  /// A path, which a terminal opens; the title, on a machine without the file.
  package static let text: String = {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("NetworkTesting.docc/WhenATestFails.md")
    return text(of: file.path, from: FileManager.default.currentDirectoryPath)
  }()

  static func text(of path: String, from folder: String) -> String {
    guard FileManager.default.fileExists(atPath: path) else {
      return "Explained in the article “When a test fails” of NetworkTesting."
    }
    let above = (folder as NSString).deletingLastPathComponent
    // In the folder, as a dependency that SwiftPM has cloned; beside it, as one by path; elsewhere, as in Xcode.
    for (start, shown) in [(folder + "/", ""), (above + "/", "../")] where path.hasPrefix(start) {
      return "Explained in \(shown)\(path.dropFirst(start.count))".printable
    }
    return "Explained in \(path)".printable
  }
}

extension SourceLocation {
  /// That of the current test; outside of one, a place in this package.
  static var ofCurrentTest: Self {
    Test.current?.sourceLocation ?? Self(fileID: #fileID, filePath: #filePath, line: 1, column: 1)
  }
}

extension SourceLocation {
  /// The file's name and the line, such as `UserTests.swift:12`.
  var place: String { "\(fileName.printable):\(line)" }
}
