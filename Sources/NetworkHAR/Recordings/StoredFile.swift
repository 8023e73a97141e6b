/// A file of a fixture folder that tests write as well as read.
struct StoredFile: Hashable, Sendable {
  let name: String
  let folder: FixtureFolder

  /// The file's path, whether it exists or not.
  ///
  /// - Throws: A ``FixtureError`` or a ``RecordingFileError`` if the name is refused, or there is no fixture folder.
  var path: String {
    get throws {
      if let refusal = FixtureName.refusal(of: name) { throw FixtureError.refused(name, for: refusal, near: nil) }
      if let flaw = RecordingName.flaw(of: name) { throw RecordingFileError.refused(name, because: flaw) }
      let folder = try folder.path(for: name)
      var path = folder.appendingPart(name)
      if FileKind(atPath: path) == nil, let other = path.otherSpelling(in: folder) { path = other }
      let resolved = path.resolvingDeepestLinks
      guard resolved.isInside(folder.resolvingLinks) else {
        throw FixtureError.linkedOut(name, of: folder, to: resolved)
      }
      return resolved
    }
  }
}

extension String {
  /// The folder part of this name, with a slash at its end; empty without one.
  fileprivate var parentOfName: String { lastIndex(of: "/").map { String(self[...$0]) } ?? "" }

  /// The path with the links in its existing part followed: a file that does not exist yet has none of its own.
  fileprivate var resolvingDeepestLinks: String {
    if isLink || FileKind(atPath: self) != nil || parentFolder == self { return followingLink }
    return parentFolder.resolvingDeepestLinks.appendingPart(lastPart)
  }

  /// The destination of a link, even if it does not exist.
  private var followingLink: String {
    let resolved = resolvingLinks
    guard resolved.isLink, let target = linkTarget else { return resolved }
    let path = target.hasPrefix("/") ? target : parentFolder.resolvingLinks.appendingPart(target)
    return path.standardizedPath
  }
}

extension StoredFile {
  /// Returns the bytes at the path; nil if there is no file.
  func data(at path: String) throws -> Data? {
    switch FileKind(atPath: path) {
    case nil where path.isLink: throw FixtureError.unreadable(name, in: path.parentFolder, because: DeadLink())
    case nil: return nil
    case .folder: throw FixtureError.isFolder(name, in: path.parentFolder, listing: .init())
    case .special: throw FixtureError.isSpecial(name, in: path.parentFolder)
    case .file: break
    }
    let size = (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? NSNumber)?.intValue ?? 0
    guard size <= Self.mostBytes else { throw RecordingFileError.tooLarge(name, bytes: size, limit: Self.mostBytes) }
    do {
      return try Data(contentsOf: URL(fileURLWithPath: path))
    } catch {
      throw FixtureError.unreadable(name, in: path.parentFolder, because: error)
    }
  }

  /// The size limit of files: a larger one cannot be reviewed, and reading it takes several times its size.
  static let mostBytes = 500_000_000
}

private struct DeadLink: LocalizedError {
  var errorDescription: String? { "it is a symbolic link that leads nowhere." }
}

extension StoredFile {
  /// Replaces a recording and the bodies beside it under a lock; unchanged bytes are not written again.
  ///
  /// Bodies are named after their content, so that those of the old recording remain until the new one is written. Those that are
  /// no longer named are removed.
  ///
  /// - Parameter change: Creates the new files from the old recording. Its result is written unchanged.
  func replace(_ change: (Data?) throws -> HAR.Files) throws {
    let parent = name.parentOfName
    var bodies: [String: Data] = [:]
    try replace { old in
      let files = try change(old)
      bodies = files.bodies
      for (body, data) in bodies {
        let path = try StoredFile(name: parent + body, folder: folder).path
        if try self.data(at: path) != data { try write(data, to: path) }
      }
      return files.recording
    } then: {
      let kept = Set(bodies.keys.map(\.lastPart))
      guard let path = try? StoredFile(name: String(name.dropLast(".har".count)), folder: folder).path,
        let names = try? FileManager.default.contentsOfDirectory(atPath: path)
      else { return }
      for name in names where SideFiles.isMade(name) && !kept.contains(name) { unlink(path.appendingPart(name)) }
    }
  }

  private func write(_ data: Data, to path: String) throws {
    do {
      try FileManager.default.createDirectory(atPath: path.parentFolder, withIntermediateDirectories: true)
      try AtomicFile(path).write(data)
    } catch let error as SystemCallError {
      throw RecordingFileError.unwritable(name, because: error.description)
    } catch {
      throw RecordingFileError.unwritable(name, because: error.localizedDescription)
    }
  }

  /// Replaces the bytes of the file under a lock; unchanged bytes are not written again.
  ///
  /// - Parameter change: Creates the new bytes from the old ones. Its result is written unchanged.
  func replace(_ change: (Data?) throws -> Data) throws {
    try replace(change) {}
  }

  private func replace(_ change: (Data?) throws -> Data, then clean: () -> Void) throws {
    if case .bundle = self.folder.place { throw RecordingFileError.isInBundle(name) }
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
      if new != old { try write(new, to: path) }
      clean()
    }
  }
}

extension Fixture {
  /// Writes a message into the file, redacted and atomically.
  ///
  /// Missing folders in the fixture folder are created; the fixture folder is not.
  ///
  /// - Parameters:
  ///   - message: The request or response.
  ///   - redaction: The rules for secrets, which are removed.
  /// - Throws: A ``FixtureError`` or a ``RecordingFileError`` if the name is refused or the file cannot be written.
  package func write(_ message: HTTPMessage, redaction: Redaction = .standard) throws {
    try StoredFile(name: name, folder: folder).replace { _ in redaction.redacted(message).encoded() }
  }

  /// Whether there is a file of this name, readable or not.
  ///
  /// - Throws: A ``FixtureError`` or a ``RecordingFileError`` if the name is refused, or there is no fixture folder.
  package var exists: Bool {
    get throws { FileKind(atPath: try StoredFile(name: name, folder: folder).path) != nil }
  }
}
