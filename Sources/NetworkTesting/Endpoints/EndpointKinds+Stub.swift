public import NetworkEndpoints

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#else
  public import Foundation
#endif

extension EndpointKinds {
  /// Endpoints made up for a test, which need nothing and add nothing.
  public enum Stub: EndpointKind {
    /// Leaves the request as it is.
    public static func prepare(_ request: inout URLRequest, with data: Void) {}
  }
}
