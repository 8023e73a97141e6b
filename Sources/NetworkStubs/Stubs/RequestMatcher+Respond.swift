extension RequestMatcher {
  /// Returns a stub with one answer, for every request that matches.
  ///
  /// The other forms take the parameters of the ``Answer`` of the same name: `.respond(text: "Tea", status: 206)` is
  /// `.respond(with: .text("Tea", status: 206))`.
  public func respond(
    with answer: Answer, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column
  ) -> Stub {
    Stub(
      definition: StubDefinition(
        matcher: self, answers: [answer.served(by: service)],
        place: .line(CodePlace(fileID: fileID, filePath: filePath, line: line, column: column))))
  }

  /// Returns a stub with several answers in order, each given once; then it is used up, unless ``Stub/repeatingLast()`` is added.
  public func respond(
    inOrder first: Answer, _ others: Answer..., fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line, column: Int = #column
  ) -> Stub {
    Stub(
      definition: StubDefinition(
        matcher: self, answers: ([first] + others).map { $0.served(by: service) },
        place: .line(CodePlace(fileID: fileID, filePath: filePath, line: line, column: column))))
  }

  /// Returns a stub that answers with a status and no body.
  public func respond(
    status: Int, headers: HTTPHeaders = [:], fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column
  ) -> Stub {
    respond(
      with: .status(status, headers: headers),
      fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Returns a stub that answers with JSON, as a literal such as `["title": "Tea"]`.
  public func respond(
    json value: JSONValue, status: Int = 200, headers: HTTPHeaders = [:],
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) -> Stub {
    respond(
      with: .json(value, status: status, headers: headers),
      fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Returns a stub that answers with a value as JSON.
  @_disfavoredOverload public func respond(
    json value: some Encodable, status: Int = 200, headers: HTTPHeaders = [:], encoder: JSONEncoder = .stable,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) -> Stub {
    respond(
      with: .json(value, status: status, headers: headers, encoder: encoder),
      fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Returns a stub that answers with an object of mixed values as JSON, such as a literal of variables.
  @_disfavoredOverload public func respond(
    json object: [String: Any?], status: Int = 200, headers: HTTPHeaders = [:],
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) -> Stub {
    respond(
      with: .json(object, status: status, headers: headers),
      fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Returns a stub that answers with JSON that is written as text; a text that is not JSON is a problem of the stub.
  public func respond(
    jsonText text: String, status: Int = 200, headers: HTTPHeaders = [:], fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) -> Stub {
    respond(
      with: .jsonText(text, status: status, headers: headers), fileID: fileID, filePath: filePath, line: line,
      column: column)
  }

  /// Returns a stub that answers with text in UTF-8.
  public func respond(
    text: String, contentType: String = "text/plain; charset=utf-8", status: Int = 200, headers: HTTPHeaders = [:],
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) -> Stub {
    respond(
      with: .text(text, contentType: contentType, status: status, headers: headers), fileID: fileID, filePath: filePath,
      line: line, column: column)
  }

  /// Returns a stub that answers with a status and the header fields of a variable, such as a dictionary.
  @_disfavoredOverload public func respond(
    status: Int, headers: some Collection<(key: String, value: String)>, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) -> Stub {
    respond(
      status: status, headers: HTTPHeaders(pairs: headers), fileID: fileID, filePath: filePath, line: line,
      column: column)
  }

  /// Returns a stub that answers with JSON and the header fields of a variable, such as a dictionary.
  @_disfavoredOverload public func respond(
    json value: JSONValue, status: Int = 200, headers: some Collection<(key: String, value: String)>,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) -> Stub {
    respond(
      json: value, status: status, headers: HTTPHeaders(pairs: headers), fileID: fileID, filePath: filePath, line: line,
      column: column)
  }

  /// Returns a stub whose answer a closure creates from the request; the caller gets any error that it throws.
  public func respond(
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column,
    _ respond: @escaping @Sendable (ReceivedRequest) async throws -> HTTPResponse
  ) -> Stub {
    self.respond(
      with: .closure { [url] in try await respond($0.with(parametersOf: url)) },
      fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Returns a stub whose answer, such as `.status(204)`, a closure chooses by the request; the caller gets any error that it throws.
  @_disfavoredOverload public func respond(
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column,
    _ respond: @escaping @Sendable (ReceivedRequest) async throws -> Answer
  ) -> Stub {
    self.respond(
      with: Answer(storage: .closure { [url] in try await respond($0.with(parametersOf: url)) }),
      fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Explains where a body goes.
  @available(*, unavailable, message: "write respond(json: …, status: …), or respond(with: .text(…, status: …))")
  public func respond(status: Int, body: Any) -> Stub { respond(status: status) }

  /// Explains where an error goes.
  @available(*, unavailable, message: "write respond(with: .error(…))")
  public func respond(error: any Error) -> Stub { respond(with: .error(error)) }

  /// Explains what a bare answer lacks.
  @available(*, unavailable, message: "write respond(with: …)")
  public func respond(_ answer: Answer) -> Stub { respond(with: answer) }

  /// Explains what a bare value means.
  @available(*, unavailable, message: "write respond(status: …), respond(text: …), respond(json: …), respond(with: …)")
  public func respond(_ value: Any) -> Stub { respond(status: 200) }
}

extension HTTPHeaders {
  // Not of a dictionary alone: a literal would become one, in which no name may be repeated.
  fileprivate init(pairs: some Collection<(key: String, value: String)>) {
    self.init(pairs.sorted { $0.key < $1.key }.map { Field(name: $0.key, value: $0.value) })
  }
}
