public import Foundation

extension HAR {
  /// A page that a browser loaded while recording.
  public struct Page: Hashable, Sendable {
    /// When loading began.
    public var startedDateTime: Date
    /// What entries name the page by.
    public var id: String
    /// The page's title.
    public var title: String
    /// When the page's content was there, and its resources.
    public var pageTimings: PageTimings
    /// A remark.
    public var comment: String?
    /// Fields that the specification does not know.
    public var extras: Extras

    /// Creates a page.
    ///
    /// - Parameters:
    ///   - startedDateTime: When loading began.
    ///   - id: What entries name the page by.
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
    /// Until the content was there.
    public var onContentLoad: Double?
    /// Until everything was there.
    public var onLoad: Double?
    /// A remark.
    public var comment: String?
    /// Fields that the specification does not know.
    public var extras: Extras = [:]

    /// Creates timings of which nothing is known.
    public init() {}
  }
}
