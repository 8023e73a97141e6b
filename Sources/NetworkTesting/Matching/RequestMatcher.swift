import NetworkEndpoints

/// What a request must look like to be answered by a stub, or to be counted.
///
/// A matcher starts with a method and a URL, and is made stricter step by step:
///
/// ```swift
/// .post("/users").bearer("12345").body(json: ["name": "Ada"])
/// ```
///
/// It prints itself as the code that made it.
public struct RequestMatcher: Sendable {
  let method: HTTPMethod?
  let url: URLPattern
  private(set) var conditions: [any Condition] = []

  init(method: HTTPMethod?, url: URLPattern) {
    self.method = method
    self.url = url
  }

  /// This matcher with one condition more.
  func adding(_ condition: some Condition) -> Self { adding([condition]) }

  func adding(_ more: [any Condition]) -> Self {
    var copy = self
    copy.conditions += more
    return copy
  }

  /// Whether it says nothing of method and URL.
  var takesAnyTarget: Bool { method == nil && url.isAny }

  func matches(_ request: RequestReader) -> Bool {
    matchesTarget(request) && conditions.matches(request)
  }

  /// Whether method and URL match, which is all that an index knows.
  func matchesTarget(_ request: RequestReader) -> Bool {
    (method == nil || method?.rawValue == request.method) && url.matches(request.url)
  }

  /// What is to be said of a request, all of it.
  func findings(_ request: RequestReader) -> [Finding] {
    targetFindings(request) + conditions.findings(request)
  }
}

extension RequestMatcher: CustomStringConvertible {
  /// The code that makes this matcher; a secret in it is masked.
  public var description: String {
    // `.not(…)` and `.anyOf(…)` can start a matcher, where nothing else does.
    if takesAnyTarget, let first = conditions.first?.standaloneCode { return first + conditions.dropFirst().code }
    return targetCode + conditions.code
  }

  /// The code of method and URL.
  var targetCode: String {
    switch (method.flatMap { Self.factories[$0] }, method, url.code) {
    case (_, nil, nil): ".any"
    case (_, nil, let url?): ".any(\(url))"
    case (let factory?, _, let url): "\(factory)(\(url ?? ""))"
    case (nil, let method?, let url):
      ".request(\(method.rawValue.quoted(limit: nil))\(url.map { ", \($0)" } ?? ""))"
    }
  }

  private static let factories: [HTTPMethod: String] = [
    .get: ".get", .head: ".head", .post: ".post", .put: ".put", .patch: ".patch", .delete: ".delete",
    .options: ".options",
  ]
}
