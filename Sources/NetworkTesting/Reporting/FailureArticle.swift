/// The article that explains the texts of failures: the first issue of a run ends with its path.
package enum FailureArticle {
  @TaskLocal static var isTold = Guarded(false)

  /// Returns the last line of a run's first issue; nil if an issue already has it.
  static func line() -> String? {
    Test.current != nil && isTold.becomesTrue() ? text : nil
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
