public import Foundation
import NetworkEndpoints

extension HAR {
  /// A recording in files: the recording itself, and the bodies beside it.
  public struct Files: Hashable, Sendable {
    /// The content of the `.har` file.
    public var recording: Data

    /// The bodies, by the names in the recording's fields `_file`, which are relative to the recording's folder.
    ///
    /// A body that several entries share appears once.
    public var bodies: [String: Data]

    /// Creates the files of a recording.
    ///
    /// - Parameters:
    ///   - recording: The content of the `.har` file.
    ///   - bodies: The bodies by their names.
    public init(recording: Data, bodies: [String: Data]) {
      self.recording = recording
      self.bodies = bodies
    }
  }

  /// Which bodies a recording keeps in files of their own.
  public struct BodyPlacement: Hashable, Sendable {
    let largestText: Int
    let largestBinary: Int

    /// All bodies are in the recording, so that it is one file.
    public static let inside = Self(largestText: .max, largestBinary: .max)

    /// Large bodies lie beside the recording: text above 64 kB, and binary data, which cannot be reviewed, above 4 kB.
    public static let beside = beside(textAbove: 65_536, binaryAbove: 4_096)

    /// Bodies above a size lie beside the recording.
    ///
    /// - Parameters:
    ///   - text: The size in bytes up to which a text stays in the recording.
    ///   - binary: The same for a body that is not UTF-8, which would be base64 there.
    public static func beside(textAbove text: Int, binaryAbove binary: Int) -> Self {
      Self(largestText: text, largestBinary: binary)
    }

    /// The body, if it has to lie beside the recording.
    func bodyBeside(_ text: String?, _ body: () throws -> Data) -> Data? {
      // Base64 is longer than its bytes, so most texts need no decoding.
      guard let text, text.utf8.count > min(largestText, largestBinary), let body = try? body() else { return nil }
      return isBeside(body) ? body : nil
    }

    private func isBeside(_ body: Data) -> Bool {
      let isText = body.firstOffsetThatIsNotUTF8 == nil
      return body.count > (isText ? largestText : largestBinary)
    }
  }

  /// Writes the recording as files: the recording, and its large bodies beside it.
  ///
  /// The field `_file` of a body names its file, as Playwright does it. Files are named after their content, so that a
  /// body that stays the same keeps its file, and the same recording gives the same files. Redact first: bodies are
  /// written as they are.
  ///
  /// ```swift
  /// let files = Redaction.standard.redacted(har).files(bodyFolder: "checkout.bodies")
  /// try files.recording.write(to: folder.appending(path: "checkout.har"))
  /// ```
  ///
  /// - Parameters:
  ///   - bodyFolder: The folder for the bodies, named from the recording's own folder and in it; use one for each
  ///     recording.
  ///   - placement: Which bodies lie beside the recording.
  public func files(bodyFolder: String, placement: BodyPlacement = .beside) -> Files {
    var bodies = SideFiles(folder: bodyFolder)
    var copy = self
    for index in copy.log.entries.indices {
      copy.log.entries[index].response.content.move(to: &bodies, placement)
      copy.log.entries[index].request.postData?.move(to: &bodies, placement)
    }
    return Files(recording: copy.encoded(), bodies: bodies.files)
  }
}

extension HAR.Content {
  fileprivate mutating func move(to bodies: inout SideFiles, _ placement: HAR.BodyPlacement) {
    guard let body = placement.bodyBeside(text, { try body() }) else { return }
    extras[HAR.bodyFileField] = .string(bodies.add(body, mimeType: mimeType))
    (text, encoding) = (nil, nil)
  }
}

extension HAR.PostData {
  fileprivate mutating func move(to bodies: inout SideFiles, _ placement: HAR.BodyPlacement) {
    guard let body = placement.bodyBeside(text, { try body() }) else { return }
    extras[HAR.bodyFileField] = .string(bodies.add(body, mimeType: mimeType))
    for name in ["_encoding", "encoding"] { extras[name] = nil }
    text = nil
  }
}

extension HAR {
  /// The field that names the file of a body.
  static let bodyFileField = "_file"

  /// Reads a recording and puts the bodies that lie beside it back into it.
  ///
  /// - Parameters:
  ///   - data: The content of a `.har` file.
  ///   - file: The file's name for errors.
  ///   - readingFile: Reads the file of a body by its name, which is relative to the recording's folder and never leads
  ///     out of it.
  /// - Throws: A ``HARError`` where the recording cannot be read or a name leads out of its folder; any error of `readingFile`.
  public init(_ data: Data, file: String? = nil, readingFile: (String) throws -> Data) throws {
    try self.init(data, file: file)
    for index in log.entries.indices {
      try log.entries[index].response.content.takeBody(readingFile)
      try log.entries[index].request.postData?.takeBody(readingFile)
    }
  }

  /// The name of a body's file, checked to stay in the recording's folder.
  static func bodyFile(in extras: Extras, text: String?) throws -> String? {
    // Playwright writes an empty text beside the file's name.
    guard text ?? "" == "", !extras.isEmpty, let name = extras[bodyFileField]?.text else { return nil }
    if let refusal = FixtureName.refusal(of: name) {
      throw HARError(
        unusable:
          "the file of the body must be named by a path inside the recording's folder, and this \(refusal.reason)",
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
  /// - Throws: A ``FixtureError`` as for ``data``, also for the file of a body; a ``HARError`` where the file is not a
  ///   recording, or names a body's file that is not in its folder.
  public var har: HAR {
    get throws {
      let parent = name.lastIndex(of: "/").map { name[...$0] } ?? ""
      return try HAR(try data, file: name) { try Fixture(parent + $0, in: folder).data }
    }
  }
}

/// The files beside a recording, named after their content.
struct SideFiles {
  let folder: String
  private(set) var files: [String: Data] = [:]

  init(folder: String) {
    self.folder = folder
  }

  /// Adds a body, and gives the name of its file.
  mutating func add(_ body: Data, mimeType: String) -> String {
    let stem = "\(folder)/\(Fingerprint(of: body).digits)"
    let suffix = Fixture.nameExtension(forMediaType: mimeType)
    var (name, number) = ("\(stem).\(suffix)", 1)
    // Two bodies with one hash are next to impossible, and must stay two all the same.
    while let other = files[name], other != body {
      number += 1
      name = "\(stem)-\(number).\(suffix)"
    }
    files[name] = body
    return name
  }

}
