/// An answer: a status, header fields and a body.
public struct HTTPResponse: Hashable, Sendable {
  /// The status code, such as 200.
  public var status: Int
  /// The header fields.
  public var headers: HTTPHeaders
  /// The body, with any content coding undone.
  public var body: Data
  /// The URL of the answer, after redirects; nil if it is not known.
  public var url: URL?

  /// Creates an answer.
  ///
  /// - Parameters:
  ///   - status: The status code.
  ///   - headers: The header fields.
  ///   - body: The body.
  ///   - url: The URL of the answer.
  public init(status: Int = 200, headers: HTTPHeaders = [:], body: Data = Data(), url: URL? = nil) {
    self.status = status
    self.headers = headers
    self.body = body
    self.url = url
  }

  /// Creates an answer whose body is JSON.
  ///
  /// - Parameters:
  ///   - value: The body, as a literal such as `["title": "Tea"]`.
  ///   - status: The status code.
  public static func json(_ value: JSONValue, status: Int = 200) -> Self {
    Self(status: status, headers: ["Content-Type": "application/json"], body: Data(value.description.utf8))
  }
}
