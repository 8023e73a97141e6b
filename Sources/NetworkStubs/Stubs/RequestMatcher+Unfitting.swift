// Stubs as other libraries spell them, with the right spelling as the compiler's error: answers, matchers, and what follows an answer.

extension RequestMatcher {
  /// Explains that a stub says what it answers.
  @available(*, unavailable, message: "write respond(status: 200), respond(json: …), respond(with: …)")
  public func respond() -> Stub { respond(status: 200) }

  /// Explains where a body goes.
  @available(*, unavailable, message: "write respond(json: …, status: …), or respond(with: .text(…, status: …))")
  public func respond(status: Int, body: Any) -> Stub { respond(status: status) }

  /// Explains what a bare answer lacks.
  @available(*, unavailable, message: "write respond(with: …)")
  public func respond(_ answer: Answer) -> Stub { respond(with: answer) }

  /// Explains what a bare value means.
  @available(*, unavailable, message: "write respond(status: …), respond(text: …), respond(json: …), respond(with: …)")
  public func respond(_ value: Any) -> Stub { respond(status: 200) }

  /// Explains where a delay goes.
  @available(*, unavailable, message: "write respond(…).delayed(by: .seconds(1))")
  public func delayed(by delay: Duration) -> Self { self }

  /// Explains where a count goes.
  @available(*, unavailable, message: "write the count after the answer: respond(…).times(2)")
  public func times(_ count: Int) -> Self { self }

  /// Explains where a count goes.
  @available(*, unavailable, message: "write the count after the answer: respond(…).once()")
  public func once() -> Self { self }

  /// Explains where an option goes.
  @available(*, unavailable, message: "write it after the answer: respond(…).optional()")
  public func optional() -> Self { self }

  /// Explains how a request is forbidden.
  @available(
    *, unavailable,
    message: "an unanswered request fails the test; to say so, write await transport.expect(.get(…), .never) at its end"
  )
  public func never() -> Self { self }

  /// Explains where a scenario goes.
  @available(*, unavailable, message: "write it after the answer: respond(…).scenario(\"name\", in: \"state\")")
  public func scenario(_ name: String, in state: ScenarioState = .start, then next: ScenarioState? = nil) -> Self {
    self
  }

  /// Explains the word for a text.
  @available(*, unavailable, message: "write respond(text: …), or respond(jsonText: …) for JSON")
  public func respond(string: String, status: Int = 200) -> Stub { respond(text: string, status: status) }

  /// Explains the word for JSON that is a text.
  @available(*, unavailable, message: "write respond(jsonText: …)")
  public func respond(jsonString: String, status: Int = 200) -> Stub { respond(jsonText: jsonString, status: status) }

  /// Explains what header fields need.
  @available(*, unavailable, message: "write respond(status: 200, headers: …)")
  public func respond(headers: HTTPHeaders) -> Stub { respond(status: 200, headers: headers) }

  /// Explains where a file goes.
  @available(*, unavailable, message: "write respond(fixture: \"name.json\"), for a file in the folder Fixtures")
  public func respond(file: String, status: Int = 200) -> Stub { respond(fixture: file, status: status) }

  /// Explains where a redirect goes.
  @available(*, unavailable, message: "write respond(with: .redirect(to: …))")
  public func respond(redirectTo location: String) -> Stub { respond(with: .redirect(to: location)) }

  /// Explains where a fault goes.
  @available(*, unavailable, message: "write respond(with: .fault(…))")
  public func respond(fault: Any) -> Stub { respond(status: 200) }

  /// Explains where chunks go.
  @available(*, unavailable, message: "write respond(with: .stream(…))")
  public func respond(stream parts: StreamPart...) -> Stub { respond(with: .stream(parts)) }

  /// Explains how a request fails.
  @available(*, unavailable, message: "write respond(error: .timedOut)")
  public func fail(_ error: URLError.Code) -> Stub { respond(error: error) }

  /// Explains the word for an answer.
  @available(*, unavailable, message: "write respond(status: …), respond(json: …), respond(text: …), respond(with: …)")
  public func willReturn(_ answer: Any? = nil, status: Int = 200, json: Any? = nil, body: Any? = nil) -> Stub {
    respond(status: status)
  }

  /// Explains the word for an answer.
  @available(*, unavailable, message: "write respond(status: …), respond(json: …), respond(text: …), respond(with: …)")
  public func returns(_ answer: Any? = nil, status: Int = 200, json: Any? = nil, body: Any? = nil) -> Stub {
    respond(status: status)
  }

  /// Explains how a status is written.
  @available(*, unavailable, message: "write respond(status: 404), or respond(json: …, status: 404)")
  public func respond(statusCode: Int, json: Any? = nil, body: Any? = nil, headers: Any? = nil) -> Stub {
    respond(status: statusCode)
  }

  /// Explains that a status is a number.
  @available(*, unavailable, message: "write the number, as in respond(status: 404)")
  public func respond(status: UnfittingStatus, headers: HTTPHeaders = [:]) -> Stub { respond(status: 404) }

  /// Explains where a body goes.
  @available(*, unavailable, message: "write respond(json: …), respond(text: …), or respond(with: .data(…))")
  public func respond(body: Any, status: Int = 200) -> Stub { respond(status: status) }

  /// Explains where text goes.
  @available(*, unavailable, message: "write respond(text: …), or respond(jsonText: …)")
  public func respond(with text: String) -> Stub { respond(text: text) }

