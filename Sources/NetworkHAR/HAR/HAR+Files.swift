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
    package init(recording: Data, bodies: [String: Data]) {
      self.recording = recording
      self.bodies = bodies
    }
  }

  /// The rule for the bodies that a recording keeps in separate files.
  public struct BodyPlacement: Hashable, Sendable {
    let largestText: Int
    let largestBinary: Int

    /// All bodies in the recording, a single file.
    public static let inside = Self(largestText: .max, largestBinary: .max)

    /// Bodies for review are beside the recording, JSON with one line per value: text above 500 bytes, and binary data above 4
    /// kB.
    public static let readable = beside(textAbove: 500, binaryAbove: 4_096)

    /// Large bodies beside the recording: text above 64 kB, and binary data, which cannot be reviewed, above 4 kB.
    public static let beside = beside(textAbove: 65_536, binaryAbove: 4_096)

    /// Places bodies above a size beside the recording.
    ///
    /// - Parameters:
    ///   - text: The largest text, in bytes, that stays in the recording.
    ///   - binary: The largest body of other data, in bytes, that stays in the recording, as base64.
    public static func beside(textAbove text: Int, binaryAbove binary: Int) -> Self {
      Self(largestText: text, largestBinary: binary)
    }

    /// Returns the body, if it belongs beside the recording.
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

  /// Creates the files of the recording: the recording itself, and its large bodies beside it.
  ///
  /// The field `_file` of a body names its file, as in Playwright. Files are named after their request and content, as in
  /// `get-cart-5f3a09c1.json`. So an unchanged body keeps its file, and equal recordings give equal files. One-line JSON is laid
  /// out in lines. The field `_layout` describes the original layout, so a replay gives the same bytes. Redact the recording
  /// first.
  ///
  /// ```swift
  /// let files = Redaction.standard.redacted(har).files(bodyFolder: "checkout.bodies")
  /// try files.recording.write(to: folder.appending(path: "checkout.har"))
  /// ```
  ///
  /// - Parameters:
  ///   - bodyFolder: The folder for the bodies, relative to the recording's folder and inside it; use one for each recording.
  ///   - placement: The rule for the bodies beside the recording.
  public func files(bodyFolder: String, placement: BodyPlacement = .beside) -> Files {
    var bodies = SideFiles(folder: bodyFolder)
    var copy = self
    for index in copy.log.entries.indices {
      let name = copy.log.entries[index].request.fileName
      copy.log.entries[index].response.content.move(to: &bodies, name, placement)
      copy.log.entries[index].request.postData?.move(to: &bodies, name + "-request", placement)
    }
    return Files(recording: copy.encoded(), bodies: bodies.files)
  }
}

extension HAR {
  /// Returns the recording after a change of its values, with the bodies where they were.
  ///
  /// - Parameters:
  ///   - written: The recording before it, with the names of its bodies' files.
  ///   - read: The same with its bodies.
  ///   - folder: The folder of changed bodies.
  /// - Returns: The recording; the names of all its bodies' files, and the changed bodies.
  package func movingBodies(
    as written: HAR, readAs read: HAR, to folder: String
  ) -> (har: HAR, names: Set<String>, bodies: [String: Data]) {
    var bodies = SideFiles(folder: folder)
    var copy = self
    var names: Set<String> = []
    for (index, (written, read)) in zip(written.log.entries, read.log.entries).enumerated() {
      guard copy.log.entries.indices.contains(index) else { break }
      let name = copy.log.entries[index].request.fileName
      copy.log.entries[index].response.content.move(
        as: written.response.content, readAs: read.response.content, to: &bodies, name)
      if let written = written.request.postData, let read = read.request.postData {
        copy.log.entries[index].request.postData?.move(as: written, readAs: read, to: &bodies, name + "-request")
      }
      let objects = [copy.log.entries[index].response.content.json, copy.log.entries[index].request.postData?.json]
      names.formUnion(objects.compactMap { $0?[HAR.bodyFileField]?.text })
    }
    return (copy, names, bodies.files)
  }
}

