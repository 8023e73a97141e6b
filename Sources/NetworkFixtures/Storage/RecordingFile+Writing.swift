extension RecordingFile {
  /// Changes the recording: reads what is there, and writes what is to be there, redacted and all at once.
  ///
  /// Several processes may do so at the same time; each sees what the one before it wrote. Whoever reads the file
  /// meanwhile sees the old content or the new, never a part, and so it is after a crash.
  ///
  /// - Parameters:
  ///   - redaction: What is taken out before anything is written.
  ///   - change: Makes the new recording of the old one, which is nil where there is none.
  /// - Throws: A ``HARError`` where the file is damaged, which it stays; a ``RecordingFileError`` where it cannot be
  ///   written; what `change` throws.
  public func update(redaction: Redaction = .standard, _ change: (HAR?) throws -> HAR) throws {
    try stored.replace { data in
      redaction.redacted(try change(try data.map { try HAR($0, file: fixture.name) })).encoded()
    }
  }
}
