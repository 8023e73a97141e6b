/// The words that start a matcher with the URLs it takes, which ``RequestMatcher`` and ``Stub`` share, so both read alike.
public protocol RequestMatching {}

extension RequestMatching {
  /// Any request.
  public static var any: RequestMatcher { RequestMatcher(method: nil, url: .any) }

  /// A request with any method.
  ///
  /// - Parameter url: The URLs it takes.
  public static func any(_ url: URLPattern) -> RequestMatcher { RequestMatcher(method: nil, url: url) }

  /// A request with any method, also one that has no function here.
  ///
  /// - Parameters:
  ///   - method: The method, compared with case.
  ///   - url: The URLs it takes.
  public static func request(_ method: HTTPMethod, _ url: URLPattern = .any) -> RequestMatcher {
    RequestMatcher(method: method, url: url)
  }

  /// A request that at least one of some matchers takes; the same as `||`.
  ///
  /// - Parameter matchers: The matchers.
  public static func anyOf(_ matchers: RequestMatcher...) -> RequestMatcher { .either(matchers) }

  /// A request that a matcher does not take; the same as `!`.
  ///
  /// - Parameter matcher: The matcher.
  public static func not(_ matcher: RequestMatcher) -> RequestMatcher { !matcher }

  /// A `GET` request.
  public static func get(_ url: URLPattern = .any) -> RequestMatcher { request(.get, url) }

  /// A `HEAD` request.
  public static func head(_ url: URLPattern = .any) -> RequestMatcher { request(.head, url) }

  /// A `POST` request.
  public static func post(_ url: URLPattern = .any) -> RequestMatcher { request(.post, url) }

  /// A `PUT` request.
  public static func put(_ url: URLPattern = .any) -> RequestMatcher { request(.put, url) }

  /// A `PATCH` request.
  public static func patch(_ url: URLPattern = .any) -> RequestMatcher { request(.patch, url) }

  /// A `DELETE` request.
  public static func delete(_ url: URLPattern = .any) -> RequestMatcher { request(.delete, url) }

  /// An `OPTIONS` request.
  public static func options(_ url: URLPattern = .any) -> RequestMatcher { request(.options, url) }

  /// A request with any method, and a URL in a variable: a text, or a `URL`.
  @_disfavoredOverload public static func any(_ url: some URLPatternConvertible) -> RequestMatcher {
    any(url.urlPattern)
  }

  /// A `GET` request with a URL in a variable: a text, or a `URL`.
  @_disfavoredOverload public static func get(_ url: some URLPatternConvertible) -> RequestMatcher {
    get(url.urlPattern)
  }

  /// A `POST` request with a URL in a variable: a text, or a `URL`.
  @_disfavoredOverload public static func post(_ url: some URLPatternConvertible) -> RequestMatcher {
    post(url.urlPattern)
  }

  /// A `PUT` request with a URL in a variable: a text, or a `URL`.
  @_disfavoredOverload public static func put(_ url: some URLPatternConvertible) -> RequestMatcher {
    put(url.urlPattern)
  }

  /// A `PATCH` request with a URL in a variable: a text, or a `URL`.
  @_disfavoredOverload public static func patch(_ url: some URLPatternConvertible) -> RequestMatcher {
    patch(url.urlPattern)
  }

  /// A `DELETE` request with a URL in a variable: a text, or a `URL`.
  @_disfavoredOverload public static func delete(_ url: some URLPatternConvertible) -> RequestMatcher {
    delete(url.urlPattern)
  }

  /// A `HEAD` request with a URL in a variable: a text, or a `URL`.
  @_disfavoredOverload public static func head(_ url: some URLPatternConvertible) -> RequestMatcher {
    head(url.urlPattern)
  }

  /// An `OPTIONS` request with a URL in a variable: a text, or a `URL`.
  @_disfavoredOverload public static func options(_ url: some URLPatternConvertible) -> RequestMatcher {
    options(url.urlPattern)
  }

  /// A request with a URL in a variable, and any method, also one that has no function here.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - url: The URL, or a pattern of it.
  @_disfavoredOverload
  public static func request(_ method: HTTPMethod, _ url: some URLPatternConvertible) -> RequestMatcher {
    request(method, url.urlPattern)
  }

  /// Explains what labels mean.
  @available(*, unavailable, message: "write get(\"/path\"), or request(\"METHOD\", \"/path\")")
  public static func request(method: HTTPMethod, path: URLPattern) -> RequestMatcher { request(method, path) }
}

extension RequestMatcher: RequestMatching {}
