extension Answer {
  /// JSON.
  ///
  /// - Parameters:
  ///   - value: The body, as a literal such as `["title": "Tea"]`. For JSON as text, see ``jsonText(_:status:headers:)``.
  ///   - status: The status code.
  ///   - headers: More header fields.
  public static func json(_ value: JSONValue, status: Int = 200, headers: HTTPHeaders = [:]) -> Self {
    let head = HTTPResponse(status: status, headers: headers.adding("Content-Type", "application/json"))
    // A document in quotation marks is hardly what was meant.
    if case .string(let text) = value, let first = text.first(where: { !$0.isWhitespace }), "{[".contains(first),
      (try? JSONValue(parsing: Data(text.utf8))) != nil
    {
      let reason = """
        The answer is JSON as a text, \(text.shortened(to: 60).quoted), which as a value would be one string in quotation marks.
        For the document write .respond(jsonText: …), or the value as a literal: .respond(json: ["title": "Tea"]).
        """
      return .unusable(AnswerError(description: reason))
    }
    if let problem = value.problem {
      let reason = "The answer cannot be JSON: \(problem). Write nil for null, or the number as a text."
      return .unusable(AnswerError(description: reason))
    }
    return json(.success(Data(value.description.utf8)), head)
  }

  /// JSON that is written as text, such as `#"{"title": "Tea"}"#`, and sent unchanged; other text is a problem of its stub.
  ///
  /// - Parameters:
  ///   - text: The text of the JSON.
  ///   - status: The status code.
  ///   - headers: The header fields.
  public static func jsonText(_ text: String, status: Int = 200, headers: HTTPHeaders = [:]) -> Self {
    do { _ = try JSONValue(parsing: Data(text.utf8)) } catch {
      let error = AnswerError(description: "its answer \(text.shortened(to: 60).quoted) is not JSON: \(error)")
      return .unusable(error, problem: error.description)
    }
    return self.text(text, contentType: "application/json", status: status, headers: headers)
  }

  /// A value as JSON; one that cannot be encoded fails the test when it is needed.
  ///
  /// - Parameters:
  ///   - value: The body.
  ///   - status: The status code.
  ///   - headers: More header fields.
  ///   - encoder: The encoder to use in place of the standard one.
  @_disfavoredOverload public static func json(
    _ value: some Encodable, status: Int = 200, headers: HTTPHeaders = [:], encoder: JSONEncoder = .stable
  ) -> Self {
    if let text = value as? String { return json(.string(text), status: status, headers: headers) }
    // An encoder would write base64, which is hardly what was meant.
    if value is Data {
      let reason = """
        The answer is bytes, which JSON would have as one string in base64.
        For bytes that are JSON, write .respond(data: …, contentType: "application/json").
        """
      return .unusable(AnswerError(description: reason))
    }
    let head = HTTPResponse(status: status, headers: headers.adding("Content-Type", "application/json"))
    return json(Result { try encoder.encode(value) }, head)
  }

  /// An object of mixed values as JSON, such as a literal of variables; one that cannot be encoded fails the test when it is
  /// needed.
  ///
  /// The values are encodable, such as numbers and types of your own, or values of `JSONSerialization`.
  ///
  /// - Parameters:
  ///   - object: The object, whose values may be nil.
  ///   - status: The status code.
  ///   - headers: The header fields.
  @_disfavoredOverload
  public static func json(_ object: [String: Any?], status: Int = 200, headers: HTTPHeaders = [:]) -> Self {
    let head = HTTPResponse(status: status, headers: headers.adding("Content-Type", "application/json"))
    return json(Result { Data(try JSONValue(members: object).description.utf8) }, head)
  }

  /// A list of mixed values as JSON, such as a literal of variables; one that cannot be encoded fails the test when it is needed.
  ///
  /// - Parameters:
  ///   - list: The list, whose elements may be nil.
  ///   - status: The status code.
  ///   - headers: The header fields.
  @_disfavoredOverload
  public static func json(_ list: [Any?], status: Int = 200, headers: HTTPHeaders = [:]) -> Self {
    let head = HTTPResponse(status: status, headers: headers.adding("Content-Type", "application/json"))
    return json(Result { Data(try JSONValue(elements: list).description.utf8) }, head)
  }

