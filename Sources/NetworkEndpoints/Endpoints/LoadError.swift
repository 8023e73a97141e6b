/// An error about an answer that an endpoint does not allow.
public struct LoadError: Error, Sendable {
  /// The kind of problem with the answer.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The name of the code.
    public let description: String

    /// The status is outside 200..<300.
    public static let unacceptableStatus = Self(description: "unacceptableStatus")
    /// The body does not decode.
    public static let undecodableBody = Self(description: "undecodableBody")
    /// The answer is not a stream of server-sent events; its body was not read.
    public static let notEvents = Self(description: "notEvents")
  }

  /// The kind of problem with the answer.
  public let code: Code
  /// The request that was answered.
  public let request: URLRequest
  /// The whole answer.
  public let response: HTTPResponse
  /// The place and cause of a decoding failure, or the content in place of events; nil for a status outside 200..<300.
  ///
  /// An example is `$.price: expected a number, found a string`.
  public let reason: String?
  /// The error from decoding, such as a `DecodingError`; nil for a status.
  public let underlyingError: (any Error)?
  /// The source of the answer, such as a stub and its place; nil if that is not known.
  private var source: String?

  /// Creates an error, for a preview or a test of its presentation.
  ///
  /// - Parameters:
  ///   - code: The kind of problem with the answer.
  ///   - request: The request that was answered.
  ///   - response: The answer.
  ///   - reason: The place and cause of a decoding failure.
  ///   - underlyingError: The error from decoding.
  public init(
    _ code: Code, request: URLRequest, response: HTTPResponse, reason: String? = nil,
    underlyingError: (any Error)? = nil
  ) {
    self.code = code
    self.request = request
    self.response = response
    self.reason = reason
    self.underlyingError = underlyingError
  }

  /// Returns the error with what has given the answer, if the transport knows it.
  package func answered(by transport: any HTTPTransport) -> Self {
    var error = self
    error.source = (transport as? any AnswerKnowing)?
      .source(of: response, to: request, isUnread: code == .notEvents)
    return error
  }
}

/// A transport that knows what gave its answers, for the texts of errors.
package protocol AnswerKnowing: HTTPTransport {
  /// Returns what gave an answer, as in "the stub … at ItemTests.swift:12"; nil if it is not known.
  ///
  /// - Parameters:
  ///   - response: The answer.
  ///   - request: The request that was answered.
  ///   - isUnread: Whether its body was not read.
  nonisolated func source(of response: HTTPResponse, to request: URLRequest, isUnread: Bool) -> String?
}

extension LoadError: ReadableError {
  /// The cause, the start of the body, and the remedy.
  public var description: String {
    let origin = source.map { "The answer came from \($0)." }
    let there = [code == .notEvents ? nil : body, origin].compactMap { $0 }
    return ErrorLayout(headline, there: there, remedy: remedy).description
  }

  private var headline: String {
    let target =
      "\((request.httpMethod ?? "GET").shortened(to: 100)) \(request.url?.withoutSecrets ?? "a request without a URL")"
    if code == .notEvents {
      return "The answer to \(target) is not a stream of events: \(reason ?? "the reason is unknown")."
    }
    guard code == .undecodableBody else {
      return "\(target) returned status \(response.status), which is outside 200..<300."
    }
    return "The answer to \(target) cannot be decoded: \(reason ?? "the reason is unknown")."
  }

  private var body: String {
    guard !response.body.isEmpty else { return "The body is empty." }
    let type = response.headers["Content-Type"]?.shortened(to: 100) ?? "no content type"
    let size = response.body.count.counted("byte")
    guard let start = textStart else { return "The body (\(type), \(size)) is not text in UTF-8." }
    return "The body (\(type), \(size)) \(response.body.count > Self.shownBytes ? "starts" : "is"):\n\(start)"
  }

  private var remedy: String {
    if code == .notEvents {
      let other = "a body in another format, use loader.stream(endpoint:) or load it whole."
      return source == nil
        ? "Check the host and path. To read \(other)"
        : "If the service sends events, write .respond(events: …) in the stub. If the app should read \(other)"
    }
    guard code != .undecodableBody else {
      return "Make the response type fit this body, or give the endpoint another ResponseParser."
    }
    return switch response.status {
    case 304: "Use the copy that you kept, or leave out If-None-Match and If-Modified-Since."
    case 300..<400: "Check the host and path; the transport did not follow this redirect."
    case 401, 403: "Check the access token and its permissions."
    case 404, 410: "Check the host and path, and whether what they name still exists."
    case 400..<500: "Change the request as the body says, or handle this status: the error's `response` has the rest."
    case 500...: "The service failed, not the request; handle this status or try again later."
    default: "A final answer has a status of 200 or more; check the transport."
    }
  }

  /// The start of the body if it is text, cut between two characters.
  private var textStart: String? {
    var start = response.body.prefix(Self.shownBytes)
    // A character that is cut in two would make the text unreadable: up to three bytes of it may remain.
    let isCut = start.count < response.body.count
    for _ in 0..<(isCut ? 4 : 1) {
      if let text = String(bytes: start, encoding: .utf8) { return text.contains("\0") ? nil : text.printableLines }
      start = start.dropLast()
    }
    return nil
  }

  private static let shownBytes = 300
}
