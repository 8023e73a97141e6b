/// A recording on disk: its place, and the code to read it and to write it atomically.
///
/// Recordings are in the folder `recordings` of a fixture folder: `checkout/guest` is the file
/// `Fixtures/recordings/checkout/guest.har`. A name that leads out of the folder, or that another system could not check out, is
/// refused when the file is read or written.
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

  /// Creates a reference to a recording in the nearest `Fixtures` folder above the calling file.
  ///
  /// - Parameters:
  ///   - name: The path inside `recordings`, for example `checkout/guest`.
  ///   - filePath: The file from which the search starts, by default the calling one.
  public init(_ name: String, filePath: String = #filePath) {
    self.init(name, in: .nearest(to: filePath))
  }

  /// Creates a reference to a recording in a fixture folder.
  ///
  /// - Parameters:
  ///   - name: The path inside `recordings`, for example `checkout/guest`.
  ///   - folder: The fixture folder.
  public init(_ name: String, in folder: FixtureFolder) {
    self.name = name.hasSuffix(".har") ? String(name.dropLast(4)) : name
    self.folder = folder
  }

  /// The file as a fixture: `recordings/checkout/guest.har`.
  package var fixture: Fixture { Fixture("recordings/\(name).har", in: folder) }

  /// Whether there is a file of this name, readable or not.
  ///
  /// - Throws: A ``FixtureError`` or a ``RecordingFileError`` if the name is refused, or there is no fixture folder.
  package var exists: Bool {
    get throws { FileKind(atPath: try stored.path) != nil }
  }

  var stored: StoredFile { StoredFile(name: fixture.name, folder: folder) }
}

extension RecordingFile: CustomStringConvertible {
  /// The path in the fixture folder.
  public var description: String { fixture.name }
}

extension RecordingFile {
  /// Reads the recording.
  ///
  /// - Returns: The recording, or nil if the file does not exist.
  /// - Throws: A ``HARError`` if the file is not a recording, which is left unchanged; a ``RecordingFileError`` if it is too
  ///   large; a ``FixtureError`` if the name is refused or the file cannot be read.
  package func read() throws -> HAR? {
    try stored.data(at: try stored.path).map { try HAR($0, file: fixture.name) }
  }

  /// Reads the recording, of which single entries may not be readable.
  ///
  /// - Parameter unreadable: Gets those entries.
  /// - Returns: The recording, or nil if the file does not exist.
  /// - Throws: As ``read()``, if the recording as a whole cannot be read.
  package func read(unreadable: inout [HAR.UnreadableEntry]) throws -> HAR? {
    try stored.data(at: try stored.path).map { try HAR($0, file: fixture.name, unreadable: &unreadable) }
  }

  /// Returns the recording parsed from bytes, with the bodies beside it.
  func whole(_ data: Data) throws -> HAR {
    try HAR(data, file: fixture.name) { try body(named: $0) }
  }

  /// Returns the files of a recording.
  func files(of har: HAR, _ placement: HAR.BodyPlacement) -> HAR.Files {
    har.files(bodyFolder: name.lastPart, placement: placement)
  }

  /// Reads a body beside the recording.
  ///
  /// - Parameter name: Its path from the recording's folder, as in the field `_file`.
  /// - Returns: The bytes.
  /// - Throws: A ``FixtureError`` if there is no such file, or the name leaves the fixture folder.
  package func body(named name: String) throws -> Data {
    try Fixture(fixture.name.parentFolder.appendingPart(name), in: folder).data
  }
}

extension RecordingFile {
  /// Changes the recording: reads the old content, and writes the new content, redacted and atomically.
  ///
  /// Several processes may do so at the same time; each sees the result of the one before it. A process that reads the file
  /// meanwhile sees the old content or the new, never a part, even after a crash.
  ///
  /// - Parameters:
  ///   - redaction: The rules for secrets, which are removed.
  ///   - bodies: The bodies to keep in files beside the recording.
  ///   - change: Creates the new recording from the old one, which is nil if the file does not exist.
  /// - Throws: A ``HARError`` if the file is not a recording, which is left unchanged; a ``RecordingFileError`` if it cannot be
  /// written; any error of `change`.
  package func update(
    redaction: Redaction = .standard, bodies: HAR.BodyPlacement = .readable, _ change: (HAR?) throws -> HAR
  ) throws {
    try stored.replace { data in files(of: redaction.redacted(try change(try data.map(whole))), bodies) }
  }
}

/// The rules for a recording's name, beside those for every fixture: a path that any system can check out.
enum RecordingName {
  /// Returns the reason why a name is refused: completes "it …".
  static func flaw(of name: String) -> String? {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    if name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
      return "has a control character"
    }
    if let mark = name.first(where: { #":*?"<>|"#.contains($0) }) { return "has a character \(String(mark).quoted)" }
    if parts.contains(where: { $0.hasPrefix(".") }) { return #"has a part that begins with "." and would be hidden"# }
    if parts.contains(where: { $0.hasSuffix(".") || $0.hasSuffix(" ") || $0.hasPrefix(" ") }) {
      return "has a part that begins or ends in a space or ends in a dot"
    }
    // The names of temporary files are longer by a few bytes.
    if parts.contains(where: { $0.utf8.count > 200 }) { return "has a part of more than 200 bytes" }
    return nil
  }
}
