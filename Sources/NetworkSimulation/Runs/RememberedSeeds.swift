/// The seeds of failed runs, in a file beside the tests.
///
/// A line holds a seed and the name of its test, so that the lines of several people can be merged.
struct RememberedSeeds: Sendable {
  static let fileName = "SimulatedSeeds.txt"

  private static let turn = NSLock()
  private static let header = """
    # Seeds of simulated runs that have failed. They run first; see .simulated(runs:remembering:).
    # A seed belongs to its test as it was: delete its line when the test has changed.

    """

  private let url: URL
  private let test: String

  /// Reads the seeds of one test.
  ///
  /// - Parameters:
  ///   - test: The name of the test.
  ///   - filePath: The file of the test, in whose folder the seeds are.
  init(of test: String, besides filePath: String) {
    self.test = test
    url = URL(fileURLWithPath: filePath).deletingLastPathComponent().appendingPathComponent(Self.fileName)
  }

  /// The seeds that have failed, the oldest first; empty if there is no such file.
  var seeds: [UInt64] {
    lines.compactMap { line in
      let parts = line.split(separator: " ", maxSplits: 1)
      return parts.count == 2 && parts[1] == test ? UInt64(parts[0]) : nil
    }
  }

  private var lines: [Substring] {
    guard let text = try? String(contentsOf: url, encoding: .utf8) else { return [] }
    return text.split(whereSeparator: \.isNewline)
  }

  /// Adds a seed.
  ///
  /// - Returns: A sentence about it for a report.
  func add(_ seed: UInt64) -> String {
    Self.turn.withLock {
      if seeds.contains(seed) { return "Its seed is in \(Self.fileName), beside the test." }
      let text = (try? String(contentsOf: url, encoding: .utf8)) ?? Self.header
      let separator = text.isEmpty || text.hasSuffix("\n") ? "" : "\n"
      do {
        try Data("\(text)\(separator)\(seed) \(test)\n".utf8).write(to: url, options: .atomic)
        return "Its seed is now in \(Self.fileName), beside the test, and runs first. Check that file in."
      } catch {
        return "Its seed could not be written to \(url.path): \(error.localizedDescription)"
      }
    }
  }
}
