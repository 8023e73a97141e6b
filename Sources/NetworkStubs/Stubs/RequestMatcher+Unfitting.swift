// Answers as other libraries spell them, with the right spelling as the compiler's error.

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
  @available(*, unavailable, message: "write respond(with: .error(.timedOut))")
  public func fail(with error: URLError.Code) -> Stub { respond(with: .error(error)) }

  /// Explains how a request fails.
  @available(*, unavailable, message: "write respond(with: .error(…))")
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
  case timeout, offline, noInternet, noConnection, notConnected, connectionLost, networkError
}
