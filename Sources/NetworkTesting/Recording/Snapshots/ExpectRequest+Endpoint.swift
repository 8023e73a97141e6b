public import NetworkEndpoints
public import NetworkFixtures
public import Testing

/// Compares the request that an endpoint makes with the one in a `.http` file; a difference is an issue.
///
/// - Parameters:
///   - endpoint: The endpoint.
///   - data: What its request is made with, such as an access token.
///   - host: The host; nil for the ambient one.
///   - name: The file's path in the nearest `Fixtures` folder above the calling file.
///   - mode: Whether to write; nil for what `NETWORK_TESTING_RECORD` says, and never without it.
///   - redaction: What is taken out before anything is written, and makes no difference.
///   - sourceLocation: Where a difference is recorded.
///   - filePath: The calling file.
/// - Throws: As the function for a `URLRequest`, and what making the request throws.
public func expectRequest<Kind: EndpointKind, Response>(
  of endpoint: Endpoint<Kind, Response>, with data: Kind.RequestData, host: URLHost? = nil, matches name: String,
  mode: RecordMode? = nil, redaction: Redaction = .standard, sourceLocation: SourceLocation = #_sourceLocation,
  filePath: String = #filePath
) throws {
  let request = try endpoint.makeRequest(with: data, host: host ?? AmbientNetwork.current.host)
  try expectRequest(
    request, matches: name, mode: mode, redaction: redaction, sourceLocation: sourceLocation, filePath: filePath)
}

/// Compares the request that an endpoint makes with the one in a `.http` file; a difference is an issue.
///
/// - Parameters:
///   - endpoint: An endpoint that needs nothing more.
///   - host: The host; nil for the ambient one.
///   - name: The file's path in the nearest `Fixtures` folder above the calling file.
///   - mode: Whether to write; nil for what `NETWORK_TESTING_RECORD` says, and never without it.
///   - redaction: What is taken out before anything is written, and makes no difference.
///   - sourceLocation: Where a difference is recorded.
///   - filePath: The calling file.
/// - Throws: As the function for a `URLRequest`, and what making the request throws.
public func expectRequest<Kind: EndpointKind, Response>(
  of endpoint: Endpoint<Kind, Response>, host: URLHost? = nil, matches name: String,
  mode: RecordMode? = nil, redaction: Redaction = .standard, sourceLocation: SourceLocation = #_sourceLocation,
  filePath: String = #filePath
) throws where Kind.RequestData == Void {
  let request = try endpoint.makeRequest(with: (), host: host ?? AmbientNetwork.current.host)
  try expectRequest(
    request, matches: name, mode: mode, redaction: redaction, sourceLocation: sourceLocation, filePath: filePath)
}

/// Compares the request that something makes that can be loaded with the one in a `.http` file; a difference is an issue.
///
/// - Parameters:
///   - loadable: What makes the request.
///   - data: What its request is made with, such as an access token.
///   - host: The host; nil for the ambient one.
///   - name: The file's path in the nearest `Fixtures` folder above the calling file.
///   - mode: Whether to write; nil for what `NETWORK_TESTING_RECORD` says, and never without it.
///   - redaction: What is taken out before anything is written, and makes no difference.
///   - sourceLocation: Where a difference is recorded.
///   - filePath: The calling file.
/// - Throws: As the function for a `URLRequest`, and what making the request throws.
public func expectRequest<L: Loadable>(
  of loadable: L, with data: L.RequestData, host: URLHost? = nil, matches name: String,
  mode: RecordMode? = nil, redaction: Redaction = .standard, sourceLocation: SourceLocation = #_sourceLocation,
  filePath: String = #filePath
) throws {
  let request = try loadable.makeRequest(with: data, host: host ?? AmbientNetwork.current.host)
  try expectRequest(
    request, matches: name, mode: mode, redaction: redaction, sourceLocation: sourceLocation, filePath: filePath)
}
