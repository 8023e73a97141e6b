import Foundation
import NetworkEndpoints
import Testing

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
