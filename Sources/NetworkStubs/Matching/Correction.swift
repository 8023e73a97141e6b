/// A request that a matcher does not take, and what of it may stand in the code of one that does.
package struct Correction {
  let request: RequestReader
  let parts: LastingParts

  init(for request: RequestReader) {
    self.request = request
    parts = LastingParts(request.masked.masking)
  }

  /// The path of the request as a pattern, in which what does not last is a parameter.
  var path: String {
    let url = request.request.url.flatMap { URLComponents(url: $0, resolvingAgainstBaseURL: false) }
    // What is too long to be pasted need not be searched.
    if hasTooManySegments { return (url?.percentEncodedPath ?? "/").verbatimPattern }
    let segments = (url?.percentEncodedPath ?? "/").verbatimPattern.split(
      separator: "/", omittingEmptySubsequences: false)
    return segments.map { parts.pattern(of: String($0)).isAnything ? "{id}" : String($0) }.joined(separator: "/")
  }

  /// Returns the path as a pattern, with a parameter for one segment.
  func path(withParameterAt place: Int) -> String {
    var segments = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    // The first is empty, before the slash.
    if segments.indices.contains(place + 1) { segments[place + 1] = "{id}" }
    return segments.joined(separator: "/")
  }

  /// Whether its code would be too long to be pasted, however short the segments are.
  var hasTooManySegments: Bool { request.url.segments.count > LastingParts.mostBytes / 2 }

  /// Returns a matcher that takes the request, with as few changes to a matcher as possible.
  func corrected(_ matcher: RequestMatcher) -> RequestMatcher {
    matcher.conditions.reduce(matcher.correctedTarget(by: self)) { corrected, condition in
      guard condition.isPasteable(for: request) else { return corrected }
      return condition.matches(request) && isPasteable(condition.code)
        ? corrected.adding(condition) : condition.corrected(corrected, by: self)
    }
  }

  /// Returns a matcher that also asks for the JSON of the body, unless it does already, or the body is something else.
  func addingJSON(to matcher: RequestMatcher) -> RequestMatcher {
    guard !request.body.isEmpty, !matcher.conditions.contains(where: { $0 is JSONCondition }),
      case .value(let body) = request.json
    else { return matcher }
    return adding(body, to: matcher)
  }

  /// Returns a matcher that also asks for what lasts of the JSON of a body, unless that is nothing.
  func adding(_ body: JSONValue, to matcher: RequestMatcher) -> RequestMatcher {
    let known = parts.lasting(in: body)
    if known == body { return matcher.body(json: known) }
    return known.isEmptyContainer ? matcher : matcher.body(jsonContaining: known)
  }

  /// Returns a matcher that also asks for the fields of a form, or the parts of a multipart body.
  ///
  /// - Parameters:
  ///   - matcher: The matcher.
  ///   - names: The names to ask for; if the request has none of them, all are asked for.
  func addingUpload(to matcher: RequestMatcher, for names: [String] = []) -> RequestMatcher {
    func asked<Part>(_ all: some Sequence<Part>, _ name: (Part) -> String?) -> [Part] {
      let wanted = all.filter { part in name(part).map(names.contains) == true }
      return Array((wanted.isEmpty ? Array(all) : wanted).prefix(8))
    }
    if request.isForm {
      return asked(request.form, \.name).reduce(matcher) { $0.form($1.name, parts.pattern(of: $1) ?? .anything) }
    }
    return asked(request.multipart.parts, \.name).reduce(matcher) { matcher, part in
      guard let name = part.name else { return matcher }
      let isShort = part.content.isText && part.content.count <= 100
      let isShown = isShort && part.filename == nil && !Secrets.isSensitive(name)
      return matcher.part(name, text: isShown ? parts.pattern(of: part.data.text) : nil)
    }
  }

  /// Returns what a matcher compares with the request, and a corrected one does not: a secret, or what differs in each run.
  ///
  /// It leaves out what the request lacks, and what the text calls different in each run.
  func losses(of matcher: RequestMatcher, in corrected: RequestMatcher) -> [String] {
    let gone = matcher.findings(request)
      .filter { $0.isAbsent || $0.isElsewhere || $0.suspicion == .madePerRun }.map(\.label)
    func asked(_ matcher: RequestMatcher) -> [String] {
      matcher.url.query.asked(label: "query") + matcher.conditions.flatMap { $0.asked(in: request) }
    }
    let kept = asked(corrected)
    var lost: [String] = []
    for label in asked(matcher) where !kept.contains(label) && !lost.contains(label) {
      if !gone.contains(where: { label == $0 || label.hasPrefix("\($0) ") }) { lost.append(label) }
    }
    return lost
  }

  /// Returns whether code says all that it means, and is not changed where a failure shows it.
  func isPasteable(_ code: String) -> Bool { Self.isWhole(code) && parts.isPasteable(code) }

  /// Returns whether code says all that it means, and nothing in it is masked.
  static func isWhole(_ code: String) -> Bool { !code.contains(Secrets.mask) && !code.contains("{ …") }
}
