/// An error about the location of a file that a test writes.
public struct RecordingFileError: Error, Hashable, Sendable {
  /// The kind of the error.
  public let code: Code
  /// The file's path in its fixture folder.
  package let name: String
  /// The cause, the state and the remedy.
  public let description: String

  static func refused(_ name: String, because flaw: String) -> Self {
    Self(
      code: .invalidName, name: name,
      description: """
        The file name \(name.quoted) is refused: it \(flaw).

        Name it by a path that every system can check out: "recordings/checkout/guest.har".
        """)
  }

  static func tooLarge(_ name: String, bytes: Int, limit: Int) -> Self {
    Self(
      code: .tooLarge, name: name,
      description: """
        The file \(name.quoted) is too large to be read.

        It has \(bytes / 1_000_000) MB; the limit is \(limit / 1_000_000) MB.

        Delete it and record less in one test, or leave the large bodies out.
        """)
  }

  static func busy(_ name: String, milliseconds: Int) -> Self {
    Self(
      code: .busy, name: name,
      description: """
        The file \(name.quoted) was not written: another process holds its folder.

        Waited for \(milliseconds / 1_000) seconds.

        Look for a test process that hangs, end it, and record again.
        """)
  }

  static func isInBundle(_ name: String) -> Self {
    Self(
      code: .unwritable, name: name,
      description: """
        The file \(name.quoted) was not written: it is in a bundle, which is a copy of the folder Fixtures.

        Record where the sources are, without in: .bundle(…), and build again.
        """)
  }

  static func unwritable(_ name: String, because reason: String) -> Self {
    Self(
      code: .unwritable, name: name,
      description: """
        The file \(name.quoted) was not written: \(reason)

        What was there before is still there.

        Check that there is space, and that the user who runs the tests may write to its folder.
        """)
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
