/// A recording on disk, with the bodies beside it.
struct HARFile {
  /// The recording, including its bodies.
  let har: HAR
  /// The bodies beside it, by the names of their files relative to its folder.
  let bodies: [String: Data]
  /// The content of its file.
  let data: Data

  /// The names of its bodies' files.
  var bodyFiles: [String] { bodies.keys.sorted() }

  /// Reads a recording.
  ///
  /// - Parameters:
  ///   - data: The content of the file.
  ///   - url: The location of the file.
  ///   - name: Its name in errors.
  /// - Throws: A `HARError` if it cannot be read; a `FixtureError` if the file of a body cannot.
  init(_ data: Data, at url: URL, name: String) throws {
    var bodies: [String: Data] = [:]
    let folder = FixtureFolder(at: url.deletingLastPathComponent())
    har = try HAR(data, file: name) { body in
      let data = try Fixture(body, in: folder).data
      bodies[body] = data
      return data
    }
    self.bodies = bodies
    self.data = data
  }
}

extension Program {
  /// Reads a recording with its bodies.
  func recording(_ path: String) throws -> HARFile {
    try HARFile(try read(path), at: url(of: path), name: path)
  }
}
