import Foundation

extension StoredFile {
  /// Replaces the bytes of the file, alone among those who do; the same bytes are not written again.
  ///
  /// - Parameter change: Makes the new bytes of the old ones. What it makes is written as it is.
  func replace(_ change: (Data?) throws -> Data) throws {
    let path = try path
    let folder = path.parentFolder
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw RecordingFileError.unwritable(name, because: error.localizedDescription)
    }
    let lock = try FolderLock(folder, for: name)
    try withExtendedLifetime(lock) {
      let old = try data(at: path)
      let new = try change(old)
      guard new != old else { return }
      do {
        try AtomicFile(path).write(new)
      } catch let error as SystemCallError {
        throw RecordingFileError.unwritable(name, because: error.description)
      }
    }
  }
}
