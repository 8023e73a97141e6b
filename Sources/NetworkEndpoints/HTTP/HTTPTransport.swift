/// A transport that sends a request and returns the answer.
///
/// Production code takes one and uses ``URLSessionTransport``; a test passes a double.
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
  /// - Throws: The error that prevented the answer, like that of a `URLSession`: a `URLError` in most cases.
  func send(_ request: URLRequest) async throws -> HTTPResponse

  /// Sends a request and returns the answer as soon as its head arrives.
  ///
  /// By default, the body comes in one piece, when it is complete. Cancelling the task that reads the body ends the call.
  ///
  /// - Parameter request: The request, with an absolute URL.
  /// - Returns: The head of the answer, with the body to be read from it.
  /// - Throws: As ``send(_:)``; an error that ends the body early is thrown to its reader.
  func stream(_ request: URLRequest) async throws -> HTTPStream
}

extension HTTPTransport {
  /// Sends a request, waits for the whole answer and returns it as a stream.
  public func stream(_ request: URLRequest) async throws -> HTTPStream { HTTPStream(try await send(request)) }
}

/// A transport that decides how time passes between requests, like a test's double.
package protocol PausingTransport: HTTPTransport {
  /// Lets some time pass.
  ///
  /// - Parameters:
  ///   - duration: The time.
  ///   - request: The request that comes then, if it is the next of a reader that connects again and again.
  /// - Throws: An error that ends such a reader, if it would never end in its test.
  func pause(for duration: Duration, before request: URLRequest?) async throws
}

extension HTTPTransport {
  /// Lets some time pass between two requests: on the transport's clock, otherwise on the test's, otherwise in real time.
  package func rest(for duration: Duration, before request: URLRequest? = nil) async throws {
    if let transport = self as? any PausingTransport {
      return try await transport.pause(for: duration, before: request)
    }
    try await LiveNetworkGuard.pause(for: duration, before: request, on: nil)
  }
}
