/// A recording on disk: where it is, how it is read, and how it is written so that it is never half there.
///
/// Recordings live in the folder `recordings` of a fixture folder: `checkout/guest` is the file
/// `Fixtures/recordings/checkout/guest.har`. A name that leads out of the folder, or that another system could not check
/// out, is refused when the file is read or written.
///
/// ```swift
/// let file = RecordingFile("checkout/guest")
/// try file.update { har in
///   var har = har ?? HAR()
///   har.log.comment = "Made for the guests' checkout."
///   return har
/// }
/// ```
public struct RecordingFile: Hashable, Sendable {
  /// The recording's name: its path in the folder `recordings`, without `.har`.
  public let name: String

  /// The fixture folder that `recordings` is in.
  public let folder: FixtureFolder

  /// Names a recording in the nearest `Fixtures` folder above the calling file.
  ///
  /// - Parameters:
  ///   - name: The path inside `recordings`, for example `checkout/guest`.
  ///   - filePath: The file whose surroundings are searched, by default the calling one.
  public init(_ name: String, filePath: String = #filePath) {
    self.init(name, in: .nearest(to: filePath))
  }

  /// Names a recording in a fixture folder.
  ///
  /// - Parameters:
  ///   - name: The path inside `recordings`, for example `checkout/guest`.
  ///   - folder: The fixture folder.
  public init(_ name: String, in folder: FixtureFolder) {
    self.name = name.hasSuffix(".har") ? String(name.dropLast(4)) : name
    self.folder = folder
  }

  /// The file as a fixture: `recordings/checkout/guest.har`.
  public var fixture: Fixture { Fixture("recordings/\(name).har", in: folder) }

  /// Whether there is something of this name, readable or not.
  ///
  /// - Throws: A ``FixtureError`` or a ``RecordingFileError`` where the name is refused, or there is no fixture folder.
  public var exists: Bool {
    get throws { FileKind(atPath: try stored.path) != nil }
  }

  var stored: StoredFile { StoredFile(name: fixture.name, folder: folder) }
}

extension RecordingFile: CustomStringConvertible {
  /// The path in the fixture folder.
  public var description: String { fixture.name }
}
