// Spellings of other libraries, with the right one as the compiler's error: without these it says that a type has no such member.

extension RequestMatching {
  /// Explains where query items go.
  @available(*, unavailable, message: "write .get(\"/path\").query([\"name\": \"value\"])")
  public static func get(_ url: URLPattern, query: Any) -> RequestMatcher { get(url) }

  /// Explains where header fields go.
  @available(*, unavailable, message: "write .get(\"/path\").header(\"Name\", \"value\")")
  public static func get(_ url: URLPattern, headers: Any) -> RequestMatcher { get(url) }

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

extension RequestMatcher {
  /// Explains where an error goes.
  @available(*, unavailable, message: "write respond(with: .error(…))")
  public func respond(error: URLError.Code) -> Stub { respond(with: .error(error)) }

  /// Explains where a fixture goes.
  @available(*, unavailable, message: "write respond(with: .fixture(\"name.json\"))")
  public func respond(fixture: Any, status: Int = 200) -> Stub { respond(status: status) }

  /// Explains where data goes.
  @available(*, unavailable, message: "write respond(with: .data(…))")
  public func respond(data: Data, status: Int = 200) -> Stub { respond(status: status) }

  /// Explains where a delay goes.
  @available(*, unavailable, message: "write respond(…).delayed(by: .seconds(1))")
  public func delayed(by delay: Duration) -> Self { self }
}
