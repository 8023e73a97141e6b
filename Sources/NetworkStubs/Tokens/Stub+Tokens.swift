extension Stub {
  /// A service of tokens that expire and rotate, for stubs with `needsToken()`.
  ///
  /// ```swift
  /// @Test(.simulated(runs: 200), .network(.tokens(at: "/token", lasting: .seconds(600)),
  ///   .get("/me").needsToken().respond(json: ["id": 1]), .get("/feed").needsToken().respond(json: [])))
  /// ```
  ///
  /// Each refresh token may be used once, and the answer has the next one. If the client uses one twice, the service revokes all
  /// tokens that came from it. That is an issue, because the client has lost its session. The first tokens are `access-1` and
  /// `refresh-1`, as if the client had signed in earlier. A `grant_type` other than `refresh_token` issues more. Time counts from
  /// the start of a virtual clock, or else from the first request.
  ///
  /// - Parameters:
  ///   - path: The path to which a form or JSON is posted.
  ///   - lifetime: The time until an access token expires, on the transport's clock.
  ///   - grace: The time in which a used refresh token gets its first answer again, on the transport's clock. Without a clock,
  ///     this time never ends, so a slow machine fails no test.
  ///   - field: The field with the access token; nil for `Authorization: Bearer`.
  ///   - fileID: The file in which problems are recorded.
  ///   - filePath: The path of that file.
  ///   - line: The line in that file.
  ///   - column: The column of that line.
  public static func tokens(
    at path: URLPattern, lasting lifetime: Duration, grace: Duration = .zero, in field: String? = nil,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) -> Stub {
    let settings = TokenService.Settings(lifetime: lifetime, grace: grace, field: field)
    let service = StubService(name: TokenService.name, settings: settings) { memory, call, answer in
      TokenService.use(&memory, call, or: answer) { $0.grant(call) }
    }
    return RequestMatcher.post(path).respond(
      with: .status(200).served(by: service), fileID: fileID, filePath: filePath, line: line, column: column
    ).optional()
  }
}

extension RequestMatcher {
  /// Answers 401 to requests without a valid token of the network's `.tokens(at:lasting:)`.
  public func needsToken() -> Self { adding(TokenNeed()) }
}

/// A condition that every request fulfils: whether its token is valid decides on the answer.
private struct TokenNeed: ServiceCondition {
  let service = StubService(name: TokenService.name) { memory, call, answer in
    TokenService.use(&memory, call, or: answer) { ($0.admit(call, answer), nil) }
  }

  func matches(_ request: RequestReader) -> Bool { true }
  func findings(_ request: RequestReader) -> [Finding] { [] }
  var code: String { ".needsToken()" }
}

extension TokenService {
  fileprivate static let name = "tokens"

  /// Uses the service in a transport's memory, or begins it.
  fileprivate static func use(
    _ memory: inout (any Sendable)?, _ call: StubService.Call, or answer: Answer,
    _ body: (inout Self) -> (Answer, problem: String?)
  ) -> (Answer, problem: String?) {
    var service = memory as? Self
    if service == nil, let settings = call.settings as? Settings {
      service = Self(settings, at: call.isVirtual ? .zero : call.now)
    }
    guard var service else {
      let problem = """
        \(call.request) needs a token, and the network has no service that issues tokens. Add it, as in \
        .tokens(at: "/token", lasting: .seconds(600)).
        """
      return (.status(401), problem)
    }
    defer { memory = service }
    return body(&service)
  }
}
