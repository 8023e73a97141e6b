/// The code of a stub that answers a request, for pasting.
///
/// It is the closest stub's own with only the differences replaced or, if none is close, one strict enough to tell the request
/// from similar ones. It contains no secret: a sensitive value may be anything.
package struct SuggestedStub {
  private let reader: RequestReader
  private let near: RequestMatcher?
  private let parts: LastingParts

  init(_ request: RequestReader, near: RequestMatcher? = nil) {
    (reader, parts) = (request, LastingParts(of: request.request))
    self.near = near
  }

  package init(_ request: ReceivedRequest, near: RequestMatcher? = nil) {
    self.init(RequestReader(request), near: near)
  }

  package var code: String { "\(matcher).respond(status: 200)" }

  /// The most precise matcher whose code still fits on a few lines.
  var matcher: RequestMatcher {
    let matchers = [correction, addingBody(to: withQuery), withQuery, withPath].compactMap { $0 }
    // A path with bytes that are not text cannot always be written as a pattern.
    return matchers.first(where: isUsable) ?? RequestMatcher(method: reader.request.method, url: .any)
  }

  /// The closest stub's matcher, with only the differences replaced, or nil if no stub is close or its code is too long.
  var correction: RequestMatcher? {
    near.map { StubFitting(reader, parts).fitted($0, to: withPath) }.flatMap { isUsable($0) ? $0 : nil }
  }

  private func isUsable(_ matcher: RequestMatcher) -> Bool {
    let code = matcher.description
    return code.utf8.count <= 600 && matcher.problem == nil && matcher.matches(reader) && parts.isPasteable(code)
  }

  fileprivate var withPath: RequestMatcher {
    let url = reader.request.url.flatMap { URLComponents(url: $0, resolvingAgainstBaseURL: false) }
    let segments = (url?.percentEncodedPath ?? "/").verbatimPattern.split(
      separator: "/", omittingEmptySubsequences: false)
    let path = segments.map { parts.pattern(of: String($0)).isAnything ? "{id}" : String($0) }.joined(separator: "/")
    return RequestMatcher(method: reader.request.method, url: URLPattern(path))
  }

  private var withQuery: RequestMatcher {
    reader.url.query.reduce(withPath) { matcher, pair in matcher.query(pair.name, parts.pattern(of: pair)) }
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
    let rest = parts.lasting(in: body)
    return rest == body ? matcher.body(json: body) : matcher.body(jsonContaining: rest)
  }
}

/// The parts of a request that may be pasted: no secret, wherever it comes again, and nothing that differs in each run.
struct LastingParts {
  private let masking: Masking

  init(of request: ReceivedRequest) { masking = request.masking }

  /// Returns a pattern for a value: the value itself, or anything if it does not last.
  func pattern(of pair: QueryPair) -> TextPattern? {
    Secrets.isSensitive(pair.name) ? .anything : pair.value.map(pattern)
  }

  func pattern(of value: String) -> TextPattern {
    isLasting(value) && !value.isMadePerRun ? .exactly(value) : .anything
  }

  /// Returns whether a failure shows a text as it is.
  func isLasting(_ text: String) -> Bool { Secrets.masked(text) == text && masking.masked(report: text) == text }

  /// Returns whether code is not changed where a failure shows it.
  func isPasteable(_ code: String) -> Bool { masking.masked(report: code) == code }

  /// Returns JSON without the members that do not last.
  func lasting(in value: JSONValue) -> JSONValue {
    switch value {
    case .array(let elements): .array(elements.map(lasting))
    case .object(let members):
      .object(members.filter { !Secrets.isSensitive($0.key) && isLasting($0.value) }.mapValues(lasting))
    default: value
    }
  }

  private func isLasting(_ value: JSONValue) -> Bool {
    switch value {
    case .string(let text): !text.isMadePerRun && isLasting(text)
    case .array(let elements): elements.allSatisfy(isLasting)
    case .object: true
    default: !value.isMadePerRun && isLasting(value.description)
    }
  }
}

/// An adaptation of a matcher to a request, with as few changes as possible.
private struct StubFitting {
  private let request: RequestReader
  private let parts: LastingParts

  init(_ request: RequestReader, _ parts: LastingParts) { (self.request, self.parts) = (request, parts) }

