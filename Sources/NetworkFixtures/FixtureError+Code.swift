extension FixtureError {
  /// The kind of a fixture error.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The name of the code.
    public let description: String

    /// A name that no file can be asked for by: empty, or with a backslash, a NUL or a part that says nothing.
    public static let invalidName = Self(description: "invalidName")

    /// A name or a symbolic link that leads out of the folder.
    public static let leavesFolder = Self(description: "leavesFolder")

    /// There is no fixture folder.
    public static let noFolder = Self(description: "noFolder")

    /// The source file is not on this machine, so that there is nothing to search above it.
    public static let sourceNotHere = Self(description: "sourceNotHere")

    /// There is no such file in the folder.
    public static let missing = Self(description: "missing")

    /// The name is a folder's, or that of something which is not a regular file.
    public static let notAFile = Self(description: "notAFile")

    /// The file is there and cannot be read.
    public static let unreadable = Self(description: "unreadable")

    /// The file was asked for as text and is not UTF-8.
    public static let notText = Self(description: "notText")

    /// The file is not the JSON that was asked for.
    public static let undecodable = Self(description: "undecodable")
  }
}
