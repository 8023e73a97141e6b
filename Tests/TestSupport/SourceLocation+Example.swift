package import NetworkStubs
import NetworkTesting
package import Testing

extension SourceLocation {
  /// A place that golden files can name, whatever happens to the tests.
  package static let example = SourceLocation(
    fileID: "AppTests/UserTests.swift",
    filePath: "Tests/AppTests/UserTests.swift",
    line: 12,
    column: 3
  )
}

extension CodePlace {
  /// The same place, as the core knows it.
  package static let example = CodePlace(SourceLocation.example)
}
