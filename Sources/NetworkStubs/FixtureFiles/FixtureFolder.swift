/// A folder that fixtures are read from; no fixture can lead out of it.
///
/// There is one rule for each: ``nearest(to:)`` walks up from a source file, unless a variable names the folder; ``init(at:)`` is
/// the folder you name; ``bundle(_:)`` is the folder `Fixtures` among a bundle's resources. A folder is a value; the disk is only
/// accessed when something is read.
public struct FixtureFolder: Hashable, Sendable {
  package enum Place: Hashable, Sendable {
    case nearest(above: String)
    case path(String)
    case bundle(resources: String)
  }

  package let place: Place

  private init(place: Place) { self.place = place }

  /// Creates a folder from its place on disk.
  ///
  /// - Parameter url: The folder, as a file URL.
  public init(at url: URL) { self.init(place: .path(url.isFileURL ? url.path : url.absoluteString)) }

  /// The nearest folder called `Fixtures` beside a source file or in a folder above it.
  ///
  /// The variable `NETWORK_TESTING_FIXTURES`, if it is set, names the folder to use instead, for tests that run away from their
  /// sources (`TEST_RUNNER_NETWORK_TESTING_FIXTURES` for `xcodebuild`). If the path of the file was mapped to another one at
  /// compile time, its end is searched for below the current folder and those above it.
  ///
  /// A device has no source files: use ``bundle(_:)`` for tests that run on one.
  ///
  /// - Parameter filePath: The file to start from, by default the calling one.
  /// - Returns: The folder, which is searched for again on each use.
  public static func nearest(to filePath: String = #filePath) -> Self {
    Self(place: .nearest(above: filePath.standardizedPath.parentFolder))
  }

  /// The folder `Fixtures` at the top of a bundle's resources, `bundle.resourceURL` + `Fixtures`.
  ///
  /// SwiftPM creates it from `resources: [.copy("Fixtures")]` in the manifest; `.process("Fixtures")` would flatten it.
  ///
  /// - Parameter bundle: The bundle, for example `.module`.
  /// - Returns: The folder in the bundle.
  public static func bundle(_ bundle: Bundle) -> Self {
    Self(place: .bundle(resources: (bundle.resourceURL ?? bundle.bundleURL).path))
  }

  /// The location of the folder.
  ///
  /// - Throws: A ``FixtureError`` if there is no such folder.
  public var url: URL { get throws { URL(fileURLWithPath: try path(for: nil), isDirectory: true) } }

  /// The argument of `Fixture(_:in:)` that names this folder; empty for the default.
  var argument: String {
    switch place {
    case .nearest: ""
    case .path(let path): ", in: FixtureFolder(at: URL(fileURLWithPath: \(path.quoted)))"
    case .bundle: ", in: .bundle(…)"
    }
  }

  /// Finds the folder on disk.
  package func path(for name: String?) throws -> String {
    switch place {
    case .nearest(let start): try FixtureSearch.process.folder(above: start, for: name)
    case .path(let path): try existing(path, or: .noFolder(at: path, for: name))
    case .bundle(let resources):
      try existing(resources.appendingPart("Fixtures"), or: .noFolder(inBundle: resources, for: name))
    }
  }

  /// A file that may be read.
  struct File {
    let folder: String
    package let path: String
    let resolvedPath: String
  }

  /// Finds a file in the folder, and refuses one outside it.
  func file(named name: String) throws -> File {
    if let refusal = FixtureName.refusal(of: name) {
      throw FixtureError.refused(name, for: refusal, near: existingName(meantBy: name))
    }
    let folder = try path(for: name)
    var path = folder.appendingPart(name)
    if FileKind(atPath: path) == nil, let other = path.otherSpelling(in: folder) { path = other }
    let root = folder.resolvingLinks
    // Foundation leaves the links on the way to a missing file as they are, and one may be the folder itself.
    let ownPath = root.appendingPart(String(path.dropFirst(folder.count).drop { $0 == "/" }))
    let resolved = ownPath.resolvingLinks
    guard resolved.isInside(root) else { throw FixtureError.linkedOut(name, of: folder, to: resolved) }
    switch FileKind(atPath: resolved) {
    case .file: return File(folder: folder, path: path, resolvedPath: resolved)
    case .folder: throw FixtureError.isFolder(name, in: folder, listing: listing(of: folder))
    case .special: throw FixtureError.isSpecial(name, in: folder)
    case nil: throw FixtureError.missing(name, in: folder, listing: listing(of: folder), isLink: path.isLink)
    }
  }

