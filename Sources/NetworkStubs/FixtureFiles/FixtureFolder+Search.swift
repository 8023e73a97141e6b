/// The place of a search for a fixture folder: beside the sources, or away from them.
struct FixtureSearch {
  /// The variable that names the folder to use in place of each nearest one.
  static let variable = "NETWORK_TESTING_FIXTURES"
  /// The value of the variable; nil if it is not set.
  var namedFolder: String?
  var currentFolder: String

  static var process: Self {
    Self(
      namedFolder: ProcessInfo.processInfo.environment[variable].flatMap { $0.isEmpty ? nil : $0 },
      currentFolder: FileManager.default.currentDirectoryPath)
  }

  /// Finds the nearest folder called `Fixtures`.
  func folder(above start: String, for name: String?) throws -> String {
    if let namedFolder {
      let path = namedFolder.standardizedPath
      guard FileKind(atPath: path) == .folder else { throw FixtureError.noFolder(named: path, for: name) }
      return path
    }
    guard let first = FileKind(atPath: start) == .folder ? start : moved(start) else {
      throw FixtureError.sourceNotHere(start, for: name)
    }
    var searched = [String]()
    var folder = first
    while true {
      let candidate = folder.appendingPart("Fixtures")
      if FileKind(atPath: candidate) == .folder { return candidate }
      searched.append(folder)
      let parent = folder.parentFolder
      if parent == folder { break }
      folder = parent
    }
    let misspelt = searched.lazy.map { $0.appendingPart("fixtures") }.first { FileKind(atPath: $0) == .folder }
    throw FixtureError.noFolder(above: searched, misspelt: misspelt, for: name)
  }

  /// Returns the longest end of a path, of at least two parts, that exists below the current folder or one above it.
  ///
  /// For a path that was mapped to another one at compile time, or is relative to another folder.
  private func moved(_ start: String) -> String? {
    let parts = start.split(separator: "/")
    var root = currentFolder
    var last = ""
    while root != last, parts.count > 1 {
      for first in 0..<(parts.count - 1) {
        let candidate = root.appendingPart(parts[first...].joined(separator: "/"))
        if FileKind(atPath: candidate) == .folder { return candidate }
      }
      last = root
      root = root.parentFolder
    }
    return nil
  }
}

extension String {
  /// Returns the existing path below a folder with its name spelled in other code points: `é` can be one of them or two.
  ///
  /// A file written by one system may have a spelling that another does not look for.
  package func otherSpelling(in folder: String) -> String? {
    guard isInside(folder), utf8.contains(where: { $0 >= 0x80 }) else { return nil }
    var found = folder
    for part in dropFirst(folder.count).split(separator: "/") {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: found)) ?? []
      // Texts are equal if their characters are, with any code points.
      guard let name = names.first(where: { $0.utf8.elementsEqual(part.utf8) }) ?? names.first(where: { $0 == part })
      else { return nil }
      found = found.appendingPart(name)
    }
    SpellingNotes.say(of: found, insteadOf: self)
    return found
  }
}

/// The files that were found under another spelling of their names, each reported once.
private enum SpellingNotes {
  private static let said = Guarded<Set<String>>([])

  static func say(of path: String, insteadOf name: String) {
    guard said.withLock({ $0.insert(path).inserted }) else { return }
    StandardError.print(
      """
      note: \(path.printable) was found under another spelling of its name: its accents are \
      \(path.utf8.count > name.utf8.count ? "decomposed" : "composed"), and in the code they are not. \
      Rename the file to match the code.
      """)
  }
}
