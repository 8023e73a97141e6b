public import NetworkEndpoints
public import Testing

extension Stub {
  /// A stub that answers an endpoint with its sample.
  ///
  /// - Parameters:
  ///   - endpoint: The endpoint; one without a sample answers with an error that fails the test.
  ///   - sourceLocation: Where problems with the stub are recorded.
  public static func sample<Kind, Response>(
    of endpoint: Endpoint<Kind, Response>, sourceLocation: SourceLocation = #_sourceLocation
  ) -> Stub {
    let path = endpoint.path.hasPrefix("/") ? endpoint.path : "/" + endpoint.path
    var matcher = RequestMatcher(method: endpoint.method, url: URLPattern(literalPath: path))
    for item in endpoint.queryItems { matcher = matcher.query(item.name, item.value.map(TextPattern.exactly)) }
    let answer = endpoint.sample.map(Answer.response) ?? .missingSample(of: "\(endpoint)")
    return matcher.respond(with: answer, sourceLocation: sourceLocation)
  }
}

extension MockTransport {
  /// Creates a transport that answers endpoints with their samples, each of which may be used or not.
  ///
  /// - Parameters:
  ///   - endpoints: The endpoints.
  ///   - sourceLocation: Where problems are recorded.
  public init<each Kind, each Response>(
    samplesOf endpoints: repeat Endpoint<each Kind, each Response>, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    var stubs: [Stub] = []
    repeat stubs.append(Stub.sample(of: each endpoints, sourceLocation: sourceLocation).optional())
    self.init(stubs, sourceLocation: sourceLocation)
  }
}

/// An endpoint was to be answered with its sample, and has none.
struct MissingSampleError: Error, CustomStringConvertible {
  let endpoint: String

  var description: String {
    "The endpoint \(endpoint) has no sample. Give it one, as in Endpoint(…, sample: .json(…))."
  }
}

extension Answer {
  fileprivate static func missingSample(of endpoint: String) -> Answer {
    Answer(storage: .file { throw MissingSampleError(endpoint: endpoint) })
  }
}