  // Encoded immediately, since a value need not be Sendable.
  private static func json(_ body: Result<Data, any Error>, _ head: HTTPResponse) -> Self {
    var response = head
    do { response.body = try body.get() } catch { return .unusable(error) }
    return .made(response)
  }
}

extension RequestMatcher {
  /// Returns a stub that answers with JSON, as a literal such as `["title": "Tea"]`.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - status: The status code.
  ///   - headers: The header fields.
  ///   - fileID: The file in which problems with the stub are recorded.
  ///   - filePath: The path of that file.
  ///   - line: The line at which problems with the stub are recorded.
  ///   - column: The column of the call.
  public func respond(
    json value: JSONValue, status: Int = 200, headers: HTTPHeaders = [:],
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) -> Stub {
    respond(
      with: .json(value, status: status, headers: headers),
      fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Returns a stub that answers with a value as JSON.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - status: The status code.
  ///   - headers: The header fields.
  ///   - encoder: The encoder of the value.
  ///   - fileID: The file in which problems with the stub are recorded.
  ///   - filePath: The path of that file.
  ///   - line: The line at which problems with the stub are recorded.
  ///   - column: The column of the call.
  @_disfavoredOverload public func respond(
    json value: some Encodable, status: Int = 200, headers: HTTPHeaders = [:], encoder: JSONEncoder = .stable,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) -> Stub {
    respond(
      with: .json(value, status: status, headers: headers, encoder: encoder),
      fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Returns a stub that answers with an object of mixed values as JSON, such as a literal of variables.
  ///
  /// - Parameters:
  ///   - object: The object, whose values may be nil.
  ///   - status: The status code.
  ///   - headers: The header fields.
  ///   - fileID: The file in which problems with the stub are recorded.
  ///   - filePath: The path of that file.
  ///   - line: The line at which problems with the stub are recorded.
  ///   - column: The column of the call.
  @_disfavoredOverload public func respond(
    json object: [String: Any?], status: Int = 200, headers: HTTPHeaders = [:],
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) -> Stub {
    respond(
      with: .json(object, status: status, headers: headers),
      fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Returns a stub that answers with a list of mixed values as JSON, such as a literal of variables.
  ///
  /// - Parameters:
  ///   - list: The list, whose elements may be nil.
  ///   - status: The status code.
  ///   - headers: The header fields.
  ///   - fileID: The file in which problems with the stub are recorded.
  ///   - filePath: The path of that file.
  ///   - line: The line at which problems with the stub are recorded.
  ///   - column: The column of the call.
  @_disfavoredOverload public func respond(
    json list: [Any?], status: Int = 200, headers: HTTPHeaders = [:],
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) -> Stub {
    respond(
      with: .json(list, status: status, headers: headers),
      fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Returns a stub that answers with JSON that is written as text; a text that is not JSON is a problem of the stub.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - status: The status code.
  ///   - headers: The header fields.
  ///   - fileID: The file in which problems with the stub are recorded.
  ///   - filePath: The path of that file.
  ///   - line: The line at which problems with the stub are recorded.
  ///   - column: The column of the call.
  public func respond(
    jsonText text: String, status: Int = 200, headers: HTTPHeaders = [:], fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) -> Stub {
    respond(
      with: .jsonText(text, status: status, headers: headers), fileID: fileID, filePath: filePath, line: line,
      column: column)
  }

  /// Returns a stub that answers with JSON and the header fields of a variable, such as a dictionary.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - status: The status code.
  ///   - headers: The header fields.
  ///   - fileID: The file in which problems with the stub are recorded.
  ///   - filePath: The path of that file.
  ///   - line: The line at which problems with the stub are recorded.
  ///   - column: The column of the call.
  @_disfavoredOverload public func respond(
    json value: JSONValue, status: Int = 200, headers: some Collection<(key: String, value: String)>,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) -> Stub {
    respond(
      json: value, status: status, headers: HTTPHeaders(pairs: headers), fileID: fileID, filePath: filePath, line: line,
      column: column)
  }
}