extension HARObject {
  /// Returns the same fields in the same places, with the values of others.
  fileprivate func updated(with others: Self) -> Self {
    others.fields.reduce(into: self) { result, field in
      if let place = result.place(of: field.name) {
        result.fields[place] = field
      } else {
        result.fields.append(field)
      }
    }
  }
}

extension HAR.Content {
  fileprivate mutating func move(as written: Self, readAs read: Self, to bodies: inout SideFiles, _ name: String) {
    guard written.json[HAR.bodyFileField] != nil, written.text ?? "" == "" else { return }
    let isSame = text == read.text && encoding == read.encoding
    guard let body = isSame ? Data() : try? body() else { return }
    text = written.text
    encoding = written.encoding
    extras = written.extras.updated(with: extras)
    if isSame { size = written.size } else { bodies.add(body, named: name, mimeType: mimeType, to: &json) }
  }

  fileprivate mutating func move(to bodies: inout SideFiles, _ name: String, _ placement: HAR.BodyPlacement) {
    guard let body = placement.bodyBeside(text, { try body() }) else { return }
    bodies.add(body, named: name, mimeType: mimeType, to: &json)
    text = nil
    encoding = nil
  }
}

extension HAR.PostData {
  fileprivate mutating func move(as written: Self, readAs read: Self, to bodies: inout SideFiles, _ name: String) {
    guard written.json[HAR.bodyFileField] != nil, written.text ?? "" == "" else { return }
    let isSame = text == read.text && json["_encoding"] == read.json["_encoding"]
    guard let body = isSame ? Data() : try? body() else { return }
    text = written.text
    json["_encoding"] = nil
    extras = written.extras.updated(with: extras)
    if !isSame { bodies.add(body, named: name, mimeType: mimeType, to: &json) }
  }

  fileprivate mutating func move(to bodies: inout SideFiles, _ name: String, _ placement: HAR.BodyPlacement) {
    guard let body = placement.bodyBeside(text, { try body() }) else { return }
    bodies.add(body, named: name, mimeType: mimeType, to: &json)
    for name in ["_encoding", "encoding"] { json[name] = nil }
    text = nil
  }
}

extension HAR {
  /// The field that names the file of a body.
  static let bodyFileField = "_file"

  /// Parses a recording and puts the bodies beside it back into it.
  ///
  /// - Parameters:
  ///   - data: The content of a `.har` file.
  ///   - file: The file's name for errors.
  ///   - readingFile: Reads the file of a body by its name, which is relative to the recording's folder and never leads out of
  ///     it.
  /// - Throws: A ``HARError`` if the recording cannot be read or a name leads out of its folder; any error of `readingFile`.
  public init(_ data: Data, file: String? = nil, readingFile: (String) throws -> Data) throws {
    try self.init(data, file: file)
    try takeBodies(readingFile)
  }

  /// Puts the bodies beside the recording into it.
  package mutating func takeBodies(_ readingFile: (String) throws -> Data) throws {
    for index in log.entries.indices {
      try log.entries[index].response.content.takeBody(readingFile)
      try log.entries[index].request.postData?.takeBody(readingFile)
    }
  }

  /// The field for the original layout of JSON whose file is laid out for readers.
  static let layoutField = "_layout"

  /// Reads the body beside the recording; nil if it is in the recording.
  ///
  /// - Throws: A ``HARError`` if a name leads out of the recording's folder; any error of `readingFile`.
  static func bodyBeside(_ json: HARObject, text: String?, _ readingFile: (String) throws -> Data) throws -> Data? {
    // Playwright writes an empty text beside the file's name.
    guard text ?? "" == "", let name = json[bodyFileField]?.text else { return nil }
    if let refusal = FixtureName.refusal(of: name) {
      throw HARError(
        unusable:
          "the body's file must be inside the recording's folder, but this path \(refusal.reason)",
        in: name)
    }
    let data = try readingFile(name)
    return json[layoutField]?.text.flatMap(ReadableJSON.init)?.restored(data) ?? data
  }
}

