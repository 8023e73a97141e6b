public import Foundation
public import NetworkEndpoints

extension HTTPMessage {
  /// Creates a response.
  ///
  /// - Parameters:
  ///   - status: The status code, whose phrase is added.
  ///   - headers: The header fields.
  ///   - body: The body.
  public static func response(_ status: Int, headers: HTTPHeaders = [:], body: Data = Data()) -> Self {
    Self(.response(status: status, reason: ReasonPhrase.of(status)), headers: headers, body: body)
  }

  /// Creates the message of a response; its URL is not part of it.
  ///
  /// - Parameter response: The response.
  public static func response(_ response: HTTPResponse) -> Self {
    .response(response.status, headers: response.headers, body: response.body)
  }

  /// Makes the response that the message is; its URL is not known here.
  ///
  /// - Returns: The response, with repeated fields repeated.
  /// - Throws: An ``HTTPMessageError`` where the message is a request.
  public func httpResponse() throws -> HTTPResponse {
    guard case .response(let status, _) = startLine else {
      throw HTTPMessageError(unusable: "it is a request, not a response.")
    }
    return HTTPResponse(status: status, headers: headers, body: body)
  }
}