  private func existing(_ path: String, or error: @autoclosure () -> FixtureError) throws -> String {
    guard FileKind(atPath: path) == .folder else { throw error() }
    return path
  }

  /// Returns the existing file that a refused name probably means: `users/ada.json` for `/users/ada.json` and `users\ada.json`.
  private func existingName(meantBy name: String) -> String? {
    let meant = FixtureName.cleaned(name)
    guard FixtureName.refusal(of: meant) == nil, (try? file(named: meant)) != nil else { return nil }
    return meant
  }

  /// Lists the files in the folder and its subfolders.
  ///
  /// Hidden files are left out, and links to folders are not followed.
  ///
  /// - Parameter limit: The number of files and folders to look at; a larger folder is listed only in part.
  /// - Returns: The names, sorted, in the form for ``Fixture/init(_:in:)``.
  /// - Throws: A ``FixtureError`` if there is no such folder.
  package func fileNames(limit: Int = .max) throws -> [String] { listing(of: try path(for: nil), limit: limit).names }

  /// Names of files, and whether they are complete.
  package struct Listing {
    package var names: [String] = []
    var isComplete = true

    package init(names: [String] = [], isComplete: Bool = true) {
      self.names = names
      self.isComplete = isComplete
    }
  }

  func listing(of folder: String, limit: Int = 10_000) -> Listing {
    var listing = Listing()
    // Resolved, because links are not followed, not even as the start.
    let root = folder.resolvingLinks
    guard let entries = FileManager.default.enumerator(atPath: root) else { return listing }
    var seen = 0
    // Not `for … in`: the enumerator is needed to skip the content of an entry.
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

/// The rules for a fixture's name, which must be the one relative path of a file inside a folder.
package enum FixtureName {
  /// The reason why a name is refused.
  package struct Refusal: Hashable {
    /// The reason, which completes "it …".
    package let reason: String
    let leavesFolder: Bool
  }

  package static func refusal(of name: String) -> Refusal? {
    if name.isEmpty { return Refusal(reason: "is empty", leavesFolder: false) }
    if name.utf8.contains(0) { return Refusal(reason: "has a NUL character", leavesFolder: false) }
    // On other systems a backslash separates folders, so the name would be ambiguous.
    if name.utf8.contains(UInt8(ascii: "\\")) { return Refusal(reason: "has a backslash", leavesFolder: false) }
    if name.utf8.first == UInt8(ascii: "/") { return Refusal(reason: "is an absolute path", leavesFolder: true) }
    for part in parts(of: name) {
      switch part {
      case "..": return Refusal(reason: #"contains "..""#, leavesFolder: true)
      case ".": return Refusal(reason: #"contains the part ".""#, leavesFolder: false)
      case "": return Refusal(reason: #"has an empty part (an extra "/")"#, leavesFolder: false)
      default:
        // Windows has devices by these names in every folder, whatever the ending.
        let stem = part.prefix { $0 != "." }.uppercased()
        if devices.contains(stem) {
          return Refusal(reason: "contains \(stem.quoted), which is a device on Windows", leavesFolder: false)
        }
      }
    }
    // A name that is shown in another order than it is written hides what it is.
    if name.unicodeScalars.contains(where: { $0.properties.isBidiControl }) {
      return Refusal(reason: "has a mark that reverses the direction of text", leavesFolder: false)
    }
    return nil
  }

  private static let devices: Set<String> = Set(
    ["CON", "PRN", "AUX", "NUL"] + (1...9).flatMap { ["COM\($0)", "LPT\($0)"] })

  /// Returns the name without the refused parts, as a suggestion.
  static func cleaned(_ name: String) -> String {
    let slashed = String(name.unicodeScalars.filter { $0 != "\0" }.map { $0 == "\\" ? "/" : Character($0) })
    return parts(of: slashed).filter { !["", ".", ".."].contains($0) }.joined(separator: "/")
  }

  // By bytes: "/" and a combining mark are one Character, and two parts to the file system.
  private static func parts(of name: String) -> [String] {
    name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
  }
}
