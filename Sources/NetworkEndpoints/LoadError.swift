#if canImport(FoundationNetworking)
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// An answer came, but it was not what the endpoint promises.
public struct LoadError: Error, Sendable {
  /// What is wrong with the answer.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    private enum Storage { case unacceptableStatus, undecodableBody }
    private let storage: Storage

    /// The name of the code.
    public var description: String { "\(storage)" }

    /// The status is outside 200..<300.
    public static let unacceptableStatus = Self(storage: .unacceptableStatus)
    /// The body does not decode.
    public static let undecodableBody = Self(storage: .undecodableBody)
  }

  /// What is wrong with the answer.
  public let code: Code
  /// The request that was answered.
  public let request: URLRequest
  /// The answer, whole.
  public let response: HTTPResponse
  /// Where decoding failed and why, such as `$.price: expected a number, found a string`; nil for a status.
  public let reason: String?

  /// Creates an error, as for a preview or a test of how an app shows it.
  ///
  /// - Parameters:
  ///   - code: What is wrong with the answer.
  ///   - request: The request that was answered.
  ///   - response: The answer.
  ///   - reason: Where decoding failed and why.
  public init(_ code: Code, request: URLRequest, response: HTTPResponse, reason: String? = nil) {
    self.code = code
    self.request = request
    self.response = response
    self.reason = reason
  }
}
