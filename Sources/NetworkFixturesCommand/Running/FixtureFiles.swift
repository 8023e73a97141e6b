/// The files of a fixture folder, by their names in it.
struct FixtureFiles {
  let folder: URL
  let names: [String]

  /// Lists a folder.
  ///
  /// - Throws: A ``UsageError`` if there is no such folder.
  init(_ folder: URL) throws {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: folder.path, isDirectory: &isFolder), isFolder.boolValue else {
      throw UsageError("There is no folder at \(folder.path.printable).")
    }
    self.folder = folder
    names = try FixtureFolder(at: folder).fileNames(limit: 1_000_000)
  }

  func url(of name: String) -> URL { folder.appendingPathComponent(name) }
}

extension URL {
  /// Returns the folders called `Fixtures` in this folder, at any depth; hidden folders are left out.
  func fixtureFolders() -> [URL] {
    folders { $0.lastPathComponent == "Fixtures" }
  }

  /// Returns the files of a kind in this folder, at any depth; hidden folders are left out.
  func files(endingIn ending: String) -> [URL] {
    var files: [URL] = []
    visit { url, isFolder in
      if !isFolder, url.pathExtension.lowercased() == ending { files.append(url) }
      return true
    }
    return files.sorted { $0.path < $1.path }
  }

  private func folders(where isWanted: (URL) -> Bool) -> [URL] {
    if isWanted(self) { return [self] }
    var folders: [URL] = []
    visit { url, isFolder in
      guard isFolder, isWanted(url) else { return true }
      folders.append(url)
      return false
    }
    return folders.sorted { $0.path < $1.path }
  }

  /// Visits what is in this folder; hidden files and links to folders are left out.
  private func visit(_ enter: (URL, _ isFolder: Bool) -> Bool) {
    let keys: [URLResourceKey] = [.isDirectoryKey, .isSymbolicLinkKey]
    guard
      let contents = try? FileManager.default.contentsOfDirectory(
        at: self, includingPropertiesForKeys: keys, options: [.skipsHiddenFiles])
    else { return }
    for url in contents {
      let values = try? url.resourceValues(forKeys: Set(keys))
      if values?.isDirectory == true, values?.isSymbolicLink != true {
        if enter(url, true) { url.visit(enter) }
      } else {
        _ = enter(url, false)
      }
    }
  }

  /// Returns the path relative to a folder.
  func path(from folder: URL) -> String {
    let own = standardizedFileURL.path
    let base = folder.standardizedFileURL.path
    return own.hasPrefix(base + "/") ? String(own.dropFirst(base.count + 1)) : own
  }
}
