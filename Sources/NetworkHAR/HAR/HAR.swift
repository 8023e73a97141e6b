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
/// as missing. Unknown fields are kept, in order, in its extras. Writing is strict and deterministic: equal values give equal
/// bytes.
/// See [HTTP Archive 1.2](http://www.softwareishard.com/blog/har-12-spec/).
public struct HAR: Hashable, Sendable {
  /// The whole content.
  public var log: Log

  /// Fields beside `log`.
  package var extras: Extras

  /// Creates a recording.
  ///
  /// - Parameters:
  ///   - log: The whole content.
  ///   - extras: Fields beside `log`.
  package init(log: Log = Log(), extras: Extras = [:]) {
    self.log = log
    self.extras = extras
  }
}

extension HAR {
  /// The content of a recording: its creator, and the exchanges.
  public struct Log: Hashable, Sendable {
    /// The version of the format.
    package var version: String
    /// The application that wrote the recording.
    package var creator: Application
    /// The browser whose traffic it is.
    package var browser: Application?
    /// The pages that the exchanges were made for; nil if the file has no list of pages.
    package var pages: [Page]?
    /// The exchanges, usually in the order in which they started.
    public var entries: [Entry]
    /// A remark.
    package var comment: String?
    /// Fields that the specification does not know.
    package var extras: Extras

    /// Creates a log.
    ///
    /// - Parameters:
    ///   - creator: The application that writes the recording.
    ///   - entries: The exchanges.
    package init(creator: Application = .networkTesting, entries: [Entry] = []) {
      version = "1.2"
      self.creator = creator
      self.entries = entries
      extras = [:]
    }
  }

  /// The name and version of a program.
  package struct Application: Hashable, Sendable {
    /// The program's name.
    package var name: String
    /// The program's version.
    package var version: String
    /// A remark.
    package var comment: String?
    /// Fields that the specification does not know.
    package var extras: Extras

    /// Creates a name and version.
    ///
    /// - Parameters:
    ///   - name: The program's name.
    ///   - version: The program's version.
    package init(name: String, version: String) {
      self.name = name
      self.version = version
      extras = [:]
    }

    /// This package.
    package static let networkTesting = Self(name: "NetworkTesting", version: "1")
  }
}

extension HAR {
  /// A page that a browser loaded while recording.
  package struct Page: Hashable, Sendable {
    /// The start of loading.
    package var startedDateTime: Date
    /// The name by which entries refer to the page.
    package var id: String
    /// The page's title.
    package var title: String
    /// The times at which the page's content and its resources had loaded.
    package var pageTimings: PageTimings
    /// A remark.
    package var comment: String?
    /// Fields that the specification does not know.
    package var extras: Extras

    /// Creates a page.
    ///
    /// - Parameters:
    ///   - startedDateTime: The start of loading.
    ///   - id: The name by which entries refer to the page.
    ///   - title: The page's title.
    package init(startedDateTime: Date, id: String, title: String) {
      self.startedDateTime = startedDateTime
      self.id = id
      self.title = title
      pageTimings = PageTimings()
      extras = [:]
    }
  }

  /// Milliseconds from the start of a page to its events; -1 is "does not apply".
  package struct PageTimings: Hashable, Sendable {
    /// Until the content had loaded.
    package var onContentLoad: Double?
    /// Until everything had loaded.
    package var onLoad: Double?
    /// A remark.
    package var comment: String?
    /// Fields that the specification does not know.
    package var extras: Extras = [:]

    /// Creates timings without any value.
    package init() {}
  }
}
