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
      return Self(storage: .file { throw AnswerError(description: reason) })
    }
    if let problem = value.problem {
      let reason = "The answer cannot be JSON: \(problem). Write nil for null, or the number as a text."
      return Self(storage: .file { throw AnswerError(description: reason) })
    }
    return json(.success(Data(value.description.utf8)), head)
  }

  /// JSON that is written as text, such as `#"{"title": "Tea"}"#`, and sent as it is; a text that is not JSON is a problem of its stub.
  public static func jsonText(_ text: String, status: Int = 200, headers: HTTPHeaders = [:]) -> Self {
    do { _ = try JSONValue(parsing: Data(text.utf8)) } catch {
      let error = AnswerError(description: "its answer \(text.shortened(to: 60).quoted) is not JSON: \(error)")
      var answer = Self(storage: .file { throw error })
      answer.mistake = error.description
      return answer
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
    let head = HTTPResponse(status: status, headers: headers.adding("Content-Type", "application/json"))
    return json(Result { try encoder.encode(value) }, head)
  }

  /// An object of mixed values as JSON, such as a literal of variables; one that cannot be encoded fails the test when it is
  /// needed.
  ///
  /// The values are encodable, such as numbers and types of your own, or values of `JSONSerialization`.
  @_disfavoredOverload
  public static func json(_ object: [String: Any?], status: Int = 200, headers: HTTPHeaders = [:]) -> Self {
    let head = HTTPResponse(status: status, headers: headers.adding("Content-Type", "application/json"))
    return json(Result { Data(try JSONValue(members: object).description.utf8) }, head)
  }

  // Encoded immediately, since a value need not be Sendable.
  private static func json(_ body: Result<Data, any Error>, _ head: HTTPResponse) -> Self {
    guard case .success(let data) = body else { return Self(storage: .file { try body.map { _ in head }.get() }) }
    var response = head
    response.body = data
    return Self(storage: .response(response))
  }
}

/// An error about an answer that cannot be given.
struct AnswerError: Error, CustomStringConvertible { let description: String }
