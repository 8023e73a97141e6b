#if canImport(FoundationNetworking)
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// Something an ``EndpointLoader`` can load: it makes a request and reads the answer.
///
/// ``Endpoint`` is one. Conform a type of your own where a request and its parsing already live together.
public protocol Loadable<RequestData, Response>: Sendable {
  /// What the caller must supply; `Void` for nothing.
  associatedtype RequestData: Sendable
  /// What an answer becomes.
  associatedtype Response: Sendable

  /// Makes the request.
  ///
  /// - Parameters:
  ///   - data: What the caller supplied.
  ///   - host: Where the request goes; nil where neither the loader nor its surroundings name a host.
  /// - Throws: Why no request can be made.
  func makeRequest(with data: RequestData, host: URLHost?) throws -> URLRequest

  /// Reads an answer whose status is in 200..<300.
  ///
  /// - Parameter response: The answer.
  /// - Throws: A `DecodingError`, which the loader turns into a ``LoadError``, or an error that is handed on.
  func parse(_ response: HTTPResponse) throws -> Response
}
