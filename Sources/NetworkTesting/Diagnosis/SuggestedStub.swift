import Foundation
import NetworkEndpoints

/// The code of a stub that answers a request, for pasting.
///
/// It names no secret: a sensitive query item may have any value, a sensitive key is left out, and so are headers.
struct SuggestedStub {
  private let request: ReceivedRequest

  init(_ request: ReceivedRequest) {
    self.request = request
  }

  var code: String { "\(matcher).respond(status: 200)" }

  /// The most precise matcher whose code still fits on a few lines.
  var matcher: RequestMatcher {
    let matchers = [addingBody(to: withQuery), withQuery, withPath]
    let reader = RequestReader(request)
    // A path with bytes that are no text cannot always be written as a pattern.
    return matchers.first { $0.description.utf8.count <= 600 && $0.matches(reader) }
      ?? RequestMatcher(method: request.method, url: .any)
  }

  private var withPath: RequestMatcher {
    let url = request.url.flatMap { URLComponents(url: $0, resolvingAgainstBaseURL: false) }
    return RequestMatcher(method: request.method, url: URLPattern((url?.percentEncodedPath ?? "/").verbatimPattern))
  }

  private var withQuery: RequestMatcher {
    request.parts.query.reduce(withPath) { matcher, pair in
      matcher.query(pair.name, Secrets.isSensitive(pair.name) ? .anything : pair.value.map(TextPattern.exactly))
    }
  }

  private func addingBody(to matcher: RequestMatcher) -> RequestMatcher {
    guard !request.body.isEmpty, request.body.count <= 400, case .value(let body) = JSONBody(request.body) else {
      return matcher
    }
    let rest = Secrets.removed(from: body)
    return rest == body ? matcher.body(json: body) : matcher.body(jsonContaining: rest)
  }
}
