import Foundation

extension FixtureFolder {
  /// Finds the folder on disk.
  ///
  /// - Parameter name: The fixture that it is wanted for, named in the error.
  /// - Returns: The path of the folder.
  /// - Throws: A ``FixtureError`` where there is no such folder.
  func path(for name: String?) throws -> String {
    switch place {
    case .nearest(let start): try Self.search(above: start, for: name)
    case .path(let path): try existing(path, or: .noFolder(at: path, for: name))
    case .bundle(let resources):
      try existing(
        resources.appendingPart("Fixtures"),
        or: .noFolder(inBundle: resources, for: name)
      )
    }
  }

  /// A file that may be read.
  struct File {
    let folder: String
    let path: String
    let resolvedPath: String
  }

  /// Finds a file in the folder, and refuses what leads out of it.
  func file(named name: String) throws -> File {
    if let flaw = FixtureName.flaw(of: name) {
      throw FixtureError.refused(name, for: flaw, near: existingName(meantBy: name))
    }
    let folder = try path(for: name)
    let path = folder.appendingPart(name)
    let resolved = path.resolvingLinks
    guard resolved.isInside(folder.resolvingLinks) else {
      throw FixtureError.linkedOut(name, of: folder, to: resolved)
    }
    switch FileKind(atPath: resolved) {
    case .file: return File(folder: folder, path: path, resolvedPath: resolved)
    case .folder: throw FixtureError.isFolder(name, in: folder, listing: listing(of: folder))
    case .special: throw FixtureError.isSpecial(name, in: folder)
    case nil: throw FixtureError.missing(name, in: folder, listing: listing(of: folder), isLink: path.isLink)
    }
  }

  private static func search(above start: String, for name: String?) throws -> String {
    var searched: [String] = []
    var folder = start
    while true {
      let candidate = folder.appendingPart("Fixtures")
      if FileKind(atPath: candidate) == .folder { return candidate }
      searched.append(folder)
      let parent = folder.parentFolder
      if parent == folder { break }
      folder = parent
    }
    guard FileKind(atPath: start) == .folder else {
      throw FixtureError.sourceNotHere(start, for: name)
    }
    let misspelt = searched.lazy.map { $0.appendingPart("fixtures") }.first { FileKind(atPath: $0) == .folder }
    throw FixtureError.noFolder(above: searched, misspelt: misspelt, for: name)
  }

  private func existing(_ path: String, or error: @autoclosure () -> FixtureError) throws -> String {
    guard FileKind(atPath: path) == .folder else { throw error() }
    return path
  }

  /// The file that a refused name most likely means: `/users/ada.json` and `users\ada.json` mean `users/ada.json`.
  private func existingName(meantBy name: String) -> String? {
    let meant = FixtureName.cleaned(name)
    guard FixtureName.flaw(of: meant) == nil, (try? file(named: meant)) != nil else { return nil }
    return meant
  }
}
