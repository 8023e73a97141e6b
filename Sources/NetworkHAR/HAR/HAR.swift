/// A recording of HTTP traffic: an HTTP Archive, version 1.2.
///
/// Browsers and proxies export such files, and this package records them.
///
/// ```swift
/// let har = try Fixture("recordings/checkout.har").har
/// let exchanges = try har.log.entries.map { try $0.exchange() }
/// let text = har.encoded()
/// ```
///
/// Reading is lenient with the output of real tools: missing fields get default values, numbers may be strings, and `null` counts
/// as missing. Unknown fields are kept, in order, in ``Extras``. Writing is strict and deterministic: equal values give equal
/// bytes.
/// See [HTTP Archive 1.2](http://www.softwareishard.com/blog/har-12-spec/).
public struct HAR: Hashable, Sendable {
  /// The whole content.
  public var log: Log

  /// Fields beside `log`.
  public var extras: Extras

  /// Creates a recording.
  ///
  /// - Parameters:
  ///   - log: The whole content.
  ///   - extras: Fields beside `log`.
  public init(log: Log = Log(), extras: Extras = [:]) {
    self.log = log
    self.extras = extras
  }
}

extension HAR {
  /// The content of a recording: its creator, and the exchanges.
  public struct Log: Hashable, Sendable {
    /// The version of the format.
    public var version: String
    /// The application that wrote the recording.
    public var creator: Application
    /// The browser whose traffic it is.
    public var browser: Application?
    /// The pages that the exchanges were made for; nil if the file has no list of pages.
    public var pages: [Page]?
    /// The exchanges, usually in the order in which they started.
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

extension HAR {
  /// A page that a browser loaded while recording.
  public struct Page: Hashable, Sendable {
    /// The start of loading.
    public var startedDateTime: Date
    /// The name by which entries refer to the page.
    public var id: String
    /// The page's title.
    public var title: String
    /// The times at which the page's content and its resources had loaded.
    public var pageTimings: PageTimings
    /// A remark.
    public var comment: String?
    /// Fields that the specification does not know.
    public var extras: Extras

    /// Creates a page.
    ///
    /// - Parameters:
    ///   - startedDateTime: The start of loading.
    ///   - id: The name by which entries refer to the page.
    ///   - title: The page's title.
    public init(startedDateTime: Date, id: String, title: String) {
      self.startedDateTime = startedDateTime
      self.id = id
      self.title = title
      pageTimings = PageTimings()
      extras = [:]
    }
  }

  /// Milliseconds from the start of a page to its events; -1 is "does not apply".
  public struct PageTimings: Hashable, Sendable {
    /// Until the content had loaded.
    public var onContentLoad: Double?
    /// Until everything had loaded.
    public var onLoad: Double?
    /// A remark.
    public var comment: String?
    /// Fields that the specification does not know.
    public var extras: Extras = [:]

    /// Creates timings without any value.
    public init() {}
  }
}
