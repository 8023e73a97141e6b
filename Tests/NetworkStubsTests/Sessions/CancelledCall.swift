import NetworkTesting
import TestSupport

#if canImport(FoundationNetworking)
  /// The means by which a caller waits for a call that is cancelled. Its answer comes at once.
  enum CancelledForm: String, CaseIterable, Sendable {
    case handler, delegate, upload, uploadHandler, stream, redirect, failure, awaited, awaitedUpload, awaitedRedirect

    var isAwaited: Bool { rawValue.hasPrefix("awaited") }

    /// The forms in which code has the task, and resumes it itself.
    static let ofTasks = allCases.filter { !$0.isAwaited }
    static let ofAsync = allCases.filter(\.isAwaited)

    private var hasDelegate: Bool {
      switch self {
      case .delegate, .upload, .stream, .failure: true
      case .handler, .uploadHandler, .redirect, .awaited, .awaitedUpload, .awaitedRedirect: false
      }
    }

    /// The request, to a server of this machine or to a stub.
    private func request(to host: URLHost?) -> URLRequest {
      var request: URLRequest
      switch self {
      case .handler, .delegate, .awaited: request = .test("/a")
      case .upload, .uploadHandler, .awaitedUpload: request = .test("/a", "POST")
      case .stream: request = .test("/stream")
      case .redirect, .awaitedRedirect: request = .test("/redirect")
      case .failure: request = .test("/failure")
      }
      if let host, let path = request.url?.path { request.url = URL(string: "\(host)\(path)") }
      return request
    }

    private var body: Data { Data("tea".utf8) }

    /// Returns a session whose calls have their answers at once.
    func session(
      _ delegate: any URLSessionDataDelegate, _ queue: OperationQueue?, as kind: CancelledSession = .mocked
    ) -> URLSession {
      let delegate = hasDelegate ? delegate : nil
      switch kind {
      case .mocked: return .mocked(by: MockTransport(Self.stubs), delegate: delegate, delegateQueue: queue)
      case .configured:
        return URLSession(
          configuration: .mocked(by: MockTransport(Self.stubs)), delegate: delegate, delegateQueue: queue)
      case .untouched: return URLSession(configuration: .ephemeral, delegate: delegate, delegateQueue: queue)
      case .bare:
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        return URLSession(configuration: configuration, delegate: delegate, delegateQueue: queue)
      }
    }

    static let stubs = [
      Stub.any("/a").respond(with: .text("tea")).optional(),
      .any("/stream").respond(with: .stream("te", "a", headers: .ofPieces)).optional(),
      .any("/redirect").respond(with: .redirect(to: "/a")).optional(),
      .any("/failure").respond(with: .error(.networkConnectionLost)).optional(),
    ]

    /// Makes the task of a call, whose end comes to the handler or to the session's delegate.
    ///
    /// - Parameter host: The server of a bare session; nil for a mocked one.
    func task(
      of session: URLSession, to host: URLHost? = nil,
      _ handler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
    ) -> URLSessionTask {
      let request = request(to: host)
      return switch self {
      case .upload: session.uploadTask(with: request, from: body)
      case .uploadHandler: session.uploadTask(with: request, from: body, completionHandler: handler)
      case _ where hasDelegate: session.dataTask(with: request)
      default: session.dataTask(with: request, completionHandler: handler)
      }
    }

    /// Awaits a call.
    func call(over session: URLSession, to host: URLHost? = nil) async throws {
      let request = request(to: host)
      if self == .awaitedUpload {
        _ = try await session.upload(for: request, from: body)
      } else {
        _ = try await session.data(for: request)
      }
    }
  }

  /// How the session of a call is made: `untouched` as an app does, whose test has the stubs in a trait.
  enum CancelledSession: String, CaseIterable, Sendable {
    case mocked, configured, untouched
    /// One without the package, to a server of this machine.
    case bare

    static let answered = [Self.mocked, .configured, .untouched]
  }

  /// How a call is cancelled.
  enum CancelledBy: String, CaseIterable, Sendable { case task, progress, session, suspended }

  /// The delegate queue of a session whose calls are cancelled.
  enum CancelledQueue: String, CaseIterable, Sendable {
    case usual, serial, concurrent, main

    /// Those that belong to one session.
    static let own = allCases.filter { $0 != .main }

    var queue: OperationQueue? {
      guard self != .main else { return .main }
      let queue = OperationQueue()
      queue.maxConcurrentOperationCount = self == .serial ? 1 : 4
      return self == .usual ? nil : queue
    }
  }
#endif
