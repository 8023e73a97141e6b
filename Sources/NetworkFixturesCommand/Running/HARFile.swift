/// A recording on disk, with the bodies beside it.
struct HARFile {
  /// The recording, including its bodies.
  let har: HAR
  /// The names of its bodies' files, relative to its folder.
  let bodyFiles: [String]

  /// Reads a recording.
  ///
  /// - Parameters:
  ///   - data: The content of the file.
  ///   - url: The location of the file.
  ///   - name: Its name in errors.
  /// - Throws: A `HARError` if it cannot be read; a `FixtureError` if the file of a body cannot.
  init(_ data: Data, at url: URL, name: String) throws {
    var names: [String] = []
    let folder = FixtureFolder(at: url.deletingLastPathComponent())
    har = try HAR(data, file: name) { body in
      names.append(body)
      return try Fixture(body, in: folder).data
    }
    bodyFiles = names
  }

  /// Returns the files that replace the recording and its bodies.
  func files(of har: HAR, stem: String) -> HAR.Files {
    guard let first = bodyFiles.first else { return HAR.Files(recording: har.encoded(), bodies: [:]) }
    let folder = first.contains("/") ? String(first.prefix { $0 != "/" }) : "\(stem).bodies"
    return har.files(bodyFolder: folder, placement: .readable)
  }
}

extension Program {
  /// Reads a recording with its bodies.
  func recording(_ path: String) throws -> HARFile {
    try HARFile(try read(path), at: url(of: path), name: path)
  }
}
