extension Answer {
  /// A response, unchanged.
  public static func response(_ response: HTTPResponse) -> Self { Self(ResponseAnswer(response: response)) }

  /// A response that was put together from a body, which a status may forbid.
  static func made(_ response: HTTPResponse) -> Self { Self(ResponseAnswer(response: response, isMade: true)) }

  /// A status without a body.
  ///
  /// - Parameters:
  ///   - status: The status code.
  ///   - headers: Header fields.
  public static func status(_ status: Int, headers: HTTPHeaders = [:]) -> Self {
    response(HTTPResponse(status: status, headers: headers))
  }

  /// Bytes.
  ///
  /// - Parameters:
  ///   - data: The body.
  ///   - contentType: Its media type.
  ///   - status: The status code.
  ///   - headers: More header fields.
  public static func data(
    _ data: Data, contentType: String = "application/octet-stream", status: Int = 200, headers: HTTPHeaders = [:]
  ) -> Self {
    made(HTTPResponse(status: status, headers: headers.adding("Content-Type", contentType), body: data))
  }

  /// Text in UTF-8, with the parameters of ``data(_:contentType:status:headers:)``.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - contentType: The media type of the body.
  ///   - status: The status code.
  ///   - headers: The header fields.
  public static func text(
    _ text: String, contentType: String = "text/plain; charset=utf-8", status: Int = 200, headers: HTTPHeaders = [:]
  ) -> Self {
    data(Data(text.utf8), contentType: contentType, status: status, headers: headers)
  }

  /// A redirect, which an injected transport returns to its caller and a session follows.
  ///
  /// - Parameters:
  ///   - location: The new URL, absolute or relative to the request.
  ///   - status: The status code, from 300 to 399.
  public static func redirect(to location: String, status: Int = 302) -> Self {
    self.status(status, headers: ["Location": location])
  }
}

extension RequestMatcher {
  /// Returns a stub that answers with a status and no body.
  ///
  /// - Parameters:
  ///   - status: The status code.
  ///   - headers: The header fields.
  ///   - fileID: The file in which problems with the stub are recorded.
  ///   - filePath: The path of that file.
  ///   - line: The line at which problems with the stub are recorded.
  ///   - column: The column of the call.
  public func respond(
    status: Int, headers: HTTPHeaders = [:], fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column
  ) -> Stub {
    respond(
      with: .status(status, headers: headers),
      fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Returns a stub that answers with text in UTF-8.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - contentType: The media type of the body.
  ///   - status: The status code.
  ///   - headers: The header fields.
  ///   - fileID: The file in which problems with the stub are recorded.
  ///   - filePath: The path of that file.
  ///   - line: The line at which problems with the stub are recorded.
  ///   - column: The column of the call.
  public func respond(
    text: String, contentType: String = "text/plain; charset=utf-8", status: Int = 200, headers: HTTPHeaders = [:],
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) -> Stub {
    respond(
      with: .text(text, contentType: contentType, status: status, headers: headers), fileID: fileID, filePath: filePath,
      line: line, column: column)
  }

  /// Returns a stub that answers with bytes.
  ///
  /// - Parameters:
  ///   - data: The body.
  ///   - contentType: Its media type.
  ///   - status: The status code.
  ///   - headers: The header fields.
  ///   - fileID: The file in which problems with the stub are recorded.
  ///   - filePath: The path of that file.
  ///   - line: The line at which problems with the stub are recorded.
  ///   - column: The column of the call.
  public func respond(
    data: Data, contentType: String = "application/octet-stream", status: Int = 200, headers: HTTPHeaders = [:],
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) -> Stub {
    respond(
      with: .data(data, contentType: contentType, status: status, headers: headers), fileID: fileID, filePath: filePath,
      line: line, column: column)
  }

  /// Returns a stub that answers with text and the header fields of a variable, such as a dictionary.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - contentType: The media type of the body.
  ///   - status: The status code.
  ///   - headers: The header fields.
  ///   - fileID: The file in which problems with the stub are recorded.
  ///   - filePath: The path of that file.
  ///   - line: The line at which problems with the stub are recorded.
  ///   - column: The column of the call.
  @_disfavoredOverload public func respond(
    text: String, contentType: String = "text/plain; charset=utf-8", status: Int = 200,
    headers: some Collection<(key: String, value: String)>, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line, column: Int = #column
  ) -> Stub {
    respond(
      text: text, contentType: contentType, status: status, headers: HTTPHeaders(pairs: headers), fileID: fileID,
      filePath: filePath, line: line, column: column)
  }

  /// Returns a stub that answers with a status and the header fields of a variable, such as a dictionary.
  ///
  /// - Parameters:
  ///   - status: The status code.
  ///   - headers: The header fields.
  ///   - fileID: The file in which problems with the stub are recorded.
  ///   - filePath: The path of that file.
  ///   - line: The line at which problems with the stub are recorded.
  ///   - column: The column of the call.
  @_disfavoredOverload public func respond(
    status: Int, headers: some Collection<(key: String, value: String)>, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) -> Stub {
    respond(
      status: status, headers: HTTPHeaders(pairs: headers), fileID: fileID, filePath: filePath, line: line,
      column: column)
  }
}

/// A response, as it is.
private struct ResponseAnswer: AnswerKind {
  let response: HTTPResponse
  /// Whether its body was given beside its status, and not as a whole response.
  var isMade = false

  var problem: String? {
    let status = response.status
    if !(100...999).contains(status) {
      return "it answers with the status \(status), but a status has three digits, such as 200"
    }
    guard isMade, !response.body.isEmpty, status < 200 || status == 204 || status == 304 else { return nil }
    return "no client receives the body of an answer with \(status): leave the body out, as in "
      + ".respond(status: \(status)), or write another status"
  }

  var shown: String? {
    guard response.status == 200, response.headers["Content-Type"] == "application/json", response.body.count < 200,
      let json = try? JSONValue(parsing: response.body)
    else { return ".status(\(response.status))" }
    return ".json(\(Secrets.masked(json: json).swiftLiteral.shortened(to: 60)))"
  }
  var readyResponse: HTTPResponse? { response }

  func reply(to request: ReceivedRequest, on timeline: Timeline, after delay: Duration) async throws -> Answer.Reply {
    .whole(response)
  }
}
