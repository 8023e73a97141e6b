/// A file that is replaced atomically: at any moment, even after a crash, it is the old one or the new one.
///
/// The bytes go to a temporary file in the same folder, which takes the name when they are safe on the disk. One left by a process
/// that has crashed is removed by the next write; those of others, and of this process's other threads, are not touched.
package struct AtomicFile {
  private let path: String
  private let folder: String
  private let name: String

  init(_ path: String) {
    self.path = path
    folder = path.parentFolder
    name = path.lastPart
  }

  /// Replaces the file; must be called with the folder locked.
  func write(_ data: Data) throws(SystemCallError) {
    removeLeftovers()
    let temporary = folder.appendingPart("\(temporaryPrefix)\(getpid())-\(Self.nextNumber)")
    // One that is there is of an earlier process with this process's number, as in a container that is started again and again.
    unlink(temporary)
    do throws(SystemCallError) {
      try write(data, toNew: temporary)
      guard rename(temporary, path) == 0 else { throw SystemCallError("rename") }
    } catch {
      unlink(temporary)
      throw error
    }
    synchronizeFolder()
  }

  /// Replaces a file outside of a recording's folder, which nothing else writes.
  package static func replace(_ path: String, with data: Data) throws {
    do throws(SystemCallError) {
      try Self(path).write(data)
    } catch {
      throw NSError(
        domain: NSPOSIXErrorDomain, code: Int(error.code), userInfo: [NSLocalizedDescriptionKey: "\(error)"])
    }
  }

  private var temporaryPrefix: String { ".\(name).tmp-" }

  private static let lastNumber = Guarded(0)

  /// A number that no other write of this process has.
  private static var nextNumber: Int {
    lastNumber.withLock { number in
      number += 1
      return number
    }
  }

  private func write(_ data: Data, toNew temporary: String) throws(SystemCallError) {
    // A link at this path is not followed.
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

  /// Flushes the written bytes to disk. On Apple platforms, where this has not been run, `fsync` leaves them in the drive's
  /// memory.
  private func store(_ descriptor: Int32) -> Bool {
    #if canImport(Darwin)
      // Not every file system has it.
      if fcntl(descriptor, F_FULLFSYNC) == 0 { return true }
    #endif
    return fsync(descriptor) == 0
  }

  /// The permissions of the file to replace.
  private var mode: mode_t {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0o644
  }

  private func removeLeftovers() {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for name in names where name.hasPrefix(temporaryPrefix) {
      let process = name.dropFirst(temporaryPrefix.count).prefix { $0 != "-" }
      // One with this process's number may be another thread's.
      if let process = pid_t(process), process > 0, kill(process, 0) == 0 || errno != ESRCH { continue }
      unlink(folder.appendingPart(name))
    }
  }

  /// Makes the new name durable, if folders can be synchronized.
  private func synchronizeFolder() {
    let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }
}

extension String {
  /// The last component of the path.
  var lastPart: String { NSString(string: self).lastPathComponent }

  /// The destination of a link, not followed further.
  var linkTarget: String? { try? FileManager.default.destinationOfSymbolicLink(atPath: self) }
}

/// A lock that keeps other processes and threads from writing recordings into a folder at the same time.
///
/// The folder itself is locked, so no lock file is needed; the system releases the lock when the process ends, in any way. It is
/// advisory: reading needs no lock, as files are replaced whole.
final class FolderLock {
  private let descriptor: Int32

  /// Acquires the lock.
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

/// A failed system call.
struct SystemCallError: Error, CustomStringConvertible {
  let call: String
  let code: Int32

  /// Creates the error of this thread's last failed call.
  init(_ call: String) {
    self.call = call
    code = errno
  }

  var description: String { "\(call) failed: \(String(cString: strerror(code)))." }
}
