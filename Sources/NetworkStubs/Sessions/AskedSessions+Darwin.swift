#if !canImport(FoundationNetworking)
  extension AskedSessions {
    /// The reason why nobody knows who sends a request.
    package static var problem: SessionHookProblem? {
      TaskResumption.isKnown ? nil : SessionHookProblem(reason: "no class of its tasks has a method resume()")
    }

    static func watchTasks() { TaskResumption.begin(willResume) }

    /// Decides about a request that another loader than a session sends.
    static func routeOfStray(_ request: URLRequest) -> SessionRoute { route(of: request) }
  }

  extension URLSessionTask {
    /// The body that the session sends for it: the data of an upload task is not known.
    var sentBody: AskedRequest.Body {
      guard let request = currentRequest ?? originalRequest else { return .unknown }
      let mayUpload = request.httpBody == nil && !HTTPMethod(rawValue: request.httpMethod ?? "GET").isSafe
      return mayUpload ? .unknown : .ofRequest
    }

    /// Ends a task that was not resumed.
    func endUnsent() { cancel() }
  }
#endif
