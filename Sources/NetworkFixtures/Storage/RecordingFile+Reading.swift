public import Foundation

extension RecordingFile {
  /// Reads the recording.
  ///
  /// - Returns: The recording; nil where there is none.
  /// - Throws: A ``HARError`` where the file is damaged, which it stays; a ``RecordingFileError`` where it is too large;
  ///   a ``FixtureError`` where the name is refused or the file cannot be read.
  public func read() throws -> HAR? {
    try stored.data(at: try stored.path).map { try HAR($0, file: fixture.name) }
  }

  /// Reads a body that lies beside the recording.
  ///
  /// - Parameter name: Its path from the recording's folder, as the field `_file` has it.
  /// - Returns: The bytes.
  /// - Throws: A ``FixtureError`` where there is no such file, or the name leaves the fixture folder.
  public func body(named name: String) throws -> Data {
    try Fixture(fixture.name.parentFolder.appendingPart(name), in: folder).data
  }
}
