import Foundation
package import NetworkStubs
package import Testing

/// The fixture error that a piece of code throws.
package func problem<T>(
  sourceLocation: SourceLocation = #_sourceLocation,
  _ body: () throws -> T
) throws -> FixtureError {
  try #require(
    #expect(throws: FixtureError.self, sourceLocation: sourceLocation) { _ = try body() },
    sourceLocation: sourceLocation
  )
}

extension FixtureError {
  /// The description, with the path of the test's own folder replaced by what is the same everywhere.
  package func text(in folder: TemporaryFolder) -> String {
    // Resolved links may name the folder another way, as under /private on macOS.
    description
      .replacingOccurrences(of: folder.url.resolvingSymlinksInPath().path, with: "<folder>")
      .replacingOccurrences(of: folder.url.path, with: "<folder>")
  }
}
