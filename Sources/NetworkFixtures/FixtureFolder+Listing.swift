import Foundation

extension FixtureFolder {
  /// Lists the files in the folder and the folders in it.
  ///
  /// Hidden files are left out, and links to folders are not followed.
  ///
  /// - Parameter limit: How many files and folders are looked at; of a larger folder, only a part is listed.
  /// - Returns: The names, sorted, as ``Fixture/init(_:in:)`` takes them.
  /// - Throws: A ``FixtureError`` where there is no such folder.
  public func fileNames(limit: Int = 10_000) throws -> [String] {
    listing(of: try path(for: nil), limit: limit).names
  }

  /// Names of files, and whether they are all.
  struct Listing {
    var names: [String] = []
    var isComplete = true
  }

  func listing(of folder: String, limit: Int = 10_000) -> Listing {
    var listing = Listing()
    // Resolved, because a link is not walked into, not even as the start.
    let root = folder.resolvingLinks
    guard let entries = FileManager.default.enumerator(atPath: root) else { return listing }
    var seen = 0
    // Not `for … in`: the enumerator is asked to leave out what is below an entry.
    while let name = entries.nextObject() as? String {
      seen += 1
      if seen > limit {
        listing.isComplete = false
        break
      }
      let isHidden = name.split(separator: "/").last?.hasPrefix(".") == true
      switch entries.fileAttributes?[.type] as? FileAttributeType {
      case .typeDirectory:
        if isHidden { entries.skipDescendants() }
      case .typeRegular:
        if !isHidden { listing.names.append(name) }
      case .typeSymbolicLink:
        let target = root.appendingPart(name).resolvingLinks
        if !isHidden, FileKind(atPath: target) == .file, target.isInside(root) { listing.names.append(name) }
      default: continue
      }
    }
    listing.names.sort()
    return listing
  }
}
