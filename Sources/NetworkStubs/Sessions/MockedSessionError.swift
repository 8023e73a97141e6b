/// An error about an operation that a mocked session does not support, thrown in place of a wrong answer; also an issue.
public struct MockedSessionError: Error, Sendable {
  /// The unsupported operation.
  public let code: Code
  /// The address of the request.
  package let url: URL?
  package let underlyingError: (any Error)?
  private let detail: String?

  init(_ code: Code, _ request: URLRequest?, detail: String? = nil, underlyingError: (any Error)? = nil) {
    self.code = code
    url = request?.url
    self.detail = detail
    self.underlyingError = underlyingError
  }

  /// A kind of ``MockedSessionError``.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The name of the code.
    public let description: String
    fileprivate let what: String
    fileprivate let why: String
    fileprivate let remedy: String

    /// The session's connection to its transport is gone.
    public static let released = Self(
      description: "released", what: "has lost its transport",
      why: MockedSessionError.lossOfTransport,
      remedy: "Set the configuration up first, and pass it to mocked(by:configuration:) or stubbed(by:configuration:).")
    /// Download tasks cannot be mocked on Linux.
    public static let download = Self(
      description: "download", what: "cannot run a download task on Linux",
      why: "FoundationNetworking takes the file from its own HTTP code only.",
      remedy: "Load the data with a data task, or answer from a real server on 127.0.0.1.")
    /// WebSocket and stream tasks cannot be mocked.
    public static let webSocket = Self(
      description: "webSocket", what: "cannot run a WebSocket task",
      why: """
        A URLProtocol answers a request once, but a WebSocket goes on. On Linux, such a task doesn't work over any session.
        """,
      remedy: """
        Have the code hold a WebSocket of this package, and pass it a ScriptedWebSocket in the test. \
        On Apple platforms, a server on 127.0.0.1 can answer instead.
        """)
    /// The body of an upload cannot be read.
    package static let uploadBody = Self(
      description: "uploadBody", what: "cannot read the body of an upload task",
      why: "FoundationNetworking does not show it to a URLProtocol.",
      remedy: "Put the body into the httpBody of the request, and use a data task.")
    /// The file of an upload cannot be read.
    package static let uploadFile = Self(
      description: "uploadFile", what: "cannot read the file of an upload task",
      why: "The task was given a file that cannot be read when the task begins.",
      remedy: "Check the path of the file, and that it is there until the task ends.")
    /// Background sessions cannot be mocked.
    public static let background = Self(
      description: "background", what: "cannot be a background session",
      why: "A background session sends its requests from another process, which has no custom protocols.",
      remedy: "Give the code a configuration without an identifier, such as .ephemeral.")
    /// Nobody has a credential, and FoundationNetworking waits for one for ever.
    package static let challenge = Self(
      description: "challenge", what: "was asked for credentials (401, Basic) that nobody gave",
      why: """
        A session of FoundationNetworking never ends such a task (swift-corelibs-foundation #5456, fixed after Swift 6.3.1). \
        Here it ended with the 401.
        """,
      remedy: """
        Answer the challenge in the session's delegate, leave WWW-Authenticate out of the stub, \
        or imitate the other platform: .mocked(by: transport, as: .apple).
        """)
    /// A delegate promised a credential and gave none, which crashes FoundationNetworking.
    package static let noCredential = Self(
      description: "noCredential", what: "was told to use a credential, but got none",
      why: "A session of FoundationNetworking crashes then. Here the task ended with the 401.",
      remedy: "Pass a credential with .useCredential, or answer .cancelAuthenticationChallenge.")
    /// The delegate cannot be asked whether to follow a redirect.
    package static let redirectDelegate = Self(
      description: "redirectDelegate", what: "cannot ask the delegate about a redirect",
      why: "FoundationNetworking does not show the session to a URLProtocol.",
      remedy: "Answer with the response at the end of the redirect, or use a session without a delegate.")
  }
}

extension MockedSessionError: ReadableError {
  /// The cause and the remedy.
  public var description: String {
    let why = detail.map { "\(code.why) (\($0))" } ?? code.why
    return ErrorLayout(
      "A mocked URLSession \(code.what): \(Secrets.masked(url?.absoluteString ?? "(no URL)"))", there: [why],
      remedy: code.remedy
    ).description
  }
}
