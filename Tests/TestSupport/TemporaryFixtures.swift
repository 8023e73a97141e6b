public import Foundation

/// A fixture folder of one test's own, removed with it.
public final class TemporaryFixtures: Sendable {
  /// The folder, which is called `Fixtures`.
  public let url: URL

  /// Makes an empty folder.
  public init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("recordings-\(UUID().uuidString)/Fixtures")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url.deletingLastPathComponent())
  }

  /// Where a recording is on disk.
  public func place(of name: String) -> URL { url.appendingPathComponent("recordings/\(name).har") }

  /// A source file above which the folder is found.
  public var filePath: String { url.deletingLastPathComponent().appendingPathComponent("Tests.swift").path }

  /// Puts bytes where a recording is looked for.
  public func put(_ data: Data, at name: String) throws {
    try FileManager.default.createDirectory(
      at: place(of: name).deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: place(of: name))
  }

  /// Every path in the folder, hidden ones too.
  public var everything: [String] {
    (FileManager.default.enumerator(atPath: url.path)?.allObjects as? [String] ?? []).sorted()
  }
}
