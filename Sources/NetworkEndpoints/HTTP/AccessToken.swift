/// A bearer token, whose value is shown only by `rawValue`.
///
/// See [RFC 6750](https://www.rfc-editor.org/rfc/rfc6750).
public struct AccessToken: RawRepresentable, Hashable, Sendable {
  /// The token as sent after `Bearer`.
  public let rawValue: String

  /// Creates a token.
  ///
  /// - Parameter rawValue: The token as sent after `Bearer`.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Creates a token.
  ///
  /// - Parameter rawValue: The token as sent after `Bearer`.
  public init(_ rawValue: String) { self.rawValue = rawValue }
}

extension AccessToken: ExpressibleByStringLiteral {
  /// Creates a token from a literal.
  public init(stringLiteral value: String) { self.init(value) }
}

// Logs and failure texts print values; a token in them is a leak.
extension AccessToken: CustomStringConvertible, CustomReflectable {
  /// A mask in place of the token.
  public var description: String { "AccessToken(•••)" }
  /// A mirror without the token.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
