// Answers of stubs as other libraries spell them, and what follows an answer, with the right spelling as the compiler's error.

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

  /// Explains the label of header fields.
  @available(*, unavailable, message: "write respond(status: …, headers: …)")
  public func respond(status: Int, header: HTTPHeaders) -> Stub { respond(status: status, headers: header) }

  /// Explains that no request goes out.
  @available(
    *, unavailable,
    message: "a stub sends nothing on: record the answer with .recording(…), or test with .liveNetwork"
  )
  public func passthrough() -> Stub { respond(status: 200) }

  /// Explains where a request is looked at.
  @available(*, unavailable, message: "write respond { request in … }, or look at transport.requests")
  public func onRequest(_ body: (ReceivedRequest) -> Void) -> Stub { respond(status: 200) }

  /// Explains how a mark-up text is an answer.
  @available(*, unavailable, message: "write respond(text: …, contentType: \"text/html\")")
  public func respond(html: String) -> Stub { respond(text: html) }

  /// Explains how a mark-up text is an answer.
  @available(*, unavailable, message: "write respond(text: …, contentType: \"application/xml\")")
  public func respond(xml: String) -> Stub { respond(text: xml) }

  /// Explains the word for JSON.
  @available(*, unavailable, message: "write respond(json: …)")
  public func respond(jsonObject: Any) -> Stub { respond(status: 200) }

  /// Explains the word for JSON.
  @available(*, unavailable, message: "write respond(json: …)")
  public func respond(encodable: any Encodable) -> Stub { respond(status: 200) }

  /// Explains the word for events.
  @available(*, unavailable, message: "write respond(events: [\"…\", \"…\"])")
  public func respond(sse: [String]) -> Stub { respond(events: []) }

  /// Explains how several answers are written.
  @available(*, unavailable, message: "write respond(inOrder: .status(503), .status(200))")
  public func respond(sequence: Answer...) -> Stub { respond(inOrder: sequence) }

  /// Explains what an answer is.
  @available(*, unavailable, message: "write respond(inOrder: .status(503), .status(200))")
  public func respond(inOrder statuses: [Int]) -> Stub { respond(status: 200) }

  /// Explains where chunks go.
  @available(*, unavailable, message: "write respond(with: .stream(\"a\", \"b\"))")
  public func respond(stream parts: [String]) -> Stub { respond(status: 200) }

  /// Explains how a status is written.
  @available(*, unavailable, message: "write respond(data: …, status: 404)")
  public func respond(data: Data, statusCode: Int) -> Stub { respond(data: data, status: statusCode) }

  /// Explains how a status is written.
  @available(*, unavailable, message: "write respond(fixture: …, status: 404)")
  public func respond(fixture: String, statusCode: Int) -> Stub { respond(fixture: fixture, status: statusCode) }

  /// Explains where a delay goes.
  @available(*, unavailable, message: "write respond(…).delayed(by: .seconds(1))")
  public func respond(status: Int, delay: Duration) -> Stub { respond(status: status) }

  /// Explains where a delay goes.
  @available(*, unavailable, message: "write respond(…).delayed(by: .seconds(1))")
  public func respond(json: JSONValue, delay: Any) -> Stub { respond(json: json) }

  /// Explains how a response is an answer.
  @available(*, unavailable, message: "write respond(with: .response(…))")
  public func respond(with response: HTTPResponse) -> Stub { respond(with: .response(response)) }

  /// Explains the names of errors.
  @available(*, unavailable, message: "write a code of URLError, as in respond(error: .notConnectedToInternet)")
  public func respond(error: UnfittingError) -> Stub { respond(error: .timedOut) }

  /// Explains the word for an answer.
  @available(*, unavailable, message: "write respond(with: …)")
  public func willReturn(_ answer: Answer) -> Stub { respond(with: answer) }
}
