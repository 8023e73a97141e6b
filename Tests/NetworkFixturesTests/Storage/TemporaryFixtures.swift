import Foundation
import NetworkFixtures

/// A fixture folder of one test's own, removed with it.
final class TemporaryFixtures: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("recordings-\(UUID().uuidString)/Fixtures")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url.deletingLastPathComponent())
  }

  var folder: FixtureFolder { FixtureFolder(at: url) }

  /// Where a recording is on disk.
  func place(of name: String) -> URL { url.appendingPathComponent("recordings/\(name).har") }

  /// Puts bytes where a recording is looked for.
  func put(_ data: Data, at name: String) throws {
    try FileManager.default.createDirectory(
      at: place(of: name).deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: place(of: name))
  }

  /// Every path in the folder, hidden ones too.
  var everything: [String] {
    (FileManager.default.enumerator(atPath: url.path)?.allObjects as? [String] ?? []).sorted()
  }
}
