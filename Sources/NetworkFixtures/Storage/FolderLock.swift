import Foundation

/// Keeps other processes, and other threads, from writing recordings into a folder at the same time.
///
/// The folder itself is locked, so that no lock file lies about; the system lets go when the process ends, however it
/// does. It is advisory: reading needs no lock, as files are replaced whole.
final class FolderLock {
  private let descriptor: Int32

  /// Waits for the lock.
  ///
  /// - Throws: A ``RecordingFileError`` where somebody else has held it for a minute.
  init(_ folder: String, for file: String, patience: Int = 60_000) throws {
    descriptor = open(folder, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw RecordingFileError.unwritable(file, because: SystemCallError("open").description)
    }
    var waited = 0
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      if errno == EINTR { continue }
      // A file system without locks has no other processes that agree on one.
      guard errno == EWOULDBLOCK else { return }
      guard waited < patience else {
        close(descriptor)
        throw RecordingFileError.busy(file, milliseconds: patience)
      }
      usleep(2_000)
      waited += 2
    }
  }

  deinit {
    close(descriptor)
  }
}
