public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// An answer came, but it was not what the endpoint promises.
public struct LoadError: Error, Sendable {
  /// What is wrong with the answer.
  public struct Code: Hashable, Sendable {
    private enum Storage { case unacceptableStatus, undecodableBody }
    private let storage: Storage

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

  init(_ code: Code, request: URLRequest, response: HTTPResponse, reason: String?) {
    self.code = code
    self.request = request
    self.response = response
    self.reason = reason
  }
}

extension LoadError: CustomStringConvertible, LocalizedError {
  /// The request, what is wrong, and the start of the body.
  public var description: String {
    let headline =
      code == .unacceptableStatus
      ? "\(target) was answered with status \(response.status), which is outside 200..<300."
      : "The answer to \(target) does not decode: \(reason ?? "the reason is unknown")."
    return "\(headline)\n\(bodyStart)"
  }

  /// The same text as `description`.
  public var errorDescription: String? { description }

  // Queries carry tokens, and errors end up in logs.
  private var target: String {
    let url = request.url?.absoluteString ?? "?"
    let end = url.firstIndex(of: "?")
    return "\(request.httpMethod ?? "GET") \(end.map { url[..<$0] + "?…" } ?? url[...])"
  }

  private var bodyStart: String {
    guard !response.body.isEmpty else { return "The body is empty." }
    let type = response.headers["Content-Type"] ?? "no content type"
    let start = String(decoding: response.body.prefix(300), as: UTF8.self)
    let isText = !start.unicodeScalars.contains { $0 == "\u{FFFD}" || $0 == "\0" } || response.body.count > 300
    let shown = isText ? start : "(not text)"
    return "The body (\(type), \(response.body.count) bytes) \(response.body.count > 300 ? "starts" : "is"): \(shown)"
  }
}
