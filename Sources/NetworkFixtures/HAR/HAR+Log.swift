extension HAR {
  /// What a recording holds: who made it, and the exchanges.
  public struct Log: Hashable, Sendable {
    /// The version of the format.
    public var version: String
    /// The application that wrote the recording.
    public var creator: Application
    /// The browser whose traffic it is.
    public var browser: Application?
    /// The pages that the exchanges were made for; nil where nobody counted pages.
    public var pages: [Page]?
    /// The exchanges, in the order of their start as a rule.
    public var entries: [Entry]
    /// A remark.
    public var comment: String?
    /// Fields that the specification does not know.
    public var extras: Extras

    /// Creates a log.
    ///
    /// - Parameters:
    ///   - creator: The application that writes the recording.
    ///   - entries: The exchanges.
    public init(creator: Application = .networkTesting, entries: [Entry] = []) {
      version = "1.2"
      self.creator = creator
      self.entries = entries
      extras = [:]
    }
  }

  /// The name and version of a program.
  public struct Application: Hashable, Sendable {
    /// The program's name.
    public var name: String
    /// The program's version.
    public var version: String
    /// A remark.
    public var comment: String?
    /// Fields that the specification does not know.
    public var extras: Extras

    /// Creates a name and version.
    ///
    /// - Parameters:
    ///   - name: The program's name.
    ///   - version: The program's version.
    public init(name: String, version: String) {
      self.name = name
      self.version = version
      extras = [:]
    }

    /// This package.
    public static let networkTesting = Self(name: "NetworkTesting", version: "1")
  }
}
