/// An error about the location of a file that a test writes.
public struct RecordingFileError: Error, Hashable, Sendable {
  /// The kind of the error.
  public let code: Code
  /// The file's path in its fixture folder.
  package let name: String
  private let layout: ErrorLayout

  /// The cause, the state and the remedy.
  public var description: String { layout.description }

  private init(_ code: Code, _ name: String, _ layout: ErrorLayout) {
    self.code = code
    self.name = name
    self.layout = layout
  }

  static func refused(_ name: String, because flaw: String) -> Self {
    Self(
      .invalidName, name,
      ErrorLayout(
        "The file name \(name.quoted) is refused: it \(flaw).",
        remedy: #"Name it by a path that every system can check out: "recordings/checkout/guest.har"."#))
  }

  static func tooLarge(_ name: String, bytes: Int, limit: Int) -> Self {
    Self(
      .tooLarge, name,
      ErrorLayout(
        "The file \(name.quoted) is too large to be read.",
        there: ["It has \(bytes / 1_000_000) MB; the limit is \(limit / 1_000_000) MB."],
        remedy: "Delete it and record less in one test, or leave the large bodies out."))
  }

  static func busy(_ name: String, milliseconds: Int) -> Self {
    Self(
      .busy, name,
      ErrorLayout(
        "The file \(name.quoted) was not written: another process has locked its folder.",
        there: ["Waited for \(milliseconds / 1_000) seconds."],
        remedy: "Look for a test process that hangs, end it, and record again."))
  }

  static func isInBundle(_ name: String) -> Self {
    Self(
      .unwritable, name,
      ErrorLayout(
        "The file \(name.quoted) was not written: it is in a bundle, which is a copy of the folder Fixtures.",
        remedy: "Record where the sources are, without in: .bundle(…), and build again."))
  }

  static func unwritable(_ name: String, because reason: String) -> Self {
    Self(
      .unwritable, name,
      ErrorLayout(
        "The file \(name.quoted) was not written: \(reason)",
        there: ["The file that was there is unchanged."],
        remedy: "Check that there is space, and that the user who runs the tests may write to its folder."))
  }
}

extension RecordingFileError {
  /// The kind of such an error.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The name of the code.
    public let description: String

    /// The name is one that another system could not check out.
    public static let invalidName = Self(description: "invalidName")

    /// The file exceeds the size limit.
    public static let tooLarge = Self(description: "tooLarge")

    /// Another process writes into the folder, and does not finish.
    public static let busy = Self(description: "busy")

    /// The file cannot be written.
    public static let unwritable = Self(description: "unwritable")
  }
}

extension RecordingFileError: ReadableError {}
