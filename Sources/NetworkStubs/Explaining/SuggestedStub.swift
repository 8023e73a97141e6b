/// The code of a stub that answers a request, for pasting.
///
/// It is the closest stub's own with only the differences replaced or, if none is close, one strict enough to tell the request
/// from similar ones. It contains no secret: a sensitive value may be anything.
package struct SuggestedStub {
  private let reader: RequestReader
  private let near: RequestMatcher?
  private let basis: Correction
  private var parts: LastingParts { basis.parts }

  init(_ request: RequestReader, near: RequestMatcher? = nil) {
    reader = request
    basis = Correction(for: request)
    self.near = near
  }

  package init(_ request: ReceivedRequest, near: RequestMatcher? = nil) {
    self.init(RequestReader(request), near: near)
  }

  package var code: String { matcher.isOfWebSocket ? "\(matcher) { _ in }" : "\(matcher).respond(status: 200)" }

  /// The most precise matcher whose code still fits on a few lines.
  var matcher: RequestMatcher {
    if let correction { return correction }
    if reader.request.opensWebSocket { return .webSocket(URLPattern(basis.path)) }
    let any = RequestMatcher(method: reader.request.method, url: .any)
    if basis.hasTooManySegments { return any }
    // Each costs a search for secrets in all of the URL, so each is made once.
    let withPath = RequestMatcher(method: reader.request.method, url: URLPattern(basis.path))
    let withQuery = addingQuery(to: withPath)
    let withBody = addingBody(to: withQuery)
    // A path with bytes that are not text cannot always be written as a pattern.
    return [withBody, withQuery, withPath].first(where: isUsable) ?? any
  }

  /// The closest stub's matcher, with only the differences replaced, or nil if no stub is close or its code is too long.
  var correction: RequestMatcher? {
    near.map(basis.corrected).flatMap { isUsable($0) ? $0 : nil }
  }

  /// What the closest stub compares and its correction does not.
  var losses: [String] {
    guard let near, let correction else { return [] }
    return basis.losses(of: near, in: correction)
  }

  /// Whether the closest stub takes a whole body, and its correction asks for a part of it.
  var isLooser: Bool {
    guard let near, let correction else { return false }
    return near.takesWholeJSON && !correction.takesWholeJSON
  }

  private func isUsable(_ matcher: RequestMatcher) -> Bool {
    // The code has at least the length of the URL, which is searched for secrets to write it.
    guard matcher.url.source.utf8.count <= LastingParts.mostBytes else { return false }
    let code = matcher.description
    return code.utf8.count <= LastingParts.mostBytes && matcher.problem == nil && matcher.matches(reader)
      && parts.isPasteable(code)
  }

  private func addingQuery(to matcher: RequestMatcher) -> RequestMatcher {
    let query = reader.url.query
    guard query.count <= LastingParts.mostPairs else { return matcher }
    return query.reduce(matcher) { $0.query($1.name, parts.pattern(of: $1)) }
  }

  private func addingBody(to matcher: RequestMatcher) -> RequestMatcher {
    if reader.request.body.isEmpty, reader.url.query.isEmpty { return matcher }
    if reader.graphQL.count == 1, let message = reader.graphQL.first, let operation = message.operation {
      let variables = parts.lasting(in: message.variables)
      // Not `nil`, which would be the JSON value.
      return matcher.graphQL(operation, variables: variables == [:] ? .none : .some(variables))
    }
    guard !reader.body.isEmpty, reader.body.count <= 400 else { return matcher }
    if reader.headers["Content-Type"] != nil, reader.isForm {
      return reader.form.reduce(matcher) { $0.form($1.name, parts.pattern(of: $1) ?? .anything) }
    }
    guard case .value(let body) = reader.json else { return matcher }
    return basis.adding(body, to: matcher)
  }
}
