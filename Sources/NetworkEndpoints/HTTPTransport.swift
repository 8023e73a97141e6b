#if canImport(FoundationNetworking)
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// Something that sends a request and gives back the answer.
///
/// Production code takes one and uses ``URLSessionTransport``; a test hands in a double.
/// Implement it to put behaviour around another transport, such as retries, logging or signing:
///
/// ```swift
/// struct Retrying: HTTPTransport {
///   let base: any HTTPTransport
///
///   func send(_ request: URLRequest) async throws -> HTTPResponse {
///     do { return try await base.send(request) } catch let error as URLError where error.code == .timedOut {
///       return try await base.send(request)
///     }
///   }
/// }
/// ```
public protocol HTTPTransport: Sendable {
  /// Sends a request and waits for the whole answer.
  ///
  /// An answer with any status is an answer; only a request without one is an error. Cancelling the task ends the call.
  ///
  /// - Parameter request: The request, with an absolute URL.
  /// - Returns: The answer.
  /// - Throws: What kept the answer from coming, as `URLSession` would report it: a `URLError` in most cases.
  func send(_ request: URLRequest) async throws -> HTTPResponse
}
