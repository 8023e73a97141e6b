#if os(macOS) || os(Linux)
  import NetworkTesting

  /// A piece of client code, run over a mocked session and over bare ones.
  struct Probe: Sendable, CustomStringConvertible {
    /// The means by which a request is sent.
    enum Use: String, CaseIterable, Sendable {
      case awaited
      /// With a delegate of its own.
      case awaitedWithDelegate
      /// Over a session that has a delegate.
      case awaitedBesideDelegate
      case handler
      case handlerBesideDelegate
      /// With a delegate of the task, over a session that has none.
      case handlerWithDelegate
      case delegate
      case uploadAwaited
      case uploadHandler
      case uploadDelegate
      case uploadFile
      case streamDelegate
    }

    /// What a delegate says about a redirect.
    enum Redirecting: String, CaseIterable, Sendable {
      case follow
      case refuse
      /// Another request, without anything of the first one.
      case anew
    }

    var use = Use.awaited
    var method = "GET"
    var path = "/plain"
    var fields: [String: String] = [:]
    var body: String?
    /// The request's own body where an upload has another.
    var ownBody: String?
    var redirecting = Redirecting.follow
    var credential: ProbeCredential?
    var handlesCookies = true
    var cachePolicy = URLRequest.CachePolicy.useProtocolCachePolicy
    /// The time-out of the request; nil for the usual one.
    var timeout: TimeInterval?
    /// The user and the password in the URL, as they stand there.
    var user: String?
    /// Whether the fields are compared that each client or connection adds.
    var comparesAllFields = false
    /// Changes to the configuration, by name.
    var settings: [Setting] = []
    /// How often the request is sent, one time after the other.
    var times = 1

    struct Setting: Sendable {
      let name: String
      let change: @Sendable (URLSessionConfiguration, ProbeAddresses) -> Void

      init(_ name: String, _ change: @escaping @Sendable (URLSessionConfiguration, ProbeAddresses) -> Void) {
        self.name = name
        self.change = change
      }
    }

    var description: String {
      var words = [use.rawValue, method, path]
      words += fields.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
      if let body { words.append(body.count > 40 ? "\(body.count) bytes" : "\"\(body)\"") }
      if let ownBody { words.append("beside \"\(ownBody)\"") }
      if redirecting != .follow { words.append(redirecting.rawValue) }
      if let credential { words.append("\(credential)") }
      if !handlesCookies { words.append("without cookies of its own") }
      if cachePolicy != .useProtocolCachePolicy { words.append("cache policy \(cachePolicy.rawValue)") }
      if let timeout { words.append("time-out \(timeout)") }
      if let user { words.append("as \(user)") }
      if comparesAllFields { words.append("all fields") }
      words += settings.map(\.name)
      if times > 1 { words.append("\(times) times") }
      return words.joined(separator: " ")
    }

    /// Whether a session has a delegate.
    var hasSessionDelegate: Bool {
      switch use {
      case .awaitedBesideDelegate, .handlerBesideDelegate, .delegate, .uploadDelegate, .uploadFile, .streamDelegate:
        true
      case .awaited, .awaitedWithDelegate, .handler, .handlerWithDelegate, .uploadAwaited, .uploadHandler: false
      }
    }
  }

  extension Probe {
    /// Sends the request over a session, and returns all that the client can observe.
    func run(
      on addresses: ProbeAddresses, in make: (URLSessionConfiguration, ProbeDelegate?) -> URLSession
    ) async -> [String] {
      let configuration = URLSessionConfiguration.ephemeral
      for setting in settings { setting.change(configuration, addresses) }
      let log = ProbeLog(addresses)
      let delegate = ProbeDelegate(log, redirecting, credential)
      let session = make(configuration, hasSessionDelegate ? delegate : nil)
      for _ in 0..<times { await send(over: session, delegate, log, addresses) }
      let cookies = session.configuration.httpCookieStorage?.cookies ?? []
      if !cookies.isEmpty {
        log.note("cookies \(cookies.map { "\($0.name)=\($0.value) \($0.domain) \($0.path)" }.sorted())")
      }
      await session.isIdle()
      delegate.noteRest()
      session.finishTasksAndInvalidate()
      return log.lines
    }

    func request(_ addresses: ProbeAddresses) -> URLRequest {
      let place = (user.map { "\($0)@" } ?? "") + addresses.host
      var request = URLRequest(url: URL(string: "http://\(place)\(path)") ?? URL(fileURLWithPath: path))
      if let timeout { request.timeoutInterval = timeout }
      request.httpMethod = method
      request.httpShouldHandleCookies = handlesCookies
      request.cachePolicy = cachePolicy
      for (name, value) in fields { request.setValue(value, forHTTPHeaderField: name) }
      let data = body.map { Data($0.utf8) }
      switch use {
      case .uploadAwaited, .uploadHandler, .uploadDelegate, .uploadFile:
        request.httpBody = ownBody.map { Data($0.utf8) }
      case .streamDelegate: request.httpBodyStream = data.map { InputStream(data: $0) }
      default: request.httpBody = data
      }
      return request
    }

    private func send(
      over session: URLSession, _ delegate: ProbeDelegate, _ log: ProbeLog, _ addresses: ProbeAddresses
    ) async {
      let request = request(addresses)
      let data = Data((body ?? "").utf8)
      switch use {
      case .awaited, .awaitedBesideDelegate:
        await log.noteEnd(of: session) { try await session.data(for: request) }
      case .awaitedWithDelegate:
        await log.noteEnd(of: session) { try await session.data(for: request, delegate: delegate) }
      case .uploadAwaited:
        await log.noteEnd(of: session) { try await session.upload(for: request, from: data) }
      case .handler, .handlerBesideDelegate, .handlerWithDelegate:
        await log.noteEnd(of: session) { end in
          session.dataTask(with: request, completionHandler: end)
        } change: {
          if use == .handlerWithDelegate { $0.delegate = delegate }
        }
      case .uploadHandler:
        await log.noteEnd(of: session) { end in
          session.uploadTask(with: request, from: data, completionHandler: end)
        }
      case .delegate, .streamDelegate:
        await log.noteEnd(of: session, session.dataTask(with: request), delegate)
      case .uploadDelegate:
        await log.noteEnd(of: session, session.uploadTask(with: request, from: data), delegate)
      case .uploadFile:
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("probe-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        do { try data.write(to: file) } catch { log.note("\(error)") }
        await log.noteEnd(of: session, session.uploadTask(with: request, fromFile: file), delegate)
      }
    }
  }

  extension URLSession {
    /// Waits until what its queues have to do now is done.
    ///
    /// `getAllTasks` would do so too, but a bare session may crash in it: it reads what another queue changes.
    func isIdle(_ task: URLSessionTask? = nil) async {
      for _ in 0..<2 {
        await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
          delegateQueue.addOperation { done.resume() }
        }
        // Waits for the task's own queue.
        _ = task?.priority
      }
    }
  }
#endif
