/// An error about a fixture: its name, its folder, its file or its content.
///
/// Its description has the cause, the state and the remedy.
public struct FixtureError: Error, Sendable {
  /// The kind of the error.
  public let code: Code
  /// The name of the fixture; nil if the folder itself was requested.
  public let name: String?
  /// The path of the folder that was searched; nil if no folder was found or needed.
  package let folder: String?
  /// Similar names that exist, the nearest first, at most three.
  package let nearNames: [String]
  /// The error of the decoder or the file system.
  public let underlyingError: (any Error)?

  /// The paragraphs of the description.
  private var layout: ErrorLayout
  /// The advice, the last paragraph of the description.
  package var remedy: String {
    get { layout.remedy }
    set { layout.remedy = newValue }
  }

  init(
    _ code: Code, name: String?, folder: String? = nil, nearNames: [String] = [], underlyingError: (any Error)? = nil,
    happened: String, there: [String] = [], remedy: String
  ) {
    self.code = code
    self.name = name
    self.folder = folder
    self.nearNames = nearNames
    self.underlyingError = underlyingError
    layout = ErrorLayout(happened, there: there, remedy: remedy)
  }
}

extension FixtureError: ReadableError {
  /// The cause, the state and the remedy.
  public var description: String { layout.description }
}

extension FixtureError {
  /// The kind of a fixture error.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The name of the code.
    public let description: String

    /// The name cannot be a file's: it is empty, or has a backslash, a NUL or a part such as `.`.
    public static let invalidName = Self(description: "invalidName")
    /// The name or a symbolic link leads out of the folder.
    public static let leavesFolder = Self(description: "leavesFolder")
    /// There is no fixture folder.
    public static let noFolder = Self(description: "noFolder")
    /// The source file is not on this machine, so there is nothing above it to search.
    public static let sourceNotHere = Self(description: "sourceNotHere")
    /// There is no such file in the folder.
    public static let missing = Self(description: "missing")
    /// The name belongs to a folder, or to something else that is not a regular file.
    public static let notAFile = Self(description: "notAFile")
    /// The file exists but cannot be read.
    public static let unreadable = Self(description: "unreadable")
    /// The file was requested as text and is not UTF-8.
    public static let notText = Self(description: "notText")
    /// The file is not JSON of the requested type.
    public static let undecodable = Self(description: "undecodable")
  }

  package static func refused(_ name: String, for refusal: FixtureName.Refusal, near: String?) -> Self {
    let happened = refusal.leavesFolder ? "points outside its folder" : "is refused"
    let remedy =
      refusal.leavesFolder && near == nil
      ? "Move the file into the fixture folder, or name its folder: Fixture(…, in: FixtureFolder(at: …))."
      : #"Name the file by its path inside the fixture folder, separated by "/""#
        + (near == nil ? #": "users/ada.json"."# : ".")
    return Self(
      refusal.leavesFolder ? .leavesFolder : .invalidName, name: name, nearNames: near.map { [$0] } ?? [],
      happened: "The fixture name \(name.quoted) \(happened): it \(refusal.reason).",
      there: near.map { ["Did you mean \($0.quoted)?"] } ?? [], remedy: remedy)
  }

  package static func linkedOut(_ name: String, of folder: String, to target: String) -> Self {
    Self(
      .leavesFolder, name: name, folder: folder,
      happened: "The fixture \(name.quoted) points outside its folder: a symbolic link leads out of it.",
      there: ["Folder: \(folder)", "Link to: \(target)"],
      remedy: "Copy the file into the folder. A link may lead to another file in it.")
  }

  static func undecodable(_ name: String, as type: Any.Type, data: Data, because error: any Error) -> Self {
    let problem = DecodingProblem(error, in: data)
    var there = ["\(problem.place.description(in: name)), at \(problem.path): \(problem.reason)"]
    there.append(data.isEmpty ? "The file is empty." : problem.place.found)
    if !problem.keys.isEmpty { there.append("The keys there: \(problem.keys.joined(separator: ", "))") }
    return Self(
      .undecodable, name: name, underlyingError: error,
      happened: "The fixture \(name.quoted) cannot be decoded as \(type).", there: there,
      remedy: problem.remedy)
  }

  static func missing(_ name: String, in folder: String, listing: FixtureFolder.Listing, isLink: Bool) -> Self {
    let near = NearNames.of(name, among: listing.names)
    var there = ["Searched: \(folder) (\(listing.size))"]
    if isLink { there.append("A symbolic link has this name, but its target is missing.") }
    if !near.isEmpty {
      there.append("Similar names: \(near.quotedList)")
    } else if !listing.names.isEmpty {
      there.append("No name is similar; the folder has \(listing.names.quotedList)")
    }
    return Self(
      .missing, name: name, folder: folder, nearNames: near,
      happened: "There is no fixture \(name.quoted).", there: there,
      remedy: near.isEmpty ? "Add the file, or correct the name." : "Correct the name, or add the file.")
  }

  package static func isFolder(_ name: String, in folder: String, listing: FixtureFolder.Listing) -> Self {
    let inside = listing.names.filter { $0.hasPrefix(name + "/") }
    return Self(
      .notAFile, name: name, folder: folder, nearNames: Array(inside.prefix(NearNames.limit)),
      happened: "The fixture \(name.quoted) is a folder.",
      there: ["In: \(folder)", inside.isEmpty ? "It has no files." : "It has \(inside.quotedList)"],
      remedy: "Name a file in it.")
  }

  package static func isSpecial(_ name: String, in folder: String) -> Self {
    Self(
      .notAFile, name: name, folder: folder,
      happened: "The fixture \(name.quoted) is a pipe, a socket or a device, and reading it might never end.",
      there: ["In: \(folder)"], remedy: "Put a regular file in its place.")
  }

  package static func unreadable(_ name: String, in folder: String, because error: any Error) -> Self {
    Self(
      .unreadable, name: name, folder: folder, underlyingError: error,
      happened: "The fixture \(name.quoted) cannot be read: \(error.localizedDescription)", there: ["In: \(folder)"],
      remedy: "Check that the user who runs the tests may read the file.")
  }

  static func notText(_ name: String, data: Data) -> Self {
    let offset = data.firstOffsetThatIsNotUTF8 ?? data.count
    let byte = data.dropFirst(offset).first.map { "byte 0x" + String($0, radix: 16, uppercase: true) } ?? "the end"
    return Self(
      .notText, name: name, happened: "The fixture \(name.quoted) is not UTF-8 text: \(byte) at offset \(offset).",
      remedy: "Read its bytes with data, or save the file as UTF-8.")
  }
}

