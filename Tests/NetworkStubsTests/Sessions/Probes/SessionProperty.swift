#if os(Linux)
  import NetworkTesting
  import TestSupport

  /// A property that code can read of a session, its configuration or a task.
  struct SessionProperty<Owner>: Sendable {
    let name: String
    /// Returns what it shows, without what differs from object to object.
    let read: @Sendable (Owner, SessionObjects) -> String

    init(_ name: String, _ read: @escaping @Sendable (Owner, SessionObjects) -> String) {
      self.name = name
      self.read = read
    }

    init<Value>(_ name: String, _ path: any KeyPath<Owner, Value> & Sendable) {
      self.init(name) { owner, objects in objects.addresses.normalised("\(owner[keyPath: path])") }
    }
  }

  /// The objects that the code has given to a session.
  // A configuration may be read from any thread.
  struct SessionObjects: @unchecked Sendable {
    let configuration: URLSessionConfiguration
    let delegate: ProbeDelegate?
    let addresses: ProbeAddresses

    /// Returns what properties show, by their names.
    func read<Owner>(
      _ owner: Owner, _ name: String, _ moment: String, _ properties: [SessionProperty<Owner>]
    ) -> [String: String] {
      let pairs = properties.map { ("\(moment) \(name).\($0.name)", $0.read(owner, self)) }
      return Dictionary(pairs) { $1 }
    }

    func read(_ session: URLSession, _ moment: String) -> [String: String] {
      read(session, "session", moment, SessionProperty.all)
        .merging(read(session.configuration, "configuration", moment, SessionProperty.all)) { $1 }
    }
  }

  extension SessionProperty where Owner == URLSession {
    static let all: [Self] = [
      Self("sessionDescription", \.sessionDescription),
      Self("delegate") { session, objects in "\(session.delegate === objects.delegate)" },
      Self("delegateQueue.maxConcurrentOperationCount", \.delegateQueue.maxConcurrentOperationCount),
      Self("delegateQueue.name") { session, _ in (session.delegateQueue.name ?? "nil").withoutAddress },
      Self("delegateQueue.isSuspended", \.delegateQueue.isSuspended),
      Self("delegateQueue.qualityOfService", \.delegateQueue.qualityOfService),
      Self("delegateQueue.underlyingQueue") { session, _ in "\(session.delegateQueue.underlyingQueue == nil)" },
      Self("description") { session, _ in session.description.withoutAddress },
      Self("type") { session, _ in "\(type(of: session))" },
    ]
  }

  extension SessionProperty where Owner == URLSessionConfiguration {
    static let all: [Self] = [
      Self("identifier", \.identifier),
      Self("requestCachePolicy", \.requestCachePolicy.rawValue),
      Self("timeoutIntervalForRequest", \.timeoutIntervalForRequest),
      Self("timeoutIntervalForResource", \.timeoutIntervalForResource),
      Self("networkServiceType", \.networkServiceType.rawValue),
      Self("allowsCellularAccess", \.allowsCellularAccess),
      Self("isDiscretionary", \.isDiscretionary),
      Self("sharedContainerIdentifier", \.sharedContainerIdentifier),
      Self("connectionProxyDictionary", \.connectionProxyDictionary),
      Self("httpShouldSetCookies", \.httpShouldSetCookies),
      Self("httpCookieAcceptPolicy", \.httpCookieAcceptPolicy.rawValue),
      Self("httpAdditionalHeaders", \.httpAdditionalHeaders),
      Self("httpMaximumConnectionsPerHost", \.httpMaximumConnectionsPerHost),
      Self("httpCookieStorage") { "\($0.httpCookieStorage === $1.configuration.httpCookieStorage)" },
      Self("urlCredentialStorage") { "\($0.urlCredentialStorage === $1.configuration.urlCredentialStorage)" },
      Self("urlCache") { "\($0.urlCache === $1.configuration.urlCache) \($0.urlCache?.currentMemoryUsage ?? -1)" },
      Self("protocolClasses") { configuration, _ in "\(configuration.protocolClasses ?? [])" },
      Self("cookies") { configuration, objects in
        let storage = configuration.httpCookieStorage
        // Other tests have cookies in that of the process, in whose place a mocked session has one of its own.
        let isShared = objects.configuration.httpCookieStorage === HTTPCookieStorage.shared
        guard !isShared else { return "those of the process" }
        let cookies = (storage?.cookies ?? []).map { "\($0.name)=\($0.value) \($0.domain)" }
        return objects.addresses.normalised("\(cookies.sorted())")
      },
      Self("description") { configuration, _ in configuration.description.withoutAddress },
      Self("debugDescription") { configuration, _ in configuration.debugDescription.withoutAddress },
    ]
  }

  extension SessionProperty where Owner == URLSessionTask {
    /// Those that change neither by time nor by thread while a task runs.
    static let steady: [Self] = [
      Self("taskIdentifier", \.taskIdentifier),
      Self("taskDescription", \.taskDescription),
      Self("originalRequest") { task, objects in task.originalRequest.shown(objects.addresses) },
      Self("currentRequest") { task, objects in task.currentRequest.shown(objects.addresses) },
      Self("priority", \.priority),
      Self("countOfBytesClientExpectsToSend", \.countOfBytesClientExpectsToSend),
      Self("countOfBytesClientExpectsToReceive", \.countOfBytesClientExpectsToReceive),
      Self("delegate") { task, objects in "\(task.delegate === objects.delegate)" },
      Self("description") { task, _ in task.description.withoutAddress },
      Self("debugDescription") { task, _ in task.debugDescription.withoutAddress },
    ]

    static let all: [Self] =
      steady + [
        Self("state", \.state.rawValue),
        Self("error") { task, objects in objects.addresses.normalised(task.error.map(ProbeLog.short) ?? "nil") },
        Self("response") { task, objects in
          let head = task.response as? HTTPURLResponse
          return objects.addresses.normalised("\(head?.statusCode ?? 0) \(head?.url?.absoluteString ?? "")")
        },
        Self("countOfBytesReceived", \.countOfBytesReceived),
        Self("countOfBytesSent", \.countOfBytesSent),
        Self("countOfBytesExpectedToSend", \.countOfBytesExpectedToSend),
        Self("countOfBytesExpectedToReceive", \.countOfBytesExpectedToReceive),
        Self("progress", \.progress.fractionCompleted),
        Self("progress.isCancelled", \.progress.isCancelled),
      ]
  }

  extension String {
    fileprivate var withoutAddress: String { replacing(/0x[0-9a-f]+/, with: "0x…") }
  }

  extension URLRequest? {
    fileprivate func shown(_ addresses: ProbeAddresses) -> String {
      guard let request = self else { return "nil" }
      let fields = (request.allHTTPHeaderFields ?? [:]).map { "\($0.key): \($0.value)" }.sorted()
      return addresses.normalised(
        "\(request.httpMethod ?? "") \(request.url?.absoluteString ?? "") \(fields) \(request.httpBody?.count ?? 0) bytes "
          + "\(request.timeoutInterval) s, policy \(request.cachePolicy.rawValue)")
    }
  }
#endif
