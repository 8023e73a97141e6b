#if os(macOS) || os(Linux)
  import NetworkTesting
  import TestSupport

  /// What a client observes of a session, one line each, without what differs from run to run.
  final class ProbeLog: Sendable {
    private let addresses: ProbeAddresses
    private let noted = Mutexed<[String]>()

    init(_ addresses: ProbeAddresses) { self.addresses = addresses }

    var lines: [String] { noted.value ?? [] }

    func note(_ line: String) { noted.change { $0 = ($0 ?? []) + [addresses.normalised(line)] } }

    /// Notes an answer or an error of a call that is awaited, after what delegates are told, as their order is not defined.
    func noteEnd(of session: URLSession, _ call: () async throws -> (Data, URLResponse)) async {
      do {
        let (data, response) = try await call()
        await session.isIdle()
        note("ends", data, response, nil)
      } catch {
        await session.isIdle()
        note("ends", nil, nil, error)
      }
    }

    /// Runs a task with a completion handler, and notes its end and what the task shows then.
    func noteEnd(
      of session: URLSession,
      _ make: (@escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void) -> URLSessionTask,
      change: (URLSessionTask) -> Void = { _ in }
    ) async {
      let ended = Gate()
      let task = make { [self] data, response, error in
        note("ends", data, response, error)
        ended.open()
      }
      change(task)
      task.resume()
      await ended.wait()
      await session.isIdle(task)
      note(task)
    }

    /// Runs a task whose delegate is told, and notes what the task shows at its end.
    func noteEnd(of session: URLSession, _ task: URLSessionTask, _ delegate: ProbeDelegate) async {
      let ended = delegate.nextEnd()
      task.resume()
      await ended.wait()
      await session.isIdle(task)
      note(task)
    }

    private func note(_ word: String, _ data: Data?, _ response: URLResponse?, _ error: (any Error)?) {
      if let response { note(response, word) }
      if let data { note("body \(Self.short(data))") }
      if let error { note("\(word) \(Self.short(error))") }
    }

    func note(_ response: URLResponse, _ word: String) {
      let head = response as? HTTPURLResponse
      let fields = (head?.allHeaderFields ?? [:]).map { ("\($0.key)", "\($0.value)") }
        .filter { !Self.ofServers.contains($0.0.lowercased()) }
        .map { name, value in "\(name): \(name == "Date" && Self.isNow(value) ? "now" : value)" }.sorted()
      let address = response.url?.absoluteString ?? "no URL"
      let length = response.expectedContentLength
      note(
        "\(word) \(head?.statusCode ?? 0) \(address) \(response.mimeType ?? "no type") \(fields), expects \(length) bytes"
      )
    }

    private func note(_ task: URLSessionTask) {
      note("task \(task.state.rawValue) error \(task.error.map(Self.short) ?? "nil")")
      note("task asks for \(task.currentRequest?.url?.absoluteString ?? "nothing")")
      note("task has \((task.response as? HTTPURLResponse)?.statusCode ?? 0)")
      note("task progress \(task.progress.completedUnitCount) of \(task.progress.totalUnitCount)")
      note(
        "task sent \(task.countOfBytesSent) of \(task.countOfBytesExpectedToSend), received \(task.countOfBytesReceived) "
          + "of \(task.countOfBytesExpectedToReceive)")
    }

    static func short(_ data: Data) -> String {
      data.count > 40 ? "\(data.count) bytes" : String(decoding: data, as: UTF8.self)
    }

    static func short(_ error: any Error) -> String {
      guard let error = error as? URLError else { return "\(error)" }
      #if canImport(FoundationNetworking)
        return "\(error.code.rawValue)" + (Probe.areRowsWanted ? rest(of: error) : "")
      #else
        return "\(error.code.rawValue)"
      #endif
    }

    /// What an error says beside its code, without the words of libcurl, which differ from version to version.
    private static func rest(of error: URLError) -> String {
      func shown(_ text: String) -> String { ofSessions.contains(text) ? "\"\(text)\"" : "a text" }
      let parts = error.userInfo.sorted { $0.key < $1.key }.map { key, value in
        switch value {
        case let below as NSError:
          "\(key) \(below.domain) \(below.code) with \(shown(below.localizedDescription))"
        case let text as String where key == NSLocalizedDescriptionKey: "\(key) \(shown(text))"
        default: "\(key) \(value)"
        }
      }
      return parts.isEmpty ? "" : " (\(parts.joined(separator: "; ")))"
    }

    /// The texts of errors that sessions have themselves.
    private static let ofSessions: Set = [
      "cancelled", "unsupported URL", "too many HTTP redirects", "HTTP URL must have a host",
      "resource exceeds maximum size",
    ]

    /// Whether a date is that of the present, give or take the length of a test.
    private static func isNow(_ text: String) -> Bool {
      let format = DateFormatter()
      format.locale = Locale(identifier: "en_US_POSIX")
      format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss zzz"
      return format.date(from: text).map { abs($0.timeIntervalSinceNow) < 600 } == true
    }

    /// Fields of a connection, and of a program by its own name.
    private static let ofServers: Set = ["server", "connection", "keep-alive", "transfer-encoding"]
  }

  /// What a delegate does when it is asked for a credential.
  enum ProbeCredential: String, Sendable {
    case right, wrong, cancel, reject
  }

  /// A delegate that notes what it is asked and told.
  final class ProbeDelegate: NSObject, URLSessionDataDelegate, Sendable {
    private let log: ProbeLog
    private let redirecting: Probe.Redirecting
    private let credential: ProbeCredential?
    private let ended = Mutexed<Gate>()
    private let body = Mutexed<Data>()
    private let sent = Mutexed<String>()

    init(_ log: ProbeLog, _ redirecting: Probe.Redirecting, _ credential: ProbeCredential?) {
      self.log = log
      self.credential = credential
      self.redirecting = redirecting
    }

    /// Notes what it was told of a call whose end it is not told of.
    func noteRest() {
      if let sent = sent.value { log.note(sent) }
      if let body = body.value { log.note("delegate: data \(ProbeLog.short(body))") }
    }

    func nextEnd() -> Gate {
      let gate = Gate()
      ended.value = gate
      return gate
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
      newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
      let fields = (request.allHTTPHeaderFields ?? [:]).map { "\($0.key.lowercased()): \($0.value)" }.sorted()
      let address = request.url?.absoluteString ?? ""
      let size = request.httpBody?.count ?? 0
      log.note(
        "delegate: redirect \(response.statusCode) to \(request.httpMethod ?? "no method") \(address) \(fields) \(size) bytes"
      )
      switch redirecting {
      case .follow: completionHandler(request)
      case .refuse: completionHandler(nil)
      case .anew: completionHandler(request.url.map { URLRequest(url: $0) })
      }
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
      completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
      let space = challenge.protectionSpace
      let place = "\(space.realm ?? "no realm") \(space.protocol ?? "") \(space.host):\(space.port)"
      let status = (challenge.failureResponse as? HTTPURLResponse)?.statusCode ?? 0
      let count = challenge.previousFailureCount
      log.note("delegate: challenge \(space.authenticationMethod) \(place), failed \(count), status \(status)")
      switch credential {
      case .right: completionHandler(.useCredential, .init(user: "ada", password: "123", persistence: .none))
      case .wrong where challenge.previousFailureCount < 2:
        completionHandler(.useCredential, .init(user: "ada", password: "wrong", persistence: .none))
      case .reject: completionHandler(.rejectProtectionSpace, nil)
      case .wrong, .cancel: completionHandler(.cancelAuthenticationChallenge, nil)
      case nil: completionHandler(.performDefaultHandling, nil)
      }
    }

    func urlSession(
      _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
      completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
      log.note(response, "delegate: head")
      completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
      body.value = (body.value ?? Data()) + data
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, didSendBodyData count: Int64, totalBytesSent: Int64,
      totalBytesExpectedToSend: Int64
    ) {
      // Only the last counts: how many there are depends on buffers.
      sent.value = "delegate: sent \(totalBytesSent) of \(totalBytesExpectedToSend)"
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
      if let sent = sent.value { log.note(sent) }
      log.note("delegate: body \(ProbeLog.short(body.value ?? Data()))")
      log.note("delegate: ends \(error.map(ProbeLog.short) ?? "without an error")")
      body.value = nil
      sent.value = nil
      ended.value?.open()
    }
  }
#endif
