/// The results of this process's simulated tests so far, for when one of them has to end it.
enum SimulatedTests {
  private struct Contents {
    var passed = 0
    var failed: [String] = []
    var running: [String] = []
  }

  private static let contents = Guarded(Contents())

  static func begin(_ name: String) {
    contents.withLock { $0.running.append(name) }
  }

  static func end(_ name: String, hasFailed: Bool) {
    contents.withLock { contents in
      if let index = contents.running.firstIndex(of: name) { contents.running.remove(at: index) }
      if hasFailed { contents.failed.append(name) } else { contents.passed += 1 }
    }
  }

  /// The passed, failed and interrupted tests, one line each.
  static var summary: String {
    let contents = contents.withLock { $0 }
    func list(_ names: [String]) -> String { names.isEmpty ? "none" : Set(names).sorted().joined(separator: ", ") }
    return """
      Simulated tests in this process: \(contents.passed) passed.
      Failed: \(list(contents.failed)).
      Still running, and cut off: \(list(contents.running)).
      Other tests that ran are listed above. Tests that are not listed did not run.
      """
  }
}
