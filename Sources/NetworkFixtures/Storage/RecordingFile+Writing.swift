import Foundation

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
    try replace { data in
      redaction.redacted(try change(try data.map { try HAR($0, file: fixture.name) })).encoded()
    }
  }

  /// Replaces the bytes of the file, alone among those who do; the same bytes are not written again.
  ///
  /// - Parameter change: Makes the new bytes of the old ones. What it makes is written as it is.
  func replace(_ change: (Data?) throws -> Data) throws {
    let path = try path
    let folder = path.parentFolder
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw RecordingFileError.unwritable(self, because: error.localizedDescription)
    }
    let lock = try FolderLock(folder, for: self)
    try withExtendedLifetime(lock) {
      let old = try data(at: path)
      let new = try change(old)
      guard new != old else { return }
      do {
        try AtomicFile(path).write(new)
      } catch let error as SystemCallError {
        throw RecordingFileError.unwritable(self, because: error.description)
      }
    }
  }
}
