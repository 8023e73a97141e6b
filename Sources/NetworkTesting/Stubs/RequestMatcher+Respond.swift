public import Foundation
public import NetworkEndpoints
public import Testing

extension RequestMatcher {
  /// A stub with one answer, given to every request that matches.
  ///
  /// - Parameters:
  ///   - answer: The answer.
  ///   - sourceLocation: Where problems with the stub are recorded.
  public func respond(with answer: Answer, sourceLocation: SourceLocation = #_sourceLocation) -> Stub {
    Stub(definition: StubDefinition(matcher: self, answers: [answer], place: .line(sourceLocation)))
  }

  /// A stub with several answers in order, each given once; then it is used up, unless ``Stub/repeatingLast()`` is added.
  ///
  /// - Parameters:
  ///   - first: The first answer.
  ///   - others: The answers after it.
  ///   - sourceLocation: Where problems with the stub are recorded.
  public func respond(
    inOrder first: Answer, _ others: Answer..., sourceLocation: SourceLocation = #_sourceLocation
  ) -> Stub {
    Stub(definition: StubDefinition(matcher: self, answers: [first] + others, place: .line(sourceLocation)))
  }

  /// A stub that answers with a status and no body.
  ///
  /// - Parameters:
  ///   - status: The status code.
  ///   - headers: Header fields.
  ///   - sourceLocation: Where problems with the stub are recorded.
  public func respond(
    status: Int, headers: HTTPHeaders = [:], sourceLocation: SourceLocation = #_sourceLocation
  ) -> Stub {
    respond(with: .status(status, headers: headers), sourceLocation: sourceLocation)
  }

  /// A stub that answers with JSON.
  ///
  /// - Parameters:
  ///   - value: The body, as a literal such as `["title": "Tea"]`.
  ///   - status: The status code.
  ///   - headers: More header fields.
  ///   - sourceLocation: Where problems with the stub are recorded.
  public func respond(
    json value: JSONValue, status: Int = 200, headers: HTTPHeaders = [:],
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Stub {
    respond(with: .json(value, status: status, headers: headers), sourceLocation: sourceLocation)
  }

  /// A stub that answers with a value as JSON.
  ///
  /// - Parameters:
  ///   - value: The body.
  ///   - status: The status code.
  ///   - headers: More header fields.
  ///   - encoder: The encoder to use in place of the standard one.
  ///   - sourceLocation: Where problems with the stub are recorded.
  @_disfavoredOverload
  public func respond(
    json value: some Encodable, status: Int = 200, headers: HTTPHeaders = [:], encoder: JSONEncoder = .stable,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Stub {
    respond(with: .json(value, status: status, headers: headers, encoder: encoder), sourceLocation: sourceLocation)
  }

  /// A stub that answers with an object of mixed values as JSON, such as a literal of variables.
  ///
  /// - Parameters:
  ///   - object: The body. Its values are encodable, or what `JSONSerialization` has.
  ///   - status: The status code.
  ///   - headers: More header fields.
  ///   - sourceLocation: Where problems with the stub are recorded.
  @_disfavoredOverload
  public func respond(
    json object: [String: Any], status: Int = 200, headers: HTTPHeaders = [:],
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Stub {
    respond(with: .json(object, status: status, headers: headers), sourceLocation: sourceLocation)
  }

  /// A stub whose answer is made from the request.
  ///
  /// - Parameters:
  ///   - sourceLocation: Where problems with the stub are recorded.
  ///   - respond: Makes the answer; the caller gets the error that it throws.
  public func respond(
    sourceLocation: SourceLocation = #_sourceLocation,
    _ respond: @escaping @Sendable (ReceivedRequest) async throws -> HTTPResponse
  ) -> Stub {
    self.respond(with: .closure(respond), sourceLocation: sourceLocation)
  }

  /// Says what a number alone means.
  @available(*, unavailable, message: "write respond(status: …)")
  public func respond(_ status: Int) -> Stub { respond(status: status) }
}
