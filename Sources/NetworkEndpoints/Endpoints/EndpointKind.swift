/// What a family of endpoints needs beyond its URL, such as a token, and how that gets into the request.
///
/// The compiler then refuses a call that lacks it: an endpoint of a kind with a token cannot be loaded without one.
///
/// ```swift
/// extension EndpointKinds {
///   enum Tenant: EndpointKind {
///     static func prepare(_ request: inout URLRequest, with tenant: TenantID) {
///       request.setValue(tenant.rawValue, forHTTPHeaderField: "X-Tenant")
///     }
///   }
/// }
/// ```
public protocol EndpointKind {
  /// What the caller must supply; `Void` for nothing.
  associatedtype RequestData: Sendable

  /// Puts what the caller supplied into a request.
  ///
  /// - Parameters:
  ///   - request: The request, complete but for this.
  ///   - data: What the caller supplied.
  /// - Throws: Why the request cannot be made.
  static func prepare(_ request: inout URLRequest, with data: RequestData) throws
}

/// The namespace of endpoint kinds; extend it with your own.
public enum EndpointKinds {
  /// Endpoints that need nothing from the caller.
  public enum Public: EndpointKind {
    /// Leaves the request as it is.
    public static func prepare(_ request: inout URLRequest, with data: Void) {}
  }

  /// Endpoints that need a bearer token.
  public enum Private: EndpointKind {
    /// Sets `Authorization` to the token.
    ///
    /// - Throws: ``InvalidEndpointError`` if a header field cannot hold the token.
    public static func prepare(_ request: inout URLRequest, with token: AccessToken) throws {
      // Foundation drops a value with a line break in it, and the service would ask for the token.
      guard HTTPHeaders.Field.canSend(value: token.rawValue) else {
        throw InvalidEndpointError(
          .invalidHeader, reason: "the access token has a line break or a NUL in it; take that out")
      }
      request.setValue("Bearer \(token.rawValue)", forHTTPHeaderField: "Authorization")
    }
  }
}
