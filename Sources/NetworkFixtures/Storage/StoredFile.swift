/// A file of a fixture folder that tests write as well as read.
struct StoredFile: Hashable, Sendable {
  let name: String
  let folder: FixtureFolder

  /// Where the file is, or will be.
  ///
  /// - Throws: A ``FixtureError`` or a ``RecordingFileError`` where the name is refused, or there is no fixture folder.
  var path: String {
    get throws {
      if let flaw = FixtureName.flaw(of: name) { throw FixtureError.refused(name, for: flaw, near: nil) }
      if let flaw = RecordingName.flaw(of: name) { throw RecordingFileError.refused(name, because: flaw) }
      let folder = try folder.path(for: name)
      let path = folder.appendingPart(name)
      let resolved = path.resolvingDeepestLinks
      guard resolved.isInside(folder.resolvingLinks) else {
        throw FixtureError.linkedOut(name, of: folder, to: resolved)
      }
      return resolved
    }
  }
}

extension String {
  /// The path with the links in its existing part followed: a file that is to be made has none of its own.
  fileprivate var resolvingDeepestLinks: String {
    if isLink || FileKind(atPath: self) != nil || parentFolder == self { return followingLink }
    return parentFolder.resolvingDeepestLinks.appendingPart(lastPart)
  }

  /// Where a link leads, even if nothing is there.
  private var followingLink: String {
    let resolved = resolvingLinks
    guard resolved.isLink, let target = linkTarget else { return resolved }
    let path = target.hasPrefix("/") ? target : parentFolder.resolvingLinks.appendingPart(target)
    return path.standardizedPath
  }
}
