extension HAR {
  /// A name and a value: a header field, or an item of a query.
  public struct Pair: Hashable, Sendable {
    /// The name.
    public var name: String
    /// The value.
    public var value: String
    /// A remark.
    public var comment: String?
    /// Fields that the specification does not know.
    public var extras: Extras

    /// Creates a pair.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - value: The value.
    public init(name: String, value: String) {
      self.name = name
      self.value = value
      extras = [:]
    }
  }

  /// A cookie that was sent or set.
  public struct Cookie: Hashable, Sendable {
    /// The name.
    public var name: String
    /// The value.
    public var value: String
    /// The path that it belongs to.
    public var path: String?
    /// The domain that it belongs to.
    public var domain: String?
    /// When it expires, as the file says it.
    public var expires: String?
    /// Whether scripts cannot read it.
    public var httpOnly: Bool?
    /// Whether it is sent over TLS only.
    public var secure: Bool?
    /// A remark.
    public var comment: String?
    /// Fields that the specification does not know, such as `sameSite`.
    public var extras: Extras

    /// Creates a cookie.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - value: The value.
    public init(name: String, value: String) {
      self.name = name
      self.value = value
      extras = [:]
    }
  }
}
