import Foundation

extension StoredFile {
  /// The bytes at the path; nil where nothing is there.
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

  /// The largest file that is read: nobody reviews such a one, and reading it takes several times its size.
  static let mostBytes = 500_000_000
}

private struct DeadLink: LocalizedError {
  var errorDescription: String? { "it is a symbolic link that leads nowhere." }
}
