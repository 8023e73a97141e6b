import Foundation
import Testing

@testable import network_fixtures

/// The facts about a platform as a test sees them: `doctor` prints the same of a program.
///
/// Nothing is expected, so nothing fails. To see them, name a file for them, or `-` for standard output:
///
///     NETWORK_TESTING_FACTS=- swift test --filter MacFacts
@Suite("Facts about this platform")
struct MacFacts {
  private static let file = ProcessInfo.processInfo.environment["NETWORK_TESTING_FACTS"]

  @Test(
    "facts about this platform are printed, and expected by nobody",
    .enabled(if: file != nil, "NETWORK_TESTING_FACTS names no file for them"))
  func printed() async throws {
    let lines = await PlatformFacts(currentTest: { Test.current?.name }).lines()
    let text = lines.joined(separator: "\n") + "\n"
    guard let file = Self.file, file != "-" else { return print(text) }
    try Data(text.utf8).write(to: URL(fileURLWithPath: file))
  }
}
