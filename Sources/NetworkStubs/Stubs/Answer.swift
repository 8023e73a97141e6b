/// The result that a stub gives back: a response, or an error.
public struct Answer: Sendable {
  enum Storage: Sendable {
    case response(HTTPResponse)
    case error(any Error)
    case closure(@Sendable (ReceivedRequest) async throws -> Answer)
    /// A response created when it is needed; if that fails, so does the test.
    case file(@Sendable () throws -> HTTPResponse)
    case stream(StreamScript)
    /// A body that the test sends.
    case live(HTTPStream)
    /// Nothing, until the request times out; in real time at once.
    case silence
    /// A fault, a delivery or a mutation of a whole answer; one that was made for another body fails the test.
    indirect case changed(Answer, Change)
    /// Bodies at a rate: the bytes of a second.
    indirect case throttled(Answer, rate: Int)
  }

  /// A change of a whole answer; an error of it, other than a ``SocketFault``, fails the test.
  package typealias Change = @Sendable (HTTPResponse, _ isOnSocket: Bool) throws -> Answer

  let storage: Storage
  /// The time that it takes; nil for the delay of its stub.
  package var delay: Delay?
  /// The reason why it cannot be given, if that is known when it is made.
  var mistake: String?
  package internal(set) var service: StubService?

  init(storage: Storage) { self.storage = storage }

  /// A response, unchanged.
  public static func response(_ response: HTTPResponse) -> Self { Self(storage: .response(response)) }

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
  ) -> Self { response(HTTPResponse(status: status, headers: headers.adding("Content-Type", contentType), body: data)) }

  /// Text in UTF-8, with the parameters of ``data(_:contentType:status:headers:)``.
  public static func text(
    _ text: String, contentType: String = "text/plain; charset=utf-8", status: Int = 200, headers: HTTPHeaders = [:]
  ) -> Self { data(Data(text.utf8), contentType: contentType, status: status, headers: headers) }

  /// The content of a fixture, with the content type of its name; a missing one fails the test when it is needed.
  ///
  /// A fixture named `*.http` is a whole response, whose status and header fields the answer has.
  ///
  /// - Parameters:
  ///   - name: The file's path inside the nearest `Fixtures` folder above the calling file.
  ///   - status: The status code; nil for that of an `*.http` file, and for 200.
  ///   - headers: Header fields that replace those of the file.
  ///   - filePath: The calling file.
  public static func fixture(
    _ name: String, status: Int? = nil, headers: HTTPHeaders = [:], filePath: String = #filePath
  ) -> Self { fixture(Fixture(name, filePath: filePath), status: status, headers: headers) }

  /// The content of a fixture, with the content type of its name, or all of the response in an `*.http` file.
  public static func fixture(_ fixture: Fixture, status: Int? = nil, headers: HTTPHeaders = [:]) -> Self {
    Self(
      storage: .file {
        guard fixture.name.lowercased().hasSuffix(".http") else {
          return HTTPResponse(
            status: status ?? 200, headers: headers.adding("Content-Type", fixture.contentType), body: try fixture.data)
        }
        var response = try fixture.message.httpResponse()
        if let status { response.status = status }
        for name in Set(headers.map { $0.name.lowercased() }) { response.headers[name] = nil }
        for field in headers { response.headers.append(field.value, for: field.name) }
        return response
      })
  }

  /// An error in place of a response, as `URLSession` would throw it.
  ///
  /// - Parameter code: The error's code, such as `.notConnectedToInternet`.
  public static func error(_ code: URLError.Code) -> Self { error(URLError(code)) }

  /// An error in place of a response.
  public static func error(_ error: any Error) -> Self { Self(storage: .error(error)) }

  /// A redirect, which an injected transport returns to its caller and a session follows.
  ///
  /// - Parameters:
  ///   - location: The new URL, absolute or relative to the request.
  ///   - status: The status code, from 300 to 399.
  public static func redirect(to location: String, status: Int = 302) -> Self {
    self.status(status, headers: ["Location": location])
  }

  /// The reason why no server answers so; nil if one may.
  var problem: String? {
    switch storage {
    case .response(let response) where !(100...999).contains(response.status):
      "it answers with the status \(response.status), but a status has three digits, such as 200"
    case .throttled(let answer, _), .changed(let answer, _): answer.problem
    default: mistake
    }
  }

  /// Returns the answer as changed when it is whole.
  package func changed(_ change: @escaping Change) -> Self {
    var answer = Answer(storage: .changed(self, change))
    answer.delay = delay
    return answer
  }

  /// The body of a fixture; nil if it cannot be read.
  package static func body(of fixture: Fixture) -> Data? {
    if case .file(let read) = Self.fixture(fixture).storage { try? read().body } else { nil }
  }

  /// Silence, which takes no time in real time.
  package static let silence = Self(storage: .silence)

  package static func closure(_ closure: @escaping @Sendable (ReceivedRequest) async throws -> HTTPResponse) -> Self {
    Self(storage: .closure { .response(try await closure($0)) })
  }
}

extension HTTPHeaders {
  /// Returns the fields with one more, unless it is already there.
  func adding(_ name: String, _ value: String) -> Self {
    var copy = self
    if copy[name] == nil { copy.append(value, for: name) }
    return copy
  }
}
