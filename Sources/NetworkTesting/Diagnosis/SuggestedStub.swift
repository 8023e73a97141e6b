import Foundation

/// The code of a stub that answers a request, for pasting.
///
/// It names no secret: a sensitive query item may have any value, a sensitive key is left out, and so are headers.
struct SuggestedStub {
  private let request: ReceivedRequest

  init(_ request: ReceivedRequest) {
    self.request = request
  }

  var code: String { "\(matcher).respond(status: 200)" }

  var matcher: RequestMatcher {
    let url = request.url.flatMap { URLComponents(url: $0, resolvingAgainstBaseURL: false) }
    var matcher = RequestMatcher(method: request.method, url: URLPattern(url?.percentEncodedPath ?? "/"))
    for pair in request.parts.query {
      matcher = matcher.query(
        pair.name, Secrets.isSensitive(pair.name) ? .anything : pair.value.map(TextPattern.exactly))
    }
    return addingBody(to: matcher)
  }

  private func addingBody(to matcher: RequestMatcher) -> RequestMatcher {
    // What does not fit on a line or two does not help.
    guard !request.body.isEmpty, request.body.count <= 400, case .value(let body) = JSONBody(request.body) else {
      return matcher
    }
    let masked = Secrets.masked(json: body)
    return masked == body ? matcher.body(json: body) : matcher.body(containing: Secrets.removed(from: body))
  }
}
