/// A service of access and refresh tokens, as a client sees it: it issues, expires, rotates and revokes.
///
/// See [RFC 6749, section 6](https://www.rfc-editor.org/rfc/rfc6749#section-6), and
/// [RFC 9700, section 4.14.2](https://www.rfc-editor.org/rfc/rfc9700#section-4.14.2).
struct TokenService: Sendable {
  struct Settings: Sendable {
    let lifetime: Duration
    let grace: Duration
    /// The field with the access token; nil for `Authorization: Bearer`.
    let field: String?
  }

  private struct Refresh {
    let family: Int
    /// The tokens that were issued for it, the request that spent it, and when.
    var spent: (tokens: Int, by: Int, at: Duration)?
  }

  let settings: Settings
  /// The number of tokens that were issued; `access-1` and `refresh-1` are the first.
  private var count = 0
  private var familyCount = 0
  private var revoked: Set<Int> = []
  private var access: [String: (family: Int, expiry: Duration)] = [:]
  private var refresh: [String: Refresh] = [:]
  /// The requests to the service, for texts.
  private var events: [(number: Int, title: String, outcome: String)] = []

  /// Creates a service whose first tokens a client has from an earlier day.
  init(_ settings: Settings, at now: Duration) {
    self.settings = settings
    _ = issue(family: nil, at: now)
  }

  /// Issues tokens.
  ///
  /// - Returns: Their number.
  private mutating func issue(family: Int?, at now: Duration) -> Int {
    if family == nil { familyCount += 1 }
    count += 1
    access["access-\(count)"] = (family ?? familyCount, now + settings.lifetime)
    refresh["refresh-\(count)"] = Refresh(family: family ?? familyCount)
    return count
  }

  private mutating func note(_ call: StubService.Call, _ outcome: String) {
    events.append((call.number, "\(call.request.method) \(call.request.path)", outcome))
  }

  // Requests that need a token

  mutating func admit(_ call: StubService.Call, _ answer: Answer) -> Answer {
    let headers = call.request.headers
    let token = settings.field.map { headers[$0] } ?? headers["Authorization"].flatMap(Self.bearer)
    if let token, let known = access[token], !revoked.contains(known.family), call.now < known.expiry { return answer }
    note(call, "401")
    return .status(401, headers: ["WWW-Authenticate": #"Bearer error="invalid_token""#])
  }

  private static func bearer(_ field: String) -> String? {
    field.lowercased().hasPrefix("bearer ") ? field.dropFirst(7).trimmingCharacters(in: .whitespaces) : nil
  }

  // Requests for tokens

  mutating func grant(_ call: StubService.Call) -> (Answer, problem: String?) {
    let fields = Self.fields(of: call.request)
    guard let grant = fields["grant_type"] else { return (refuse(call, "invalid_request"), nil) }
    guard grant == "refresh_token" else {
      // A sign-in: who signs in is not the service's subject.
      return (give(issue(family: nil, at: call.now), call), nil)
    }
    guard let text = fields["refresh_token"] else { return (refuse(call, "invalid_request"), nil) }
    guard let token = refresh[text], !revoked.contains(token.family) else {
      return (refuse(call, "invalid_grant"), nil)
    }
    guard let spent = token.spent else {
      let number = issue(family: token.family, at: call.now)
      refresh[text]?.spent = (number, call.number, call.now)
      return (give(number, call), nil)
    }
    // A second use within the grace has the tokens of the first. In real time a grace does not end: a busy machine is late.
    let isWithinGrace = call.isVirtual ? call.now - spent.at < settings.grace : settings.grace > .zero
    if isWithinGrace { return (give(spent.tokens, call), nil) }
    revoked.insert(token.family)
    let answer = refuse(call, "invalid_grant")
    let number = text.dropFirst("refresh-".count)
    return (
      answer,
      """
      Refresh token \(number) was spent twice, so the service has revoked all tokens: #\(call.number) \(call.request.method) \
      \(call.request.path), after #\(spent.by).
      \(lines)
        Share one refresh: keep its task, let each caller that gets a 401 await it, and store its tokens even \
      if the first caller leaves (RFC 9700, section 4.14.2).
      """
    )
  }

  private mutating func give(_ number: Int, _ call: StubService.Call) -> Answer {
    note(call, "200, tokens \(number)")
    let expiry = access["access-\(number)"]?.expiry ?? call.now
    return .json(
      [
        "access_token": .string("access-\(number)"), "refresh_token": .string("refresh-\(number)"),
        "token_type": "Bearer", "expires_in": .integer(max(0, Int((expiry - call.now) / .seconds(1)))),
      ], headers: ["Cache-Control": "no-store"])
  }

  private mutating func refuse(_ call: StubService.Call, _ error: String) -> Answer {
    note(call, "400 \(error)")
    return .json(["error": .string(error)], status: 400)
  }

  /// The fields of a form, or of a JSON object.
  private static func fields(of request: ReceivedRequest) -> [String: String] {
    if let object = (try? request.json())?.object {
      return Dictionary(object.map { ($0.key, $0.value.text ?? "") }) { $1 }
    }
    return Dictionary(RequestReader(request).form.map { ($0.name, $0.value ?? "") }) { $1 }
  }

  /// The last requests, with their outcomes.
  private var lines: String {
    let shown = events.suffix(10)
    let width = shown.map(\.title.count).max() ?? 0
    return shown.map { event in
      "    #\(event.number) \(event.title)\(String(repeating: " ", count: width - event.title.count))  \(event.outcome)"
    }.joined(separator: "\n")
  }
}
