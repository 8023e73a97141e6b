/// An error about an operation that a mocked session does not support, thrown in place of a wrong answer.
public struct MockedSessionError: Error, Sendable {
  /// The unsupported operation.
  public let code: Code
  /// The address of the request.
  public let url: URL?
  /// The underlying error of the system, if there is one.
  public let underlyingError: (any Error)?
  private let detail: String?

  init(_ code: Code, _ request: URLRequest?, detail: String? = nil, underlyingError: (any Error)? = nil) {
    self.code = code
    url = request?.url
    self.detail = detail
    self.underlyingError = underlyingError
  }
}

extension MockedSessionError: Hashable {
  /// Whether two errors have the same meaning.
  public static func == (left: Self, right: Self) -> Bool {
    (left.code, left.url, left.detail) == (right.code, right.url, right.detail)
  }

  /// Hashes the code.
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

extension MockedSessionError {
  /// A kind of ``MockedSessionError``.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    private enum Storage { case released, download, webSocket, uploadBody, redirectDelegate, background }
    private let storage: Storage

    /// The name of the code.
    public var description: String { "\(storage)" }

    /// The session's connection to its transport is gone.
    public static let released = Self(storage: .released)
    /// Download tasks cannot be mocked on Linux.
    public static let download = Self(storage: .download)
    /// WebSocket and stream tasks cannot be mocked.
    public static let webSocket = Self(storage: .webSocket)
    /// The body of an upload cannot be read.
    public static let uploadBody = Self(storage: .uploadBody)
    /// Background sessions cannot be mocked.
    public static let background = Self(storage: .background)
    /// The delegate cannot be asked whether to follow a redirect.
    public static let redirectDelegate = Self(storage: .redirectDelegate)

    fileprivate var texts: (what: String, why: String, remedy: String) {
      switch storage {
      case .released:
        (
          "has lost its transport",
          MockedSessionError.lossOfTransport,
          "Set the configuration up first, and pass it to URLSession.mocked(by:configuration:)."
        )
      case .download:
        (
          "cannot run a download task on Linux",
          "FoundationNetworking takes the file from its own HTTP code only.",
          "Load the data with a data task, or answer from a real server on 127.0.0.1."
        )
      case .webSocket:
        (
          "cannot run a WebSocket task",
          "A URLProtocol answers a request once, and a WebSocket continues.",
          "Put a protocol of your own around the socket, or answer from a real server on 127.0.0.1."
        )
      case .uploadBody:
        (
          "cannot read the body of an upload task",
          "FoundationNetworking does not show it to a URLProtocol.",
          "Put the body into the httpBody of the request, and use a data task."
        )
      case .background:
        (
          "cannot be a background session",
          "Such a session leaves its requests to another process, which has no protocols.",
          "Give the code a configuration without an identifier, such as .ephemeral."
        )
      case .redirectDelegate:
        (
          "cannot ask the delegate about a redirect",
          "FoundationNetworking does not show the session to a URLProtocol.",
          "Answer with what is at the end of the redirect, or use a session without a delegate."
        )
      }
    }
  }
}

extension MockedSessionError: ReadableError {
  /// The cause and the remedy.
  public var description: String {
    let texts = code.texts
    let why = detail.map { "\(texts.why) (\($0))" } ?? texts.why
    return """
      A mocked URLSession \(texts.what): \(Secrets.masked(url?.absoluteString ?? "(no URL)"))
      \(why)
      \(texts.remedy)
      """
  }
}
