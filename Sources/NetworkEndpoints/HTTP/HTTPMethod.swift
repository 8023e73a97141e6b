/// The method of a request, such as `.get` or `"PROPFIND"`, compared with case.
///
/// See [RFC 9110, section 9](https://www.rfc-editor.org/rfc/rfc9110#section-9).
public struct HTTPMethod: RawRepresentable, Hashable, Sendable {
  /// The method's name as it is sent.
  public let rawValue: String

  /// Creates a method from its name.
  ///
  /// - Parameter rawValue: The name as it is sent; standard methods are upper-case.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Asks for a representation of the resource.
  public static let get = Self(rawValue: "GET")
  /// Asks for what `GET` would send, without the body.
  public static let head = Self(rawValue: "HEAD")
  /// Hands the body to the resource to process.
  public static let post = Self(rawValue: "POST")
  /// Replaces the resource with the body.
  public static let put = Self(rawValue: "PUT")
  /// Changes the resource as the body says ([RFC 5789](https://www.rfc-editor.org/rfc/rfc5789)).
  public static let patch = Self(rawValue: "PATCH")
  /// Removes the resource.
  public static let delete = Self(rawValue: "DELETE")
  /// Asks what the resource allows.
  public static let options = Self(rawValue: "OPTIONS")
  /// Asks for the request to be sent back.
  public static let trace = Self(rawValue: "TRACE")
  /// Asks a proxy for a tunnel.
  public static let connect = Self(rawValue: "CONNECT")
}

extension HTTPMethod: ExpressibleByStringLiteral {
  /// Creates a method from a literal such as `"PROPFIND"`.
  public init(stringLiteral value: String) {
    self.init(rawValue: value)
  }
}

extension HTTPMethod: CustomStringConvertible {
  /// The method's name.
  public var description: String { rawValue }
}