extension HAR.Content {
  fileprivate mutating func takeBody(_ readingFile: (String) throws -> Data) throws {
    guard let body = try HAR.bodyBeside(json, text: text, readingFile) else { return }
    let content = HAR.Content(json: .content(body, mimeType: mimeType))
    text = content.text
    encoding = content.encoding
    size = content.size
    for name in [HAR.bodyFileField, HAR.layoutField] { json[name] = nil }
  }
}

extension HAR.PostData {
  fileprivate mutating func takeBody(_ readingFile: (String) throws -> Data) throws {
    guard let body = try HAR.bodyBeside(json, text: text, readingFile) else { return }
    let postData = HAR.PostData(json: .postData(body, mimeType: mimeType))
    text = postData.text
    for name in [HAR.bodyFileField, HAR.layoutField] { json[name] = nil }
    json["_encoding"] = postData.json["_encoding"]
  }
}

extension Fixture {
  /// The recording in the file, with the bodies beside it.
  ///
  /// - Throws: A `FixtureError` as for `data`, also for the file of a body; a ``HARError`` if the file is not a recording, or
  /// names a body's file that is not in its folder.
  public var har: HAR {
    get throws {
      let parent = name.lastIndex(of: "/").map { name[...$0] } ?? ""
      return try HAR(try data, file: name) { try Fixture(parent + $0, in: folder).data }
    }
  }
}

extension HAR.Request {
  /// The base name of its bodies' files: `get-cart`, after the method and the end of the path.
  fileprivate var fileName: String {
    let path = url.prefix { $0 != "?" }.split(separator: "/").dropFirst(2).suffix(2).joined(separator: "-")
    let words = "\(method)-\(path)".lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    return String(words.joined(separator: "-").prefix(60))
  }
}

/// The files beside a recording, named after their request and content.
struct SideFiles {
  let folder: String
  private(set) var files: [String: Data] = [:]
  private var names: [String: [Data: String]] = [:]

  init(folder: String) {
    self.folder = folder
  }

  /// Adds a body, and records the name of its file in an object.
  mutating func add(_ body: Data, named request: String, mimeType: String, to json: inout HARObject) {
    let layout = ReadableJSON(body)
    json[HAR.layoutField] = layout.map { .string($0.rawValue) }
    let file = layout == nil ? body : ReadableJSON.laidOut(body)
    var suffix = layout == nil ? Fixture.nameExtension(forMediaType: mimeType) : "json"
    // Text without a type is readable.
    if suffix == "dat", file.firstOffsetThatIsNotUTF8 == nil { suffix = "txt" }
    let name = names[suffix]?[file] ?? freshName(of: file, request, suffix)
    names[suffix, default: [:]][file] = name
    files[name] = file
    json[HAR.bodyFileField] = .string(name)
  }

  private func freshName(of file: Data, _ request: String, _ suffix: String) -> String {
    let stem = "\(folder)/\(request)-\(Fingerprint(of: file).digits.suffix(8))"
    var name = "\(stem).\(suffix)"
    var number = 1
    // Two bodies with one hash are next to impossible, and must still stay two.
    while files[name] != nil {
      number += 1
      name = "\(stem)-\(number).\(suffix)"
    }
    return name
  }

  /// Whether a file of the folder has such a name, and was created for a recording, or by a process that was killed first.
  static func isMade(_ name: String) -> Bool {
    if name.hasPrefix("."), let mark = name.range(of: ".tmp-") {
      return isMade(String(name[..<mark.lowerBound].dropFirst()))
    }
    return name.wholeMatch(of: /[a-z0-9-]+-[0-9a-f]{8}(?:-[0-9]+)?\.[a-z0-9]+/) != nil
  }
}

extension Fixture {
  /// The file extension for a media type; `dat` if the type is not known.
  static func nameExtension(forMediaType type: String) -> String {
    let plain = type.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
    if let known = extensions[plain] { return known }
    // `application/problem+json` is JSON.
    return ["json", "xml"].first { plain.hasSuffix("+" + $0) } ?? "dat"
  }
}

private let extensions = Dictionary(
  mediaTypes.filter { !["har", "htm", "jpeg", "jsonl", "mjs"].contains($0.key) }.map { ($1, $0) },
  uniquingKeysWith: min)
