/// A file that is replaced all at once: at any moment, also after a crash, it is the old one or the new one.
///
/// The bytes go to a temporary file in the same folder, which takes the name when they are safe on the disk. One that a
/// crash left behind is removed by the next write.
struct AtomicFile {
  private let path: String
  private let folder: String
  private let name: String

  init(_ path: String) {
    self.path = path
    folder = path.parentFolder
    name = path.lastPart
  }

  /// Replaces the file; call it with the folder locked.
  func write(_ data: Data) throws(SystemCallError) {
    removeLeftovers()
    let temporary = folder.appendingPart("\(temporaryPrefix)\(getpid())")
    do throws(SystemCallError) {
      try write(data, toNew: temporary)
      guard rename(temporary, path) == 0 else { throw SystemCallError("rename") }
    } catch {
      unlink(temporary)
      throw error
    }
    synchronizeFolder()
  }

  private var temporaryPrefix: String { ".\(name).tmp-" }

  private func write(_ data: Data, toNew temporary: String) throws(SystemCallError) {
    // A link that was put there is not followed.
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw SystemCallError("open") }
    defer { close(descriptor) }
    var rest = data[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw SystemCallError("write") }
      rest = rest.dropFirst(count)
    }
    guard store(descriptor) else { throw SystemCallError("fsync") }
  }

  /// Has what was written stored. On Apple platforms, where this has not been run, `fsync` leaves it in the drive's memory.
  private func store(_ descriptor: Int32) -> Bool {
    #if canImport(Darwin)
      // Not every file system has it.
      if fcntl(descriptor, F_FULLFSYNC) == 0 { return true }
    #endif
    return fsync(descriptor) == 0
  }

  /// The rights of the file that is replaced.
  private var mode: mode_t {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0o644
  }

  private func removeLeftovers() {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for name in names where name.hasPrefix(temporaryPrefix) { unlink(folder.appendingPart(name)) }
  }

  /// Makes the new name last, where folders can be synchronized.
  private func synchronizeFolder() {
    let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }
}

extension String {
  /// The name of the file or folder that the path is of.
  var lastPart: String { NSString(string: self).lastPathComponent }

  /// What a link says, without going there.
  var linkTarget: String? { try? FileManager.default.destinationOfSymbolicLink(atPath: self) }
}

/// Keeps other processes, and other threads, from writing recordings into a folder at the same time.
///
/// The folder itself is locked, so that no lock file lies about; the system lets go when the process ends, however it
/// does. It is advisory: reading needs no lock, as files are replaced whole.
final class FolderLock {
  private let descriptor: Int32

  /// Waits for the lock.
  ///
  /// - Throws: A ``RecordingFileError`` if another process or task has held it for a minute.
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

/// What the system said no to.
struct SystemCallError: Error, CustomStringConvertible {
  let call: String
  let code: Int32

  /// The last failure of this thread.
  init(_ call: String) {
    self.call = call
    code = errno
  }

  var description: String { "\(call) failed: \(String(cString: strerror(code)))." }
}
