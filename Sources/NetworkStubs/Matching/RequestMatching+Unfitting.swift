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
