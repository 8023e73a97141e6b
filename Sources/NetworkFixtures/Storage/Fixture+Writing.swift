extension Fixture {
  /// Writes a message into the file, redacted and all at once.
  ///
  /// Folders in the fixture folder are made where they are missing; the fixture folder is not.
  ///
  /// - Parameters:
  ///   - message: The request or response.
  ///   - redaction: What is taken out before anything is written.
  /// - Throws: A ``FixtureError`` or a ``RecordingFileError`` where the name is refused or the file cannot be written.
  public func write(_ message: HTTPMessage, redaction: Redaction = .standard) throws {
    try StoredFile(name: name, folder: folder).replace { _ in redaction.redacted(message).encoded() }
  }

  /// Whether there is something of this name, readable or not.
  ///
  /// - Throws: A ``FixtureError`` or a ``RecordingFileError`` where the name is refused, or there is no fixture folder.
  public var exists: Bool {
    get throws { FileKind(atPath: try StoredFile(name: name, folder: folder).path) != nil }
  }
}
