/// Something an ``EndpointLoader`` can load: it makes a request and reads the answer.
///
/// ``Endpoint`` is one. Conform a type of your own where a request and its parsing already live together.
public protocol Loadable<RequestData, Response>: Sendable {
  /// What the caller must supply; `Void` for nothing.
  associatedtype RequestData: Sendable
  /// What an answer becomes.
  associatedtype Response: Sendable

  /// Makes the request.
  ///
  /// - Parameters:
  ///   - data: What the caller supplied.
  ///   - host: Where the request goes; nil where neither the loader nor its surroundings name a host.
  /// - Throws: Why no request can be made.
  func makeRequest(with data: RequestData, host: URLHost?) throws -> URLRequest

  /// Reads an answer whose status is in 200..<300.
  ///
  /// - Parameter response: The answer.
  /// - Throws: A `DecodingError`, which the loader turns into a ``LoadError``, or another error, which the loader rethrows.
  func parse(_ response: HTTPResponse) throws -> Response
}

extension Endpoint: Loadable {
  /// Makes the request that this endpoint describes.
  ///
  /// - Parameters:
  ///   - data: What the endpoint's kind needs, such as a token.
  ///   - host: Where the request goes; nil for the ambient host.
  /// - Returns: The request, with everything percent-encoded.
  /// - Throws: ``InvalidEndpointError`` with the endpoint and the reason; what the kind's `prepare` throws.
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

  /// Reads an answer with the endpoint's parser.
  ///
  /// - Parameter response: The answer.
  /// - Throws: What the parser throws.
  public func parse(_ response: HTTPResponse) throws -> Response {
    try self.response.parse(response)
  }

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
          "its path is a whole URL; give the scheme and host to the loader as its host, and only the path to the endpoint"
      )
    }
    if path.contains("?") { throw InvalidEndpointError(.invalidPath, reason: queryProblem) }
    return try host.url(encodedPath: PercentCoding.path(path), encodedQuery: PercentCoding.query(queryItems))
  }

  /// What to write in place of a query in the path; values are left out, since they may be secrets.
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
  /// Makes the request that this endpoint describes.
  ///
  /// - Parameter host: Where the request goes; nil for the ambient host.
  /// - Returns: The request, with everything percent-encoded.
  /// - Throws: ``InvalidEndpointError`` with the endpoint and the reason; what the kind's `prepare` throws.
  public func makeRequest(host: URLHost? = nil) throws -> URLRequest {
    try makeRequest(with: (), host: host)
  }
}
