public import Foundation

/// A folder that fixtures are read from, and never left by them.
///
/// One rule each, and no cascades: ``nearest(to:)`` walks up from a source file, ``init(at:)`` is the folder you name,
/// ``bundle(_:)`` is the folder `Fixtures` among a bundle's resources. A folder is a value; the disk is asked when
/// something is read.
public struct FixtureFolder: Hashable, Sendable {
  enum Place: Hashable, Sendable {
    case nearest(above: String)
    case path(String)
    case bundle(resources: String)
  }

  let place: Place

  private init(place: Place) {
    self.place = place
  }

  /// Names a folder by its place on disk.
  ///
  /// - Parameter url: The folder, as a file URL.
  public init(at url: URL) {
    self.init(place: .path(url.isFileURL ? url.path : url.absoluteString))
  }

  /// The nearest folder called `Fixtures` beside a source file or in a folder above it.
  ///
  /// Source files are not there on a device: use ``bundle(_:)`` for tests that run on one.
  ///
  /// - Parameter filePath: The file to start from, by default the calling one.
  /// - Returns: The folder, which is searched for anew whenever it is used.
  public static func nearest(to filePath: String = #filePath) -> Self {
    Self(place: .nearest(above: filePath.standardizedPath.parentFolder))
  }

  /// The folder `Fixtures` at the top of a bundle's resources, `bundle.resourceURL` + `Fixtures`.
  ///
  /// SwiftPM makes it from `resources: [.copy("Fixtures")]` in the manifest; `.process("Fixtures")` would flatten it.
  ///
  /// - Parameter bundle: The bundle, for example `.module`.
  /// - Returns: The folder in the bundle.
  public static func bundle(_ bundle: Bundle) -> Self {
    Self(place: .bundle(resources: (bundle.resourceURL ?? bundle.bundleURL).path))
  }

  /// Where the folder is.
  ///
  /// - Throws: A ``FixtureError`` where there is no such folder.
  public var url: URL {
    get throws { URL(fileURLWithPath: try path(for: nil), isDirectory: true) }
  }

  /// The argument of `Fixture(_:in:)` that names this folder, empty where it is the default.
  var argument: String {
    switch place {
    case .nearest: ""
    case .path(let path): ", in: FixtureFolder(at: URL(fileURLWithPath: \(path.quoted)))"
    case .bundle: ", in: .bundle(…)"
    }
  }
}