extension FixtureFolder.Listing {
  fileprivate var size: String { isComplete ? names.count.counted("file") : "only \(names.count) files of more" }
}

extension FixtureError {
  static func noFolder(above searched: [String], misspelt: String?, for name: String?) -> Self {
    var there = ["Looked beside the calling file and in every folder above it:"]
    there += searched.prefix(shownFolders).map { "  \($0)" }
    if searched.count > shownFolders { there.append("  and \(searched.count - shownFolders) above") }
    if let misspelt { there.append("Found \(misspelt), but the name needs a capital F.") }
    return noFolder(
      #"There is no folder called "Fixtures""#, for: name, there: there,
      remedy: #"Make the folder "Fixtures" beside Package.swift, or beside the test, and put the files into it."#)
  }

  static func noFolder(at path: String, for name: String?) -> Self {
    let remedy = "Make the folder, or correct the URL in FixtureFolder(at: …)."
    return noFolder("There is no folder at \(path)", for: name, remedy: remedy)
  }

  static func noFolder(named path: String, for name: String?) -> Self {
    noFolder(
      "There is no folder at \(path) (from \(FixtureSearch.variable))", for: name,
      remedy: "Correct the variable, or unset it to search above the calling file.")
  }

  static func noFolder(inBundle resources: String, for name: String?) -> Self {
    noFolder(
      #"There is no folder called "Fixtures" in the bundle"#, for: name, there: ["Bundle's resources: \(resources)"],
      remedy: #"Declare it in the manifest, with .copy, because .process flattens it: resources: [.copy("Fixtures")]"#)
  }

  static func sourceNotHere(_ folder: String, for name: String?) -> Self {
    Self(
      .sourceNotHere, name: name,
      happened: "The source file is not on this machine, so there is no folder above it to search" + ending(for: name),
      there: ["Compiled in: \(folder)"],
      remedy: #"""
        If tests run without their sources, as on a device, put the files into the test bundle:
          resources: [.copy("Fixtures")]                      in the manifest
          Fixture("users/ada.json", in: .bundle(.module))     in the test
          @Test(.recording("checkout", in: .bundle(.module)))
        If the files are in another folder there, name it: NETWORK_TESTING_FIXTURES=… swift test, or
        TEST_RUNNER_NETWORK_TESTING_FIXTURES=… xcodebuild test.
        """#)
  }

  private static func noFolder(_ happened: String, for name: String?, there: [String] = [], remedy: String) -> Self {
    Self(.noFolder, name: name, happened: happened + ending(for: name), there: there, remedy: remedy)
  }

  private static func ending(for name: String?) -> String { name.map { " for the fixture \($0.quoted)." } ?? "." }
}

private let shownFolders = 12
