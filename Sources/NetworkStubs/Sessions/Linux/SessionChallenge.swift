#if canImport(FoundationNetworking)
  /// A question for credentials that an answer with the status 401 asks.
  ///
  /// FoundationNetworking knows the scheme Basic only: it asks the delegate, and repeats the request with what the delegate gives.
  /// Where nobody gives a credential, its task never ends
  /// ([#5456](https://github.com/swiftlang/swift-corelibs-foundation/issues/5456), which Swift 6.3.1 has). A mocked session's task
  /// ends with the answer then, and an issue says so.
  struct SessionChallenge: Sendable {
    fileprivate let way: SessionRequest
    fileprivate let trip: SessionTrip
    fileprivate let response: HTTPResponse
    /// Whether the delegate has the answer already, in chunks.
    fileprivate let isTold: Bool
    fileprivate let realm: String

    /// Asks the delegate of a task, on the loading queue.
    ///
    /// - Parameters:
    ///   - task: The task.
    ///   - head: The head of the answer.
    ///   - finish: Ends the task with the answer.
    fileprivate func ask(_ task: URLSessionTask, _ finish: @escaping @Sendable () -> Void) {
      let settings = way.context.settings
      guard let (session, delegate) = TaskReflection.delegate(of: task, own: settings.platform == .apple), let delegate
      else {
        return giveUp(.unanswered, finish)
      }
      let challenge = URLAuthenticationChallenge(
        protectionSpace: space, proposedCredential: nil, previousFailureCount: trip.challenges,
        failureResponse: HTTPURLResponse(response, from: trip.request.url), error: nil, sender: ChallengeSender())
      let test = way.context.harness.ofCaller
      session.delegateQueue.addOperation {
        delegate.urlSession(session, task: task, didReceive: challenge) { disposition, credential in
          switch (disposition, credential) {
          case (.useCredential, let credential?): test.enter { repeatRequest(with: credential) }
          case (.useCredential, nil): giveUp(.withoutCredential, finish)
          case (.performDefaultHandling, _): giveUp(.unanswered, finish)
          case (.cancelAuthenticationChallenge, _), (.rejectProtectionSpace, _): task.cancel()
          }
        }
      }
    }

    private var space: URLProtectionSpace {
      let url = trip.request.url
      let scheme = url?.scheme?.lowercased() ?? "http"
      return URLProtectionSpace(
        host: url?.host ?? "", port: url?.port ?? (scheme == "https" ? 443 : 80), protocol: scheme, realm: realm,
        authenticationMethod: NSURLAuthenticationMethodHTTPBasic)
    }

    private func repeatRequest(with credential: URLCredential) {
      let isOnLinux = way.context.settings.platform == .linux
      if isOnLinux, trip.redirects > 0 { return way.add(.failure(tooManyRedirects)) }
      let pair = "\(credential.user ?? ""):\(credential.password ?? "")"
      var sent = trip.sent
      let isStreamed = way.owner.value.request.httpBodyStream != nil && !(way.owner.value.task is URLSessionUploadTask)
      // The stream is at its end.
      if isOnLinux, isStreamed { sent.httpBody = nil }
      sent.setValue("Basic \(Data(pair.utf8).base64EncodedString())", forHTTPHeaderField: "Authorization")
      way.owner.value.record.show { $0.response = nil }
      way.send(trip.next(trip.request, sent: sent, challenges: 1))
    }

    /// The error of a session that sends the credential to the first address, which redirects it, again and again.
    private var tooManyRedirects: URLError {
      URLError(.httpTooManyRedirects, of: trip.request).described { [request = trip.request.withoutUnreadBody] in
        """
        \(ErrorText.of(URLError(.httpTooManyRedirects))): a redirect led to \(request.title), which asks for a credential, and a \
        URLSession on Linux sends that to the first address, where it is redirected again and again
        """
      }
    }

    private enum Reason { case unanswered, withoutCredential }

    private func giveUp(_ reason: Reason, _ finish: @escaping @Sendable () -> Void) {
      #if compiler(<6.4)
        if way.context.settings.platform == .linux {
          way.context.report(
            MockedSessionError(reason == .unanswered ? .challenge : .noCredential, trip.request))
        }
      #endif
      finish()
    }
  }

  extension SessionRequest {
    /// Returns the question that an answer asks, if it asks one.
    func challenge(of response: HTTPResponse, isTold: Bool, on trip: SessionTrip) -> SessionChallenge? {
      guard response.status == 401 else { return nil }
      let fields = response.headers.values(for: "WWW-Authenticate").joined(separator: ", ")
      guard let realm = Self.realm(in: fields) else { return nil }
      return SessionChallenge(way: self, trip: trip, response: response, isTold: isTold, realm: realm)
    }

    /// Returns the realm of the first challenge with the scheme Basic, wherever it stands; nil if that has no realm.
    private static func realm(in fields: String) -> String? {
      let challenge =
        /(?i)(?:^|, *)basic +(?:[\w!#$%&'*+.^`|~-]+[ \t]*=[ \t]*(?:"(?:[^"\\]|\\.)*"|[\w!#$%&'*+.^`|~-]+) *, *)*realm[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([\w!#$%&'*+.^`|~-]+))/
      guard let found = fields.firstMatch(of: challenge) else { return nil }
      return (found.1 ?? found.2).map { $0.replacing(/\\(.)/) { $0.1 } }.map(String.init)
    }
  }

  extension SessionProtocol {
    /// Asks a question for credentials.
    ///
    /// FoundationNetworking tells a session's delegate of the answer that asks it before it asks, and another caller of the last
    /// answer only, as Apple's loading system does for all.
    func ask(_ challenge: SessionChallenge, _ client: any URLProtocolClient) {
      guard let task else { return finish(client) }
      var isTold = challenge.isTold
      if !isTold, challenge.way.context.settings.platform == .linux, TaskReflection.callsDelegate(task) {
        isTold = true
        guard deliver(head: challenge.response, from: challenge.trip.request.url, to: client) else { return }
        let body = challenge.response.body
        if !body.isEmpty, challenge.response.mayHaveBody(for: request) { client.urlProtocol(self, didLoad: body) }
      }
      // A task that is cancelled now has it as well.
      if !isTold, let head = Self.head(of: challenge.response, from: challenge.trip.request.url) {
        record.show(head)
      }
      let end: SessionLoad.Step =
        isTold ? .end : .response(challenge.response, challenge.trip.request.url)
      challenge.ask(task) { challenge.way.add(end) }
    }
  }

  /// What a challenge needs, and nobody uses: the delegate answers by its completion handler.
  private final class ChallengeSender: NSObject, URLAuthenticationChallengeSender {
    func use(_ credential: URLCredential, for challenge: URLAuthenticationChallenge) {}
    func continueWithoutCredential(for challenge: URLAuthenticationChallenge) {}
    func cancel(_ challenge: URLAuthenticationChallenge) {}
    func performDefaultHandling(for challenge: URLAuthenticationChallenge) {}
    func rejectProtectionSpaceAndContinue(with challenge: URLAuthenticationChallenge) {}
  }

  /// An answer that asks for credentials, but hides that from FoundationNetworking while it looks for a challenge.
  ///
  /// It looks when a task ends with the status 401. With a challenge, it would wait for credentials for ever, or repeat the
  /// request over a real network. Without an address there is no challenge; the caller sees both.
  // It adds nothing to the class, which never changes after its creation.
  final class UnchallengedResponse: HTTPURLResponse, @unchecked Sendable {
    @TaskLocal private static var isHidden = false

    /// Runs code that looks for a challenge.
    static func withoutChallenge(_ body: () -> Void) { $isHidden.withValue(true) { body() } }

    override var url: URL? { Self.isHidden ? nil : super.url }
  }
#endif