  /// Returns the matcher with the differences replaced by values of the request.
  func fitted(_ matcher: RequestMatcher, to target: RequestMatcher) -> RequestMatcher {
    var start = RequestMatcher(
      method: matcher.method.map { _ in HTTPMethod(rawValue: request.method) }, url: matcher.url)
    if !start.matchesTarget(request) || start.targetCode.contains(Secrets.mask) || !parts.isPasteable(start.targetCode)
    {
      start = RequestMatcher(method: start.method, url: url(matcher.url, path: target.url.source))
      start = query(matcher.url.query, start)
    }
    return matcher.conditions.reduce(start) { fitted, requirement in
      // Its code would be too long to paste.
      if requirement.condition is JSONCondition, request.body.count > 10_000 { return fitted }
      let code = requirement.code()
      if requirement.condition.matches(request), Self.isPastable(code), parts.isPasteable(code) {
        return fitted.adding([requirement])
      }
      return adding(requirement.condition, to: fitted)
    }
  }

  /// Returns a URL with the parts of a request that a pattern does not take.
  private func url(_ url: URLPattern, path: String) -> URLPattern {
    var path = path
    if case .pattern = url.path, url.matchesPath(request.url) {
      path = String(url.source.prefix { $0 != "?" && $0 != "#" })
      if let scheme = path.range(of: "://") { path = String(path[scheme.upperBound...].drop { $0 != "/" }) }
    }
    guard url.origin != nil, let origin = Origin(request.url) else { return URLPattern(path) }
    return URLPattern("\(origin)\(path)")
  }

  /// Returns expectations with the values of the request in place of those that differ, without those it has nothing for.
  private func fitted(_ expected: [PairMatching.Expected], _ pairs: [QueryPair]) -> [PairMatching.Expected] {
    let matching = PairMatching(expected, pairs)
    var rest = pairs.indices.filter { matching.served[$0] == nil }
    return expected.indices.compactMap { index in
      if matching.fulfilled[index] { return expected[index] }
      let name = expected[index].name
      let near = Similarity.nearest(to: name, in: rest.map { pairs[$0].name })
      guard
        let place = rest.firstIndex(where: { pairs[$0].name.isSame(as: name) })
          ?? near.flatMap({ near in rest.firstIndex { pairs[$0].name.isSame(as: near) } })
      else { return nil }
      let pair = pairs[rest.remove(at: place)]
      return .init(pair.name, parts.pattern(of: pair))
    }
  }

  /// Adds a condition with the value of the request, or none if there is nothing to ask for.
  private func adding(_ condition: any Condition, to matcher: RequestMatcher) -> RequestMatcher {
    switch condition {
    case let condition as HeaderCondition: header(condition.name, matcher)
    case let condition as CookieCondition:
      request.cookies.contains { $0.name.isSame(as: condition.name) } ? matcher.cookie(condition.name) : matcher
    case let condition as QueryCondition where condition.isExact:
      matcher.query(request.url.query.map { .init($0.name, parts.pattern(of: $0)) }, isExact: true)
    case let condition as QueryCondition: query(condition.items, matcher)
    case is FormCondition where !request.isForm: matcher
    case let condition as FormCondition where condition.isExact:
      matcher.form(request.form.map { .init($0.name, parts.pattern(of: $0)) }, isExact: true)
    case let condition as FormCondition: form(condition.fields, matcher)
    case let condition as JSONCondition: json(condition, matcher)
    case let condition as JSONPathCondition: json(at: condition.path, matcher)
    case let condition as JSONPathTextCondition: json(at: condition.path, matcher)
    case is TextBodyCondition:
      request.body.count <= 200 && !request.body.isEmpty && parts.isLasting(request.text)
        ? matcher.body(text: .exactly(request.text)) : matcher
    case let condition as PartCondition: part(condition, matcher)
    case let condition as GraphQLCondition: graphQL(condition, matcher)
    case let condition as OriginCondition:
      switch condition.part {
      case .host: request.url.host.map { matcher.host(parts.pattern(of: $0)) } ?? matcher
      case .scheme: request.url.scheme.map { matcher.scheme(.exactly($0)) } ?? matcher
      }
    case is PortCondition: request.url.effectivePort.map(matcher.port) ?? matcher
    case let condition as EitherCondition: either(condition, matcher)
    default: matcher
    }
  }

  private func either(_ condition: EitherCondition, _ matcher: RequestMatcher) -> RequestMatcher {
    guard let nearest = condition.nearest(to: request) else { return matcher }
    let matchers = condition.matchers.enumerated().compactMap { index, matcher in
      index == nearest
        ? fitted(matcher, to: SuggestedStub(request).withPath) : Self.isPastable("\(matcher)") ? matcher : nil
    }
    return matcher.and(matchers.count == 1 ? matchers[0] : .either(matchers))
  }

  /// Whether code has all that it means, and nothing masked.
  private static func isPastable(_ code: String) -> Bool { !code.contains(Secrets.mask) && !code.contains("{ …") }

  private func query(_ items: [PairMatching.Expected], _ matcher: RequestMatcher) -> RequestMatcher {
    let items = fitted(items, request.url.query)
    return items.isEmpty ? matcher : matcher.query(items, isExact: false)
  }

