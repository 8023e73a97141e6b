import Foundation
import NetworkStubs
import TestSupport
import Testing

@testable import NetworkTesting

@Suite("The article that problems name")
struct ProblemTests {
  @Test("a place is its file and line")
  func shown() {
    #expect(
      "\(CodePlace(fileID: "AppTests/ItemTests.swift", filePath: "/a", line: 12, column: 3))" == "ItemTests.swift:12")
  }

  @Test("the article that problems name is printed in a program without tests, where it fails none")
  func program() {
    let printed = Protected<[String]>([])
    let program = ProgramHarness { text in printed.withLock { $0.append(text) } }
    #expect(!program.isShared && !program.record(Problem(text: "one", place: CodePlace())))
    #expect(printed.withLock { $0.count } == 1)
  }

  @Test("the article that problems name has its text kept for the traffic, once, in the order of the alphabet")
  func texts() {
    var keeper = ProblemKeeper(ProgramHarness())
    for text in ["two", "one", "two"] { _ = keeper.note(Problem(text: text, place: CodePlace()), of: .own) }
    #expect(keeper.texts == ["one", "two"])
  }

  @Test("the article that problems name is named by the first issue of a run, and by no other", .quiet)
  func first() {
    let texts = Protected<[String]>([])
    withKnownIssue {
      FailureArticle.$isTold.withValue(Guarded(false)) {
        for text in ["one", "two"] { Problem(text: text, sourceLocation: #_sourceLocation).record() }
        Problem.record(VirtualClockError(stillAsleepOn: VirtualClock(), at: CodePlace()), at: CodePlace())
      }
    } matching: { issue in
      texts.withLock { $0.append(issue.comments.map(\.rawValue).joined(separator: "|")) }
      return true
    }
    #expect(texts.withLock { $0 } == ["one\n\(FailureArticle.text)", "two", ""])
  }

  @Test("the article that problems name is a file that is there, as seen from where the tests run")
  func place() throws {
    let path = try #require(FailureArticle.text.wholeMatch(of: #/Explained in (.*)/#)?.1)
    let text = try String(contentsOf: URL(fileURLWithPath: String(path)), encoding: .utf8)
    #expect(text.hasPrefix("# When a test fails"))
  }

  @Test("the article that problems name leaves the longest text under 4 kB")
  func size() {
    let text = String(repeating: "é", count: 5_000).cutForFailure
    #expect("\(text)\n\(FailureArticle.text)".utf8.count < 4_096)
  }

  @Test(
    "the article that problems name has a path from the current folder or beside it, else its whole path; its title where it is missing"
  )
  func forms() throws {
    let file = #filePath
    let folder = (file as NSString).deletingLastPathComponent
    #expect(FailureArticle.text(of: file, from: folder) == "Explained in ProblemTests.swift")
    #expect(FailureArticle.text(of: file, from: folder + "/beside") == "Explained in ../ProblemTests.swift")
    #expect(FailureArticle.text(of: file, from: "/else/where") == "Explained in \(file)")
    let missing = FailureArticle.text(of: file + "x", from: folder)
    #expect(missing == "Explained in the article “When a test fails” of NetworkTesting.")
  }
}