  /// Explains how a fixture is an answer.
  @available(*, unavailable, message: "write respond(with: .fixture(\"name.json\"))")
  public func respond(with fixture: Fixture) -> Stub { respond(with: .fixture(fixture)) }

  /// Explains where the status of an answer goes.
  @available(*, unavailable, message: "the status belongs to the answer: respond(with: .json(…, status: 201))")
  public func respond(with answer: Answer, status: Int) -> Stub { respond(with: answer) }

  /// Explains how a request fails.
  @available(*, unavailable, message: "write respond(error: .timedOut)")
  public func fail(with error: URLError.Code) -> Stub { respond(with: .error(error)) }

  /// Explains how a request fails.
  @available(*, unavailable, message: "write respond(error: …)")
  public func fail(with error: any Error) -> Stub { respond(with: .error(error)) }

  /// Explains the word for an answer.
  @available(*, unavailable, message: "write respond(status: …), respond(json: …), respond(text: …), respond(with: …)")
  public func thenReturn(_ answer: Any? = nil, status: Int = 200, json: Any? = nil, body: Any? = nil) -> Stub {
    respond(status: status)
  }

  /// Explains the word for an answer.
  @available(*, unavailable, message: "write respond(status: …), respond(json: …), respond(text: …), respond(with: …)")
  public func reply(_ answer: Any? = nil, status: Int = 200, json: Any? = nil, body: Any? = nil) -> Stub {
    respond(status: status)
  }
}

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

  /// Explains the label of header fields.
  @available(*, unavailable, message: "write respond(status: …, headers: …)")
  public func respond(status: Int, header: HTTPHeaders) -> Stub { respond(status: status, headers: header) }
}

extension TextPattern {
  /// Explains the word for a part of a text.
  @available(*, unavailable, message: "write .containing(…)")
  public static func contains(_ part: String) -> Self { containing(part) }
}

extension Stub {
  /// Explains how a delay is written.
  @available(*, unavailable, message: "write delayed(by: .seconds(1))")
  public func delayed(by seconds: Double) -> Self { self }

  /// Explains how several answers are written.
  @available(*, unavailable, message: "write respond(inOrder: .status(503), .status(200))")
  public func then(_ answer: Answer) -> Self { self }

  /// Explains how several answers are written.
  @available(*, unavailable, message: "write respond(inOrder: .status(503), .json(…))")
  public func then(status: Int = 200, json: Any? = nil, text: String? = nil) -> Self { self }

  /// Explains how several answers are written.
  @available(*, unavailable, message: "write respond(inOrder: .status(503), .json(…))")
  public func respond(status: Int = 200, json: Any? = nil, text: String? = nil) -> Self { self }

  /// Explains how a request is forbidden.
  @available(
    *, unavailable,
    message: "an unanswered request fails the test; to say so, write await transport.expect(.get(…), .never) at its end"
  )
  public func never() -> Self { self }

  /// Explains the word for a state.
  @available(*, unavailable, message: "write scenario(\"name\", in: \"state\")")
  public func when(_ name: String, is state: ScenarioState) -> Self { scenario(name, in: state) }

  /// Explains the word for a count.
  @available(*, unavailable, message: "write times(2...)")
  public func atLeast(_ count: Int) -> Self { times(count...) }

  /// Explains the word for a count.
  @available(*, unavailable, message: "write times(0...2)")
  public func atMost(_ count: Int) -> Self { times(0...max(0, count)) }

  /// Explains the word for a count.
  @available(*, unavailable, message: "without a count, a stub answers any number of requests")
  public func always() -> Self { self }

  /// Explains the word for a delay.
  @available(*, unavailable, message: "write delayed(by: .seconds(1))")
  public func delay(_ duration: Duration) -> Self { delayed(by: duration) }

  /// Explains the word for a count.
  @available(*, unavailable, message: "write times(2)")
  public func twice() -> Self { times(2) }

  /// Explains the word for the next state.
  @available(*, unavailable, message: "write scenario(\"name\", in: \"state\", then: \"next\")")
  public func scenario(_ name: String, in state: ScenarioState = .start, to next: ScenarioState) -> Self {
    scenario(name, in: state, then: next)
  }
}

extension Answer {
  /// Explains the name of an error.
  @available(
    *, unavailable, message: "write a code of URLError, as in .error(.timedOut) or .error(.notConnectedToInternet)"
  )
  public static func error(_ name: UnfittingError) -> Self { error(.timedOut) }
}

/// Names of statuses, which are numbers here.
@available(*, unavailable, message: "write the number, as in respond(status: 404)")
@_documentation(visibility: internal)
public enum UnfittingStatus: Sendable {
  case ok, created, accepted, noContent, movedPermanently, found, seeOther, notModified, badRequest, unauthorized
  case forbidden, notFound, methodNotAllowed, conflict, gone, unprocessableEntity, unprocessableContent, tooManyRequests
  case internalServerError, notImplemented, badGateway, serviceUnavailable, gatewayTimeout
}

/// Names of errors that `URLError` has by another name.
@available(*, unavailable, message: "write a code of URLError, as in .timedOut or .notConnectedToInternet")
@_documentation(visibility: internal)
public enum UnfittingError: Sendable {
  case timeout, timeOut, offline, noInternet, noConnection, notConnected, connectionLost, networkError
}
