public import Foundation

extension RecordingFile {
  /// Reads the recording.
  ///
  /// - Returns: The recording; nil where there is none.
  /// - Throws: A ``HARError`` where the file is damaged, which it stays; a ``RecordingFileError`` where it is too large;
  ///   a ``FixtureError`` where the name is refused or the file cannot be read.
  public func read() throws -> HAR? {
    try data(at: try path).map { try HAR($0, file: fixture.name) }
  }

  /// Reads a body that lies beside the recording.
  ///
  /// - Parameter name: Its path from the recording's folder, as the field `_file` has it.
  /// - Returns: The bytes.
  /// - Throws: A ``FixtureError`` where there is no such file, or the name leaves the fixture folder.
  public func body(named name: String) throws -> Data {
    try Fixture(fixture.name.parentFolder.appendingPart(name), in: folder).data
  }

  /// The bytes at the path; nil where nothing is there.
  func data(at path: String) throws -> Data? {
    switch FileKind(atPath: path) {
    case nil where path.isLink: throw FixtureError.unreadable(fixture.name, in: path.parentFolder, because: DeadLink())
    case nil: return nil
    case .folder: throw FixtureError.isFolder(fixture.name, in: path.parentFolder, listing: .init())
    case .special: throw FixtureError.isSpecial(fixture.name, in: path.parentFolder)
    case .file: break
    }
    let size = (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? NSNumber)?.intValue ?? 0
    guard size <= Self.mostBytes else { throw RecordingFileError.tooLarge(self, bytes: size, limit: Self.mostBytes) }
    do {
      return try Data(contentsOf: URL(fileURLWithPath: path))
    } catch {
      throw FixtureError.unreadable(fixture.name, in: path.parentFolder, because: error)
    }
  }

  /// The largest file that is read: nobody reviews such a one, and reading it takes several times its size.
  static let mostBytes = 500_000_000
}

private struct DeadLink: LocalizedError {
  var errorDescription: String? { "it is a symbolic link that leads nowhere." }
}
