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
/// Reading is lenient with what real tools write: missing fields have default values, numbers may be strings, `null`
/// is nothing. Fields that the specification does not know are kept, in their order, in ``Extras``. Writing is strict
/// and deterministic: the same value gives the same bytes.
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
