extension Answer {
  /// The content of a fixture, with the content type of its name; a missing one fails the test when it is needed.
  ///
  /// A fixture named `*.http` is a whole response, whose status and header fields the answer has.
  ///
  /// - Parameters:
  ///   - name: The file's path inside the nearest `Fixtures` folder above the calling file.
  ///   - status: The status code; nil for an `*.http` file's own, or else 200.
  ///   - headers: Header fields that replace the file's.
  ///   - filePath: The calling file.
  public static func fixture(
    _ name: String, status: Int? = nil, headers: HTTPHeaders = [:], filePath: String = #filePath
  ) -> Self {
    fixture(Fixture(name, filePath: filePath), status: status, headers: headers)
  }

  /// The content of a fixture, with the content type of its name, or all of the response in an `*.http` file.
  ///
  /// - Parameters:
  ///   - fixture: The fixture.
  ///   - status: The status code.
  ///   - headers: The header fields.
  public static func fixture(_ fixture: Fixture, status: Int? = nil, headers: HTTPHeaders = [:]) -> Self {
    Self(FixtureAnswer(fixture: fixture, status: status, headers: headers))
  }

  /// The body of a fixture; nil if it cannot be read.
  package static func body(of fixture: Fixture) -> Data? {
    try? FixtureAnswer(fixture: fixture, status: nil, headers: [:]).response().body
  }
}

extension RequestMatcher {
  /// Returns a stub that answers with the content of a fixture, or all of the response in an `*.http` file.
  ///
  /// - Parameters:
  ///   - name: The file's path inside the nearest `Fixtures` folder above the calling file.
  ///   - status: The status code; nil for an `*.http` file's own, or else 200.
  ///   - headers: Header fields that replace the file's.
  ///   - fileID: The file in which problems with the stub are recorded.
  ///   - filePath: The path of that file.
  ///   - line: The line at which problems with the stub are recorded.
  ///   - column: The column of the call.
  public func respond(
    fixture name: String, status: Int? = nil, headers: HTTPHeaders = [:], fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) -> Stub {
    respond(
      fixture: Fixture(name, filePath: filePath), status: status, headers: headers, fileID: fileID, filePath: filePath,
      line: line, column: column)
  }

  /// Returns a stub that answers with the content of a fixture, or all of the response in an `*.http` file.
  public func respond(
    fixture: Fixture, status: Int? = nil, headers: HTTPHeaders = [:], fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) -> Stub {
    respond(
      with: .fixture(fixture, status: status, headers: headers), fileID: fileID, filePath: filePath, line: line,
      column: column)
  }
}

/// The content of a fixture; one that cannot be read fails the test when it is needed.
private struct FixtureAnswer: AnswerKind {
  let fixture: Fixture
  let status: Int?
  let headers: HTTPHeaders

  var shown: String? { ".fixture(\(fixture.name.swiftLiteral))" }
  var readyResponse: HTTPResponse? { try? response() }
  var isFile: Bool { true }

  func reply(to request: ReceivedRequest, on timeline: Timeline, after delay: Duration) async throws -> Answer.Reply {
    do { return .whole(try response()) } catch { throw UnusableAnswer(cause: error) }
  }

  func response() throws -> HTTPResponse {
    guard fixture.name.lowercased().hasSuffix(".http") else {
      return HTTPResponse(
        status: status ?? 200, headers: headers.adding("Content-Type", fixture.contentType), body: try fixture.data)
    }
    var response = try fixture.message.httpResponse()
    if let status { response.status = status }
    for name in Set(headers.map { $0.name.lowercased() }) { response.headers[name] = nil }
    for field in headers { response.headers.append(field.value, for: field.name) }
    return response
  }
}
