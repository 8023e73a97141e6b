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
  package var extras = HARObject()

  /// Creates a recording.
  ///
  /// - Parameter log: The whole content.
  package init(log: Log = Log()) {
    self.log = log
  }
}

extension HAR {
  /// Parses a recording.
  ///
  /// - Parameters:
  ///   - data: The content of a `.har` file: UTF-8, with or without a byte order mark.
  ///   - file: The file's name for errors.
  /// - Throws: A ``HARError`` that names the line, the column and the path of the problem.
  public init(_ data: Data, file: String? = nil) throws {
    let text = JSONText(data)
    if let problem = text.problem {
      if let format = OtherFormat(of: data) { throw HARError(format, in: text, file: file) }
      throw HARError(problem, in: text, file: file)
    }
    if text.value(of: "log", in: 0) == nil, let format = OtherFormat(of: data) {
      throw HARError(format, in: text, file: file)
    }
    do {
      var object = try HARReader(text).object(0, .har)
      log = object.value(of: "log").flatMap { Log(harValue: $0) } ?? Log()
      object.fields.removeFirst()
      extras = object
    } catch {
      throw HARError(error.code, error.reason, at: error.offset, in: text, file: file)
    }
  }

  /// Encodes the recording in the form of a `.har` file, with a line break at the end.
  ///
  /// Known fields come in the order of the specification, then the others in their own; dates are UTC with milliseconds. Equal
  /// values give equal bytes.
  ///
  /// - Returns: UTF-8.
  public func encoded() -> Data {
    HARObject([HARObject.Field("log", log.harValue)] + extras.fields).encoded()
  }
}

extension HAR {
  /// The content of a recording: its creator, and the exchanges.
  public struct Log: HARView {
    package static var shape: HARShape { .log }

    /// All but the entries.
    package var json: HARObject

    /// The exchanges, usually in the order in which they started.
    ///
    /// They are stored, since a change of one among thousands must not copy the others.
    public var entries: [Entry]

    /// Creates a log of this package.
    ///
    /// - Parameter entries: The exchanges.
    package init(entries: [Entry] = []) {
      self.init(json: .log())
      self.entries = entries
    }

    package init(json: HARObject) {
      self.json = json
      entries = []
      let read: [Entry]? = self["entries"]
      self.json.fields.removeAll { $0.name == "entries" }
      entries = read ?? []
      for index in entries.indices where entries[index].json.place(of: "time") == nil {
        entries[index].time = entries[index].timings.total
      }
    }

    package var harValue: HARValue {
      var whole = self
      whole["entries"] = entries
      return .object(whole.json)
    }

    /// The version of the format.
    package var version: String { self["version"] ?? "" }
    /// The application that wrote the recording.
    package var creator: Application { self["creator"] ?? Application() }
    /// The pages that the exchanges were made for; nil if the file has no list of pages.
    package var pages: [Page]? {
      get { self["pages"] }
      set { self["pages"] = newValue }
    }
  }

  /// The name and version of a program.
  package struct Application: HARView {
    package static var shape: HARShape { .application }
    package var json: HARObject

    package init(json: HARObject) {
      self.json = json
    }

    /// The program's version.
    package var version: String { self["version"] ?? "" }

    /// This package.
    package static let networkTesting = Self(json: .creator)
  }

  /// A page that a browser loaded while recording.
  package struct Page: HARView {
    package static var shape: HARShape { .page }
    package var json: HARObject

    package init(json: HARObject) {
      self.json = json
    }

    /// The name by which entries refer to the page.
    package var id: String {
      get { self["id"] ?? "" }
      set { self["id"] = newValue }
    }
    /// The page's title.
    package var title: String {
      get { self["title"] ?? "" }
      set { self["title"] = newValue }
    }
  }
}
