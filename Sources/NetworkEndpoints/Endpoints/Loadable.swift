/// A value that an ``EndpointLoader`` can load, which creates a request and parses the answer.
///
/// ``Endpoint`` is one. Conform a type of your own if a request and its parsing already belong together.
public protocol Loadable<RequestData, Response>: Sendable {
  /// The data that the caller must supply; `Void` for none.
  associatedtype RequestData: Sendable
  /// The value of an answer.
  associatedtype Response: Sendable

  /// Creates the request.
  ///
  /// - Parameters:
  ///   - data: The caller's data.
  ///   - host: The host of the request; nil if neither the loader nor its scope has one.
  /// - Throws: An error if no request can be created.
  func makeRequest(with data: RequestData, host: URLHost?) throws -> URLRequest

  /// Parses an answer whose status is in 200..<300.
  ///
  /// - Parameter response: The answer.
  /// - Throws: A `DecodingError`, which the loader turns into a ``LoadError``, or another error, which the loader rethrows.
  func parse(_ response: HTTPResponse) throws -> Response
}

extension Endpoint: Loadable {
  /// Creates the request that this endpoint describes.
  ///
  /// - Parameters:
  ///   - data: The data for the endpoint's kind, such as a token.
  ///   - host: The host of the request; nil for the ambient host.
  /// - Returns: The request, with everything percent-encoded.
  /// - Throws: ``InvalidEndpointError`` with the endpoint and the reason; any error of the kind's `prepare`.
  public func makeRequest(with data: Kind.RequestData, host: URLHost? = nil) throws -> URLRequest {
    do {
      var request = URLRequest(url: try url(on: host))
      // Setting the method takes a while, and a new request has this one.
      if method != .get { request.httpMethod = try checkedMethod() }
      if let timeout { request.timeoutInterval = max(0.001, timeout / .seconds(1)) }
      if let body { try add(body, to: &request) }
      for field in headers { try add(field, to: &request) }
      try Kind.prepare(&request, with: data)
      return request
    } catch let error as InvalidEndpointError {
      throw error.naming(description)
    }
  }

  /// Parses an answer with the endpoint's parser.
  ///
  /// - Parameter response: The answer.
  /// - Throws: Any error of the parser.
  public func parse(_ response: HTTPResponse) throws -> Response { try self.response.parse(response) }

  private func url(on host: URLHost?) throws -> URL {
    guard let host = host ?? .current else {
      throw InvalidEndpointError(
        .missingHost, reason: "it has no host: name one, as in EndpointLoader(host:), or use a host trait in a test")
    }
    let start = path.prefix(8).lowercased()
    if start.hasPrefix("https://") || start.hasPrefix("http://") {
      throw InvalidEndpointError(
        .invalidPath,
        reason:
          "its path is a whole URL; give the loader the scheme and host, and the endpoint only the path"
      )
    }
    if path.contains("?") { throw InvalidEndpointError(.invalidPath, reason: queryProblem) }
    return try host.url(encodedPath: PercentCoding.path(path), encodedQuery: PercentCoding.query(queryItems))
  }

  /// The remedy for a query in the path, without its values, since they may be secrets.
  private var queryProblem: String {
    let query = path.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).last ?? ""
    let items = query.split(separator: "&").prefix(4).map { item in
      let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return "URLQueryItem(name: \((parts.first.map(String.init) ?? "").shortened(to: 60).quoted), value: …)"
    }
    return """
      its path has a question mark: give a query as queryItems: [\(items.joined(separator: ", "))], and write %3F for a \
      question mark that belongs to the path
      """
  }

  private func checkedMethod() throws -> String {
    let name = method.rawValue
    guard !name.isEmpty, name.utf8.allSatisfy(ASCIISet.token.contains) else {
      throw InvalidEndpointError(.invalidMethod, reason: "\(name.quoted) is not a method, such as GET")
    }
    return name
  }

  private func add(_ body: RequestBody, to request: inout URLRequest) throws {
    do { request.httpBody = try body.encode() } catch let error as InvalidEndpointError {
      throw error
    } catch {
      throw InvalidEndpointError(
        .invalidBody, reason: "its body could not be encoded: \(error.codingProblem)", underlyingError: error)
    }
    if let contentType = body.contentType, headers["Content-Type"] == nil {
      try add(HTTPHeaders.Field(name: "Content-Type", value: contentType), to: &request)
    }
  }

  private func add(_ field: HTTPHeaders.Field, to request: inout URLRequest) throws {
    try field.check()
    if field.hasName("Cookie"), let cookies = request.value(forHTTPHeaderField: field.name) {
      // The one list that is not joined by commas (RFC 6265, section 4.2.1).
      request.setValue("\(cookies); \(field.value)", forHTTPHeaderField: field.name)
    } else {
      request.addValue(field.value, forHTTPHeaderField: field.name)
    }
  }
}

extension Endpoint where Kind.RequestData == Void {
  /// Creates the request that this endpoint describes.
  ///
  /// - Parameter host: The host of the request; nil for the ambient host.
  /// - Returns: The request, with everything percent-encoded.
  /// - Throws: ``InvalidEndpointError`` with the endpoint and the reason; any error of the kind's `prepare`.
  public func makeRequest(host: URLHost? = nil) throws -> URLRequest { try makeRequest(with: (), host: host) }
}
