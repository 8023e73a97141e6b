/// The method of a request, such as `.get` or `"PROPFIND"`, compared with case.
///
/// See [RFC 9110, section 9](https://www.rfc-editor.org/rfc/rfc9110#section-9).
public struct HTTPMethod: RawRepresentable, Hashable, Sendable {
  /// The method's name as sent.
  public let rawValue: String

  /// Creates a method from its name.
  ///
  /// - Parameter rawValue: The name as sent; standard methods are upper-case.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A request for a representation of the resource.
  public static let get = Self(rawValue: "GET")
  /// A request for the answer to `GET`, without its body.
  public static let head = Self(rawValue: "HEAD")
  /// A request to process the body.
  public static let post = Self(rawValue: "POST")
  /// A request to replace the resource with the body.
  public static let put = Self(rawValue: "PUT")
  /// A request to change the resource as described in the body ([RFC 5789](https://www.rfc-editor.org/rfc/rfc5789)).
  public static let patch = Self(rawValue: "PATCH")
  /// A request to remove the resource.
  public static let delete = Self(rawValue: "DELETE")
  /// A request for the options of the resource.
  public static let options = Self(rawValue: "OPTIONS")
  /// A request to be sent back.
  public static let trace = Self(rawValue: "TRACE")
}

extension HTTPMethod {
  /// Whether it only reads; true for the registered methods that are safe, such as GET, QUERY and PROPFIND.
  ///
  /// See [RFC 9110, section 9.2.1](https://www.rfc-editor.org/rfc/rfc9110#section-9.2.1), and the
  /// [registry of methods](https://www.iana.org/assignments/http-methods).
  public var isSafe: Bool { Self.safe.contains(self) }

  /// Whether sending it twice has the same effect as sending it once; true for the registered methods of which that is known.
  ///
  /// See [RFC 9110, section 9.2.2](https://www.rfc-editor.org/rfc/rfc9110#section-9.2.2), and the
  /// [registry of methods](https://www.iana.org/assignments/http-methods).
  public var isIdempotent: Bool { isSafe || Self.idempotent.contains(self) }

  package static let safe: Set<Self> = [.get, .head, .options, .trace, "PROPFIND", "QUERY", "REPORT", "SEARCH"]

  /// The methods that are idempotent and not safe.
  private static let idempotent: Set<Self> = [
    .put, .delete, "ACL", "BASELINE-CONTROL", "BIND", "CHECKIN", "CHECKOUT", "COPY", "LABEL", "LINK", "MERGE",
    "MKACTIVITY", "MKCALENDAR", "MKCOL", "MKREDIRECTREF", "MKWORKSPACE", "MOVE", "ORDERPATCH", "PROPPATCH", "REBIND",
    "UNBIND", "UNCHECKOUT", "UNLINK", "UNLOCK", "UPDATE", "UPDATEREDIRECTREF", "VERSION-CONTROL",
  ]
}

extension HTTPMethod: ExpressibleByStringLiteral {
  /// Creates a method from a literal such as `"PROPFIND"`.
  public init(stringLiteral value: String) { self.init(rawValue: value) }
}

extension HTTPMethod: CustomStringConvertible {
  /// The method's name.
  public var description: String { rawValue }
}
