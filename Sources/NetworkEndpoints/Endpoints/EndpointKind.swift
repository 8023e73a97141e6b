/// The data that a family of endpoints needs beyond its URL, such as a token, and its use in the request.
///
/// The compiler then refuses a call without it: an endpoint of a kind with a token cannot be loaded without one.
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
  /// The data that the caller must supply; `Void` for none.
  associatedtype RequestData: Sendable

  /// Adds the caller's data to a request.
  ///
  /// - Parameters:
  ///   - request: The request, otherwise complete.
  ///   - data: The caller's data.
  /// - Throws: An error if the request cannot be created.
  static func prepare(_ request: inout URLRequest, with data: RequestData) throws
}

/// The namespace of endpoint kinds; extend it with your own.
public enum EndpointKinds {
  /// Endpoints that need no data from the caller.
  public enum Public: EndpointKind {
    /// Leaves the request unchanged.
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
          .invalidHeader, reason: "the access token contains a line break or a NUL; remove it")
      }
      request.setValue("Bearer \(token.rawValue)", forHTTPHeaderField: "Authorization")
    }
  }
}