  private func form(_ fields: [PairMatching.Expected], _ matcher: RequestMatcher) -> RequestMatcher {
    let fields = fitted(fields, request.form)
    return fields.isEmpty ? matcher : matcher.form(fields, isExact: false)
  }

  private func header(_ name: String, _ matcher: RequestMatcher) -> RequestMatcher {
    guard let value = request.headers[name] else { return matcher }
    guard Secrets.isSensitive(name) else { return matcher.header(name, parts.pattern(of: value)) }
    guard let end = value.firstIndex(of: " "), name.lowercased().hasSuffix("authorization") else {
      return matcher.header(name)
    }
    // The scheme is not a secret.
    let scheme = TextPattern.prefix(String(value[...end]))
    return matcher.adding(
      HeaderCondition(name: name, value: scheme), code: ".header(\(name.swiftLiteral), \(scheme.code))")
  }

  private func json(_ condition: JSONCondition, _ matcher: RequestMatcher) -> RequestMatcher {
    if request.isUpload { return partsOrFields(matcher) }
    guard case .value(let body) = request.json, case .value(let expected) = condition.expected else { return matcher }
    let known = parts.lasting(in: condition.isSubset ? Self.part(of: body, like: expected) : body)
    return known == body && !condition.isSubset ? matcher.body(json: known) : matcher.body(jsonContaining: known)
  }

  /// Adds the parts or fields of a body that is not JSON.
  private func partsOrFields(_ matcher: RequestMatcher) -> RequestMatcher {
    if request.isForm {
      return request.form.prefix(8).reduce(matcher) { $0.form($1.name, parts.pattern(of: $1) ?? .anything) }
    }
    return request.multipart.parts.prefix(8).reduce(matcher) { matcher, part in
      guard let name = part.name else { return matcher }
      let isShort = part.content.isText && part.content.count <= 100
      let isShown = isShort && part.filename == nil && !Secrets.isSensitive(name)
      return matcher.part(name, text: isShown ? parts.pattern(of: part.data.text) : nil)
    }
  }

  private func json(at path: JSONPath, _ matcher: RequestMatcher) -> RequestMatcher {
    guard case .value(let body) = request.json, let value = path.values(in: body).first,
      !Secrets.isSensitive(path: path.text),
      parts.lasting(in: value) == value
    else { return matcher }
    return value.isMadePerRun ? matcher.body(at: path.text, text: .anything) : matcher.body(at: path.text, value)
  }

  private func part(_ condition: PartCondition, _ matcher: RequestMatcher) -> RequestMatcher {
    guard let part = request.multipart.parts.first(where: { $0.name?.isSame(as: condition.name) == true }) else {
      return matcher
    }
    let isShown = condition.text != nil && part.content.count <= 100 && part.content.isText
    let text = isShown ? parts.pattern(of: part.data.text) : nil
    return matcher.part(
      condition.name, text: Secrets.isSensitive(condition.name) ? nil : text,
      filename: condition.filename.flatMap { _ in part.filename.map(parts.pattern) },
      contentType: condition.contentType.flatMap { _ in part.headers["Content-Type"].map(TextPattern.exactly) })
  }

  private func graphQL(_ condition: GraphQLCondition, _ matcher: RequestMatcher) -> RequestMatcher {
    let messages = request.graphQL
    guard let message = messages.first(where: { $0.operation == condition.operation }) ?? messages.first,
      let operation = message.operation
    else { return matcher }
    let variables = condition.variables.map { parts.lasting(in: Self.part(of: message.variables, like: $0)) }
    return matcher.graphQL(operation, variables: variables)
  }

  /// Returns the elements of a value at the places that another value has.
  private static func part(of value: JSONValue, like other: JSONValue) -> JSONValue {
    guard let members = value.object, let others = other.object else { return value }
    return .object(
      JSONObject(
        others.compactMap { key, other in members[key].map { (key: key, value: part(of: $0, like: other)) } }))
  }
}

extension String {
  private static let perRun = RegularExpression(
    "^([0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}|[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+(Z|[+-][0-9:]+)?"
      + "|1[5-9][0-9]{8}([0-9]{3})?|[0-9a-f]{32,})$")

  /// Whether it looks as if it differs in each run: a UUID, a time, or a digest.
  fileprivate var isMadePerRun: Bool { (10...100).contains(utf8.count) && Self.perRun.matches(self) }
}

extension JSONValue {
  fileprivate var isMadePerRun: Bool {
    switch self {
    case .string(let text): text.isMadePerRun
    case .integer: description.isMadePerRun
    default: false
    }
  }
}
