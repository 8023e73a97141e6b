public import Foundation

extension HAR {
  /// The field that names the file of a body.
  static let bodyFileField = "_file"

  /// Reads a recording and the bodies that lie beside it, which stand in it afterwards.
  ///
  /// - Parameters:
  ///   - data: The content of a `.har` file.
  ///   - file: The file's name for errors.
  ///   - readingFile: Reads the file of a body by its name, which is relative to the recording's folder and never leads
  ///     out of it.
  /// - Throws: A ``HARError`` where the recording is damaged or a name leads out of its folder; what reading a file throws.
  public init(_ data: Data, file: String? = nil, readingFile: (String) throws -> Data) throws {
    try self.init(data, file: file)
    for index in log.entries.indices {
      try log.entries[index].response.content.takeBody(readingFile)
      try log.entries[index].request.postData?.takeBody(readingFile)
    }
  }

  /// The name of a body's file, made sure that it stays in the recording's folder.
  static func bodyFile(in extras: Extras, text: String?) throws -> String? {
    // Playwright writes an empty text beside the file's name.
    guard text ?? "" == "", !extras.isEmpty, let name = extras.string(bodyFileField) else { return nil }
    if let flaw = FixtureName.flaw(of: name) {
      throw HARError(
        unusable:
          "the file of the body has to be named by a path inside the recording's folder, and this \(flaw.reason)",
        in: name)
    }
    return name
  }
}

extension HAR.Content {
  fileprivate mutating func takeBody(_ readingFile: (String) throws -> Data) throws {
    guard let name = try HAR.bodyFile(in: extras, text: text) else { return }
    let content = HAR.Content(try readingFile(name), mimeType: mimeType)
    (text, encoding, size) = (content.text, content.encoding, content.size)
    extras[HAR.bodyFileField] = nil
  }
}

extension HAR.PostData {
  fileprivate mutating func takeBody(_ readingFile: (String) throws -> Data) throws {
    guard let name = try HAR.bodyFile(in: extras, text: text) else { return }
    let postData = HAR.PostData(mimeType: mimeType, body: try readingFile(name))
    text = postData.text
    extras[HAR.bodyFileField] = nil
    extras["_encoding"] = postData.extras["_encoding"]
  }
}

extension Fixture {
  /// The recording in the file, with the bodies that lie beside it.
  ///
  /// - Throws: A ``FixtureError`` as for ``data``, also for the file of a body; a ``HARError`` where the file is no
  ///   recording, or names a body's file that is not in its folder.
  public var har: HAR {
    get throws {
      let parent = name.lastIndex(of: "/").map { name[...$0] } ?? ""
      return try HAR(try data, file: name) { try Fixture(parent + $0, in: folder).data }
    }
  }
}
