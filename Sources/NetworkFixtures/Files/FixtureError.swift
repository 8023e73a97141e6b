/// An error about a fixture: its name, its folder, its file or its content.
///
/// Its description has the cause, the state and the remedy.
public struct FixtureError: Error, Sendable {
  /// The kind of the error.
  public let code: Code

  /// The name of the fixture; nil if the folder itself was requested.
  public let name: String?

  /// The path of the folder that was searched; nil if no folder was found or needed.
  public let folder: String?

  /// Similar names that exist, the nearest first, at most three.
  public let nearNames: [String]

  /// The error of the decoder or the file system.
  public let underlyingError: (any Error)?

  let report: Report

  /// The paragraphs of the description.
  struct Report: Hashable, Sendable {
    var happened: String
    var there: [String] = []
    var remedy: String
  }

  init(
    _ code: Code, name: String?, folder: String? = nil, nearNames: [String] = [], underlyingError: (any Error)? = nil,
    report: Report
  ) {
    self.code = code
    self.name = name
    self.folder = folder
    self.nearNames = nearNames
    self.underlyingError = underlyingError
    self.report = report
  }
}

extension FixtureError: ReadableError {
  /// The cause, the state and the remedy.
  public var description: String {
    [report.happened, report.there.joined(separator: "\n"), report.remedy]
      .filter { !$0.isEmpty }.joined(separator: "\n\n")
  }
}

extension FixtureError {
  /// Returns the error with one more remedy, from code that knows the purpose of the file.
  package func advising(_ remedy: String) -> Self {
    var report = report
    report.remedy += "\n\n" + remedy
    return Self(
      code, name: name, folder: folder, nearNames: nearNames, underlyingError: underlyingError, report: report)
  }

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
}

extension FixtureError {
  package static func refused(_ name: String, for refusal: FixtureName.Refusal, near: String?) -> Self {
    let happened =
      refusal.leavesFolder
      ? "The fixture name \(name.quoted) leaves its folder: it \(refusal.reason)."
      : "The fixture name \(name.quoted) is refused: it \(refusal.reason)."
    let remedy =
      refusal.leavesFolder && near == nil
      ? "Move the file into the fixture folder, or name its folder: Fixture(…, in: FixtureFolder(at: …))."
      : #"Name the file by its path inside the fixture folder, separated by "/": "users/ada.json"."#
    return Self(
      refusal.leavesFolder ? .leavesFolder : .invalidName, name: name, nearNames: near.map { [$0] } ?? [],
      report: Report(happened: happened, there: near.map { ["Did you mean \($0.quoted)?"] } ?? [], remedy: remedy))
  }

  package static func linkedOut(_ name: String, of folder: String, to target: String) -> Self {
    Self(
      .leavesFolder,
      name: name,
      folder: folder,
      report: Report(
        happened: "The fixture \(name.quoted) leaves its folder: a symbolic link leads out.",
        there: ["Folder: \(folder)", "Link to: \(target)"],
        remedy: "Copy the file into the folder. A link may lead to another file in it.")
    )
  }
}

extension FixtureError {
  static func undecodable(_ name: String, as type: Any.Type, data: Data, because error: any Error) -> Self {
    let problem = DecodingProblem(error, in: data)
    var there = ["\(problem.place.description(in: name)), at \(problem.path): \(problem.reason)"]
    there.append(data.isEmpty ? "The file is empty." : problem.place.found)
    if !problem.keys.isEmpty { there.append("The keys there: \(problem.keys.joined(separator: ", "))") }
    return Self(
      .undecodable,
      name: name,
      underlyingError: error,
      report: Report(
        happened: "The fixture \(name.quoted) does not decode as \(type).", there: there,
        remedy: "Correct the file or the type, or pass the decoder that the file needs: decode(using: …).")
    )
  }
}
