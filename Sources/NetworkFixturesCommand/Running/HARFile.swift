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

  /// The entries that cannot be read; none where one refuses the whole file.
  let unreadable: [HAR.UnreadableEntry]

  /// Reads a recording.
  ///
  /// - Parameters:
  ///   - data: The content of the file.
  ///   - url: The location of the file.
  ///   - name: Its name in errors.
  ///   - isLenient: Whether the others are read if single entries cannot be.
  /// - Throws: A `HARError` if it cannot be read; a `FixtureError` if the file of a body cannot.
  init(_ data: Data, at url: URL, name: String, isLenient: Bool = false) throws {
    var bodies: [String: Data] = [:]
    var unreadable: [HAR.UnreadableEntry] = []
    let folder = FixtureFolder(at: url.deletingLastPathComponent())
    var har = try isLenient ? HAR(data, file: name, unreadable: &unreadable) : HAR(data, file: name)
    try har.takeBodies { body in
      let data = try Fixture(body, in: folder).data
      bodies[body] = data
      return data
    }
    self.har = har
    self.unreadable = unreadable
    self.bodies = bodies
    self.data = data
  }
}

extension Program {
  /// Reads a recording with its bodies.
  func recording(_ path: String) throws -> HARFile {
    let file = try HARFile(try read(path), at: url(of: path), name: path, isLenient: true)
    for entry in file.unreadable { terminal.printError("\(path.printable): \("\(entry)".printable)") }
    return file
  }
}
