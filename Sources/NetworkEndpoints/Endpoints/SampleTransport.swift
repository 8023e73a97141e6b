public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// A transport that answers endpoints with their samples, for previews and a demo mode, without a network.
///
/// ```swift
/// #Preview {
///   Favourites(loader: EndpointLoader(transport: SampleTransport(samplesOf: Endpoint.latestItem), host: "demo"))
/// }
/// ```
///
/// It is part of the app, and asks nothing of it: a test wants `MockTransport(samplesOf:)`, which remembers what it was asked.
public struct SampleTransport: HTTPTransport {
  private struct Sample: Sendable {
    let name: String
    let method: HTTPMethod
    /// Encoded, from the slash on.
    let path: String
    let query: String?
    let response: HTTPResponse?
  }

  private var samples: [Sample] = []
  private var delay: Duration = .zero
  private var clock: any Clock<Duration> = ContinuousClock()
  private var error: URLError?

  /// Creates a transport that answers endpoints with their samples.
  ///
  /// - Parameter endpoints: The endpoints. Where several have a path, one with the request's query answers, or else the first.
  public init<each Kind, each Response>(samplesOf endpoints: repeat Endpoint<each Kind, each Response>) {
    repeat add(each endpoints)
  }

  private mutating func add<Kind, Response>(_ endpoint: Endpoint<Kind, Response>) {
    samples.append(
      Sample(
        name: endpoint.description, method: endpoint.method, path: PercentCoding.path(endpoint.rootedPath),
        query: PercentCoding.query(endpoint.queryItems), response: endpoint.sample))
  }

  /// The same, each answer after a while, to show what is seen meanwhile.
  ///
  /// - Parameters:
  ///   - delay: How long an answer takes.
  ///   - clock: The clock on which it does.
  public func delayed(by delay: Duration, on clock: some Clock<Duration> = ContinuousClock()) -> Self {
    var copy = self
    copy.delay = delay
    copy.clock = clock
    return copy
  }

  /// The same, with an error in place of each answer, to show what is seen then.
  ///
  /// - Parameter code: The error's code, as a session throws it.
  public func failing(with code: URLError.Code = .notConnectedToInternet) -> Self {
    var copy = self
    copy.error = URLError(code)
    return copy
  }

  /// Answers a request with the sample of the endpoint that it is of.
  ///
  /// - Parameter request: The request, to any host.
  /// - Returns: The sample.
  /// - Throws: ``MissingSampleError`` where no endpoint has one for it; the error of ``failing(with:)``; `URLError.cancelled`
  ///   when the task is cancelled.
  public func send(_ request: URLRequest) async throws -> HTTPResponse {
    do {
      if delay > .zero { try await clock.sleep(for: delay) }
      try Task.checkCancellation()
    } catch {
      throw URLError(.cancelled)
    }
    if let error { throw error }
    let parts = request.url.flatMap { URLComponents(url: $0, resolvingAgainstBaseURL: false) }
    let path = parts?.percentEncodedPath ?? ""
    let method = HTTPMethod(rawValue: request.httpMethod ?? "GET")
    // A host may have a path of its own before the endpoint's; the longest says most.
    let fitting = samples.filter { $0.method == method && path.hasSuffix($0.path) }
    let longest = fitting.map(\.path.count).max()
    let nearest = fitting.filter { $0.path.count == longest }
    let sample = nearest.first { $0.query == parts?.percentEncodedQuery } ?? nearest.first
    guard var response = sample?.response else {
      throw MissingSampleError(
        request: "\(request.httpMethod ?? "GET") \(path)", endpoint: sample?.name, others: samples.map(\.name))
    }
    if response.url == nil { response.url = request.url }
    return response
  }
}

extension Endpoint {
  /// The path from the slash on, not encoded, as samples are found by it: here, and by the stubs of a test.
  package var rootedPath: String { path.hasPrefix("/") ? path : "/" + path }
}

/// No sample answers a request.
public struct MissingSampleError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The request's method and path.
  public let request: String
  /// The endpoint that it is of; nil where the transport was given none.
  public let endpoint: String?
  /// The endpoints that the transport was given.
  public let others: [String]

  package init(request: String, endpoint: String?, others: [String]) {
    (self.request, self.endpoint, self.others) = (request, endpoint, others)
  }

  /// What happened, what was there, and what to do.
  public var description: String {
    if let endpoint {
      return "The endpoint \(endpoint) has no sample. Give it one, as in Endpoint(…, sample: .json(…))."
    }
    return """
      No sample answers \(request.shortened(to: 200)): the transport has \(others.isEmpty ? "no endpoint" : others.inWords).
      Add its endpoint, as in SampleTransport(samplesOf: Endpoint.latestItem).
      """
  }
}
