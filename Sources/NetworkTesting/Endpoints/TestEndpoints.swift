public import Foundation
public import NetworkEndpoints
public import Testing

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

extension EndpointKinds {
  /// Endpoints invented for a test, which need nothing and add nothing.
  public enum Stub: EndpointKind {
    /// Leaves the request as it is.
    public static func prepare(_ request: inout URLRequest, with data: Void) {}
  }
}

extension URLHost {
  /// The URL that a request to this host must have, made from text alone, to compare with what endpoints make.
  ///
  /// - Parameter path: What follows the host, percent-encoded, with a query where there is one: `"path?a=1"`.
  /// - Returns: The URL.
  /// - Throws: `URLError.badURL` if that is not a URL.
  public func expectedURL(withPath path: String) throws -> URL {
    let base = rawValue.contains("://") ? rawValue : "https://" + rawValue
    let separator = base.hasSuffix("/") || path.hasPrefix("/") ? "" : "/"
    guard let url = URL(string: base + separator + path) else { throw URLError(.badURL) }
    return url
  }
}

extension Stub {
  /// A stub that answers an endpoint with its sample.
  ///
  /// - Parameters:
  ///   - endpoint: The endpoint; one without a sample answers with an error that fails the test.
  ///   - sourceLocation: Where problems with the stub are recorded.
  public static func sample<Kind, Response>(
    of endpoint: Endpoint<Kind, Response>, sourceLocation: SourceLocation = #_sourceLocation
  ) -> Stub {
    var matcher = RequestMatcher(method: endpoint.method, url: URLPattern(literalPath: endpoint.rootedPath))
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

extension Answer {
  fileprivate static func missingSample(of endpoint: String) -> Answer {
    Answer(storage: .file { throw MissingSampleError(request: endpoint, endpoint: endpoint, others: []) })
  }
}
