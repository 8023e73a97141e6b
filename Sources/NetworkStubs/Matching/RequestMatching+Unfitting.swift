// Spellings of other libraries, with the right one as the compiler's error: without these it says that a type has no such member.

extension RequestMatching {
  /// Explains that a path has no label.
  @available(*, unavailable, message: "write .get(\"/path\"): the path has no label")
  public static func get(path: URLPattern) -> RequestMatcher { get(path) }

  /// Explains that a URL has no label.
  @available(*, unavailable, message: "write .get(\"https://…\"): the URL has no label")
  public static func get(url: URLPattern) -> RequestMatcher { get(url) }

  /// Explains that a path has no label.
  @available(*, unavailable, message: "write .post(\"/path\"): the path has no label")
  public static func post(path: URLPattern) -> RequestMatcher { post(path) }

  /// Explains how a path is asked for.
  @available(*, unavailable, message: "write .any(\"/path\"), or with a method .get(\"/path\")")
  public static func path(_ path: URLPattern) -> RequestMatcher { any(path) }

  /// Explains how a URL is asked for.
  @available(*, unavailable, message: "write .any(\"https://…\"), or with a method .get(\"https://…\")")
  public static func url(_ url: URLPattern) -> RequestMatcher { any(url) }

  /// Explains where query items go.
  @available(*, unavailable, message: "write .get(\"/path\").query([\"name\": \"value\"])")
  public static func get(_ url: URLPattern, query: Any) -> RequestMatcher { get(url) }

  /// Explains where header fields go.
  @available(*, unavailable, message: "write .get(\"/path\").header(\"Name\", \"value\")")
  public static func get(_ url: URLPattern, headers: Any) -> RequestMatcher { get(url) }

  /// Explains where a header field goes.
  @available(*, unavailable, message: "write .get(\"/path\").header(\"Name\", \"value\")")
  public static func get(_ url: URLPattern, header: Any) -> RequestMatcher { get(url) }

  /// Explains where a header field goes.
  @available(*, unavailable, message: "write .post(\"/path\").header(\"Name\", \"value\")")
  public static func post(_ url: URLPattern, header: Any) -> RequestMatcher { post(url) }

  /// Explains where query items go.
  @available(*, unavailable, message: "write .post(\"/path\").query([\"name\": \"value\"])")
  public static func post(_ url: URLPattern, query: Any) -> RequestMatcher { post(url) }

  /// Explains where header fields go.
  @available(*, unavailable, message: "write .post(\"/path\").header(\"Name\", \"value\")")
  public static func post(_ url: URLPattern, headers: Any) -> RequestMatcher { post(url) }

  /// Explains where a body goes.
  @available(
    *, unavailable, message: "write .post(\"/path\").body(json: …), or .body(text: …), or .form(\"name\", \"value\")"
  )
  public static func post(_ url: URLPattern, body: Any) -> RequestMatcher { post(url) }

  /// Explains where a body of JSON goes.
  @available(*, unavailable, message: "write .post(\"/path\").body(json: …)")
  public static func post(_ url: URLPattern, json: Any) -> RequestMatcher { post(url) }

  /// Explains where a body goes.
  @available(*, unavailable, message: "write .put(\"/path\").body(json: …)")
  public static func put(_ url: URLPattern, body: Any) -> RequestMatcher { put(url) }

  /// Explains where a body goes.
  @available(*, unavailable, message: "write .patch(\"/path\").body(json: …)")
  public static func patch(_ url: URLPattern, body: Any) -> RequestMatcher { patch(url) }
}

extension RequestMatching {
  /// Explains how a query is left out.
  @available(*, unavailable, message: "write .get(\"https://…\"): query items that it does not name may have any value")
  public static func get(_ url: URL, ignoreQuery: Bool) -> RequestMatcher { any }

  /// Explains where fields and a body go.
  @available(*, unavailable, message: "write .post(\"/path\").header(\"Name\", \"value\").body(json: …)")
  public static func post(_ url: URLPattern, headers: Any, body: Any) -> RequestMatcher { post(url) }

  /// Explains the word for any method.
  @available(*, unavailable, renamed: "any(_:)")
  public static func all(_ url: URLPattern) -> RequestMatcher { any(url) }

  /// Explains how methods are written.
  @available(*, unavailable, renamed: "get(_:)")
  public static func GET(_ url: URLPattern) -> RequestMatcher { get(url) }

  /// Explains how methods are written.
  @available(*, unavailable, renamed: "post(_:)")
  public static func POST(_ url: URLPattern) -> RequestMatcher { post(url) }

  /// Explains where a host goes.
  @available(*, unavailable, message: "write .any.host(\"…\"), .get(\"/path\").host(\"…\"), or .get(\"https://…\")")
  public static func host(_ host: String) -> RequestMatcher { any }

  /// Explains where a method goes.
  @available(*, unavailable, message: "write .get(…), .post(…), or .request(\"METHOD\", …)")
  public static func method(_ method: HTTPMethod) -> RequestMatcher { request(method) }

  /// Explains how a closure matches.
  @available(*, unavailable, message: "write .any.matching(\"what it means\") { request in … }")
  public static func matching(_ isMatch: (ReceivedRequest) -> Bool) -> RequestMatcher { any }
}
