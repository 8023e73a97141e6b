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
    let known = parts.lasting(in: body)
    return known == body ? matcher.body(json: known) : matcher.body(jsonContaining: known)
  }

  /// Returns whether code says all that it means, and is not changed where a failure shows it.
  func isPasteable(_ code: String) -> Bool { Self.isWhole(code) && parts.isPasteable(code) }

  /// Returns whether code says all that it means, and nothing in it is masked.
  static func isWhole(_ code: String) -> Bool { !code.contains(Secrets.mask) && !code.contains("{ …") }
}
