/// The reason why a `URLSession` does not send a request.
package struct SessionRefusal: Sendable {
  /// The code of the error that the session throws.
  package let code: URLError.Code
  /// The reason, as the end of a sentence about the request.
  package let reason: String
  /// The remedy.
  package let remedy: String

  /// Returns the reason why a session refuses a request; nil if it sends it.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - isUpload: Whether an upload task sends it, which has a body even if that is empty.
  ///   - session: The platform of the session; nil for code that sends the request by a transport, whose time-outs are its own.
  package init?(_ request: URLRequest, isUpload: Bool = false, on session: SessionPlatform? = nil) {
    let platform = session ?? .current
    // Nearly all requests have such a URL, and its parts take longer than one look.
    let hasPlainHost = request.url?.hasPlainHost == true
    // In the order of a session.
    if !hasPlainHost, let refusal = Self.ofScheme(request.url, on: platform) {
      self = refusal
    } else if (request.httpMethod ?? "GET") == "GET", isUpload || request.hasBody {
      self.init(
        .dataLengthExceedsMaximum, "it is a GET with a body",
        "Send a POST, or put the values into the query.")
    } else if !hasPlainHost, let refusal = request.url.flatMap(Self.ofHost) {
      self = refusal
    } else if let session, let refusal = Self.ofTimeout(request.timeoutInterval, on: session) {
      self = refusal
    } else if request.cachePolicy == .returnCacheDataDontLoad, !platform.ignoresCachePolicy {
      self.init(
        .resourceUnavailable, "its cachePolicy allows only cached answers, and a test has none",
        "If the request must reach the server, use another cachePolicy.")
    } else {
      return nil
    }
  }

  private init(_ code: URLError.Code, _ reason: String, _ remedy: String) {
    self.code = code
    self.reason = reason
    self.remedy = remedy
  }

  private static func ofScheme(_ url: URL?, on platform: SessionPlatform) -> Self? {
    guard let url else { return Self(.unsupportedURL, "it has no URL", wholeAddress) }
    guard let scheme = url.scheme else {
      return Self(.unsupportedURL, "its URL has no scheme and no host", wholeAddress)
    }
    switch scheme {
    case "https", "http": return nil
    case _ where ["https", "http"].contains(scheme.lowercased()):
      guard platform.takesUpperCaseScheme else {
        return Self(
          .unsupportedURL, "the scheme of its URL is \(scheme), but a session on Linux accepts it only in lower case",
          "Write \(scheme.lowercased())://.")
      }
      return nil
    default:
      return Self(
        .unsupportedURL, "the scheme of its URL is \(scheme), not http or https", wholeAddress)
    }
  }

  private static func ofHost(_ url: URL) -> Self? {
    guard let host = url.host, !host.isEmpty else { return Self(.badURL, "its URL has no host", wholeAddress) }
    guard let port = url.port else { return nil }
    if port == 0 { return Self(.cannotConnectToHost, "the port of its URL is 0", wholePort) }
    return port > 65_535 ? Self(.badURL, "the port of its URL is \(port)", wholePort) : nil
  }

  /// A session on Linux counts milliseconds in a number of 64 bits, and crashes if there are more.
  private static func ofTimeout(_ interval: TimeInterval, on platform: SessionPlatform) -> Self? {
    guard platform.countsWholeSeconds, !(abs(interval) < 9e15) else { return nil }
    return Self(
      .timedOut, "its time-out is \(interval) seconds, and a session on Linux crashes on that",
      "Write a week, 604800, or another number that a session can count.")
  }

  private static let wholeAddress =
    "Check how the base address and the path are joined: the URL must begin like https://api.example.com/."
  private static let wholePort = "Write a port from 1 to 65535, or none."

  /// Returns the text of a problem: the test waits for an answer that the app never gets.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - double: What stands in for the session, as "this transport".
  ///   - answer: What would have answered, as the subject of a sentence.
  ///   - otherClient: How to say that another client sends it; nil over a session.
  package func problem(
    of request: URLRequest, over double: String, answeredBy answer: String, otherClient: String?
  ) -> String {
    let text = """
      \(request.title) never leaves a URLSession: \(reason).
      The session throws \(ErrorText.of(URLError(code))), and so does \(double). \(answer) would have answered it.
      \(remedy)
      """
    guard let otherClient else { return text }
    return text + " If the app does not send it through a URLSession, add \(otherClient)."
  }

  /// Returns the error that a session throws for a request, which says the reason.
  package func error(for request: URLRequest) -> URLError {
    let error = URLError(code, of: request)
    // The words of the session where libcurl has others, and the other way round.
    let words: String? =
      switch code {
      case .unsupportedURL: "unsupported URL"
      case .badURL where request.url?.port != nil: "The port of the URL is not a number up to 65535"
      default: nil
      }
    let worded = words.map { error.adding([NSLocalizedDescriptionKey: $0]) } ?? error
    return worded.described { [request = request.withoutUnreadBody, reason, code] in
      "\(ErrorText.of(URLError(code))): a URLSession does not send \(request.title), because \(reason)"
    }
  }
}

extension URL {
  /// Whether it begins like `https://api.example.com/`, with no user and no port after the scheme.
  fileprivate var hasPlainHost: Bool {
    absoluteString.withCString { text in
      let start = strncmp(text, "https://", 8) == 0 ? 8 : strncmp(text, "http://", 7) == 0 ? 7 : 0
      guard start > 0 else { return false }
      // The C library searches for all of them at once, even in a debug build.
      let host = strcspn(text + start, ":@/?#")
      let end = UInt8(bitPattern: text[start + host])
      return host > 0 && end != UInt8(ascii: ":") && end != UInt8(ascii: "@")
    }
  }
}

extension URLRequest {
  /// Whether it has a body, at least a byte or a stream.
  fileprivate var hasBody: Bool { httpBody?.isEmpty == false || httpBodyStream != nil }
}

extension URLError {
  /// Creates an error with the address of a request, like a session's.
  package init(_ code: Code, of request: URLRequest) { self = URLError(code).naming(request) }

  /// Returns the error with the address of a request, like a session's.
  package func naming(_ request: URLRequest) -> Self {
    guard failingURL == nil, let url = request.url else { return self }
    return adding([NSURLErrorFailingURLErrorKey: url])
  }
}
