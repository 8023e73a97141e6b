// Matchers as other libraries spell them, with the right spelling as the compiler's error.

extension RequestMatcher {
  /// Explains where JSON goes.
  @available(*, unavailable, message: "write body(json: …)")
  public func json(_ value: JSONValue) -> Self { body(json: value) }

  /// Explains where the text of a body goes.
  @available(*, unavailable, message: "write body(text: .containing(…)), or body(jsonContaining: …)")
  public func body(contains part: String) -> Self { body(text: .containing(part)) }

  /// Explains where the text of a body goes.
  @available(*, unavailable, message: "write body(text: .containing(…)), or body(jsonContaining: …)")
  public func body(containing part: String) -> Self { body(text: .containing(part)) }

  /// Explains how parts are asked for.
  @available(*, unavailable, message: "write part(\"name\", text: …), part(\"name\", filename: …), for each part")
  public func multipart(_ parts: Any? = nil) -> Self { self }

  /// Explains that the value of a field has no label.
  @available(*, unavailable, message: "write header(\"Name\", \"value\"): the value has no label")
  public func header(_ name: String, equals value: String) -> Self { header(name, .exactly(value)) }

  /// Explains that the value of a field has no label.
  @available(*, unavailable, message: "write header(\"Name\", \"value\"): the value has no label")
  public func header(_ name: String, value: String) -> Self { header(name, .exactly(value)) }

  /// Explains that the value of an item has no label.
  @available(*, unavailable, message: "write query(\"name\", \"value\"): the value has no label")
  public func query(_ name: String, equals value: String) -> Self { query(name, .exactly(value)) }

  /// Explains how query items are asked for.
  @available(*, unavailable, message: "write query([\"name\": \"value\"])")
  public func queryItems(_ items: [URLQueryItem]) -> Self { query(items) }

  /// Explains where a method goes.
  @available(*, unavailable, message: "begin with it: .get(…), .post(…), or .request(\"METHOD\", …)")
  public func method(_ method: HTTPMethod) -> Self { self }

  /// Explains where a path goes.
  @available(*, unavailable, message: "begin with it: .get(\"/path\"), or .any(\"/path\")")
  public func path(_ path: URLPattern) -> Self { self }

  /// Explains where a URL goes.
  @available(*, unavailable, message: "begin with it: .get(\"https://…\"), or .any(\"https://…\")")
  public func url(_ url: URLPattern) -> Self { self }

  /// Explains what a body is.
  @available(*, unavailable, message: "write body(json: …), body(text: …), or form(…)")
  public func body(_ value: JSONValue) -> Self { body(json: value) }

  /// Explains how header fields are asked for.
  @available(
    *, unavailable,
    message: "write header(\"Name\", \"value\") for each, or headers(exactly: …) if there may be no others"
  )
  public func headers(_ fields: KeyValuePairs<String, TextPattern>) -> Self { headers(exactly: fields) }

  /// Explains that the token has no label.
  @available(*, unavailable, message: "write bearer(…): the token has no label")
  public func bearer(token: String) -> Self { bearer(token) }

  /// Explains how basic credentials are asked for.
  @available(*, unavailable, message: "write basicAuth(user: …, password: …)")
  public func basic(_ user: String, _ password: String) -> Self { basicAuth(user: user, password: password) }

  /// Explains how basic credentials are asked for.
  @available(*, unavailable, message: "write basicAuth(user: …, password: …)")
  public func basic(user: String, password: String) -> Self { basicAuth(user: user, password: password) }

  /// Explains the labels of basic credentials.
  @available(*, unavailable, message: "write basicAuth(user: …, password: …)")
  public func basicAuth(_ user: String, _ password: String) -> Self { basicAuth(user: user, password: password) }

  /// Explains that the operation has no label.
  @available(*, unavailable, message: "write graphQL(\"Name\", variables: …): the operation has no label")
  public func graphQL(operation: String, variables: JSONValue? = nil) -> Self {
    graphQL(operation, variables: variables)
  }

  /// Explains the word for a header field.
  @available(*, unavailable, message: "write header(\"Name\", \"value\")")
  public func withHeader(_ name: String, _ value: TextPattern) -> Self { header(name, value) }

  /// Explains the word for a query item.
  @available(*, unavailable, message: "write query(\"name\", \"value\")")
  public func withQueryParam(_ name: String, _ value: TextPattern) -> Self { query(name, value) }

  /// Explains the word for a body.
  @available(*, unavailable, message: "write body(json: …), body(text: …), or form(\"name\", \"value\")")
  public func withBody(_ value: TextPattern) -> Self { body(text: value) }

  /// Explains the word for a body.
  @available(*, unavailable, message: "write body(json: …), body(text: …), or form(\"name\", \"value\")")
  public func withRequestBody(_ value: TextPattern) -> Self { body(text: value) }

  /// Explains what a field of its own is for others.
  @available(*, unavailable, message: "write header(\"Content-Type\", \"text/plain\")")
  public func contentType(_ value: TextPattern) -> Self { header("Content-Type", value) }

  /// Explains what a field of its own is for others.
  @available(*, unavailable, message: "write bearer(\"token\"), or header(\"Authorization\", \"…\")")
  public func authorization(_ value: TextPattern) -> Self { header("Authorization", value) }

  /// Explains the word for a token.
  @available(*, unavailable, renamed: "bearer(_:)")
  public func bearerToken(_ token: String) -> Self { bearer(token) }

  /// Explains how cookies are asked for.
  @available(*, unavailable, message: "write cookie(\"name\", \"value\") for each")
  public func cookies(_ cookies: [String: String]) -> Self { self }

  /// Explains that the value of a cookie has no label.
  @available(*, unavailable, message: "write cookie(\"name\", \"value\"): the value has no label")
  public func cookie(_ name: String, value: String) -> Self { self }

  /// Explains that the name of a part has no label.
  @available(*, unavailable, message: "write part(\"name\", text: …), or part(\"name\", filename: …)")
  public func part(name: String) -> Self { self }

  /// Explains how an operation is asked for.
  @available(*, unavailable, message: "write graphQL(\"Operation\", variables: …)")
  public func graphQL(query: String) -> Self { self }

  /// Explains how an operation is asked for.
  @available(*, unavailable, message: "write graphQL(\"Operation\", variables: …)")
  public func graphql(_ operation: String) -> Self { self }

  /// Explains the word for a part of a document.
  @available(*, unavailable, renamed: "body(jsonContaining:)")
  public func body(jsonContains value: JSONValue) -> Self { body(jsonContaining: value) }

  /// Explains that bytes have no label.
  @available(*, unavailable, message: "write body(data): the bytes have no label")
  public func body(data: Data) -> Self { body(data) }

  /// Explains how a body is asked for by a closure.
  @available(*, unavailable, message: "write matching(\"what it means\") { $0.body.isEmpty }")
  public func body(_ isMatch: (Data) -> Bool) -> Self { self }

  /// Explains what a body is.
  @available(*, unavailable, message: "write body(json: …)")
  @_disfavoredOverload public func body(_ value: any Encodable) -> Self { self }

  /// Explains how header fields are asked for.
  @available(
    *, unavailable,
    message: "write header(\"Name\", \"value\") for each, or headers(exactly: …) if there may be no others"
  )
  public func header(_ fields: [String: String]) -> Self { self }
}
