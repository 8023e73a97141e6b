/// Compares a request with the one in a `.http` file; a difference is an issue.
///
/// ```swift
/// @Test func createsItem() throws {
///   try expectRequest(of: .createItem, with: Item(title: "Tea"), host: "test", matches: "requests/create-item.http")
/// }
/// ```
///
/// The method, the target and the body must be equal; JSON is compared by value. The request must have all header fields of the
/// file, and may have more. Secrets are not compared, because they are redacted in the file. A file without a `Host` field accepts
/// any host.
///
/// The file is written if `NETWORK_TESTING_RECORD` or `mode` says so: ``RecordMode/missing`` writes a missing file,
/// ``RecordMode/all`` replaces it.
///
/// - Parameters:
///   - request: The request.
///   - name: The file's path in the nearest `Fixtures` folder above the calling file.
///   - folder: The fixture folder, such as `.bundle(.module)`; nil for the nearest one.
///   - mode: Whether to write; by default as in `NETWORK_TESTING_RECORD`, and never without it.
///   - redaction: The rules for secrets, which are removed from the file and not compared.
///   - sourceLocation: The location of issues.
///   - filePath: The calling file.
/// - Throws: A `FixtureError`, a `RecordingFileError` or an `HTTPMessageError` about the file; a ``RecordingError`` about the
/// environment.
public func expectRequest(
  _ request: URLRequest, matches name: String, in folder: FixtureFolder? = nil, mode: RecordMode? = nil,
  redaction: Redaction = .standard,
  sourceLocation: SourceLocation = #_sourceLocation, filePath: String = #filePath
) throws {
  let snapshot = RequestSnapshot(Fixture(name, in: folder ?? .nearest(to: filePath)), redaction: redaction)
  let problem = try snapshot.problem(of: ReceivedRequest(request), mode: mode, in: .current)
  if let problem { Problem(text: problem, sourceLocation: sourceLocation).record() }
}

/// Compares a request that a transport received with the one in a `.http` file; a difference is an issue.
///
/// - Parameters:
///   - request: The request, such as one of `MockTransport.requests`.
///   - name: The file's path in the nearest `Fixtures` folder above the calling file.
///   - folder: The fixture folder, such as `.bundle(.module)`; nil for the nearest one.
///   - mode: Whether to write; by default as in `NETWORK_TESTING_RECORD`, and never without it.
///   - redaction: The rules for secrets, which are removed from the file and not compared.
///   - sourceLocation: The location of issues.
///   - filePath: The calling file.
/// - Throws: As the function for a `URLRequest`.
public func expectRequest(
  _ request: ReceivedRequest, matches name: String, in folder: FixtureFolder? = nil, mode: RecordMode? = nil,
  redaction: Redaction = .standard,
  sourceLocation: SourceLocation = #_sourceLocation, filePath: String = #filePath
) throws {
  try expectRequest(
    request.urlRequest, matches: name, in: folder, mode: mode, redaction: redaction, sourceLocation: sourceLocation,
    filePath: filePath)
}

/// Compares the request of an endpoint with the one in a `.http` file; a difference is an issue.
///
/// - Parameters:
///   - endpoint: The endpoint.
///   - data: The data of its request, such as an access token.
///   - host: The host; nil for the ambient one.
///   - name: The file's path in the nearest `Fixtures` folder above the calling file.
///   - folder: The fixture folder, such as `.bundle(.module)`; nil for the nearest one.
///   - mode: Whether to write; by default as in `NETWORK_TESTING_RECORD`, and never without it.
///   - redaction: The rules for secrets, which are removed from the file and not compared.
///   - sourceLocation: The location of issues.
///   - filePath: The calling file.
/// - Throws: As the function for a `URLRequest`, and any error of creating the request.
public func expectRequest<Kind: EndpointKind, Response>(
  of endpoint: Endpoint<Kind, Response>, with data: Kind.RequestData, host: URLHost? = nil, matches name: String,
  in folder: FixtureFolder? = nil, mode: RecordMode? = nil, redaction: Redaction = .standard,
  sourceLocation: SourceLocation = #_sourceLocation,
  filePath: String = #filePath
) throws {
  let request = try endpoint.makeRequest(with: data, host: host ?? AmbientNetwork.current.host)
  try expectRequest(
    request, matches: name, in: folder, mode: mode, redaction: redaction, sourceLocation: sourceLocation,
    filePath: filePath)
}

/// Compares the request of an endpoint with the one in a `.http` file; a difference is an issue.
///
/// - Parameters:
///   - endpoint: An endpoint that needs no data.
///   - host: The host; nil for the ambient one.
///   - name: The file's path in the nearest `Fixtures` folder above the calling file.
///   - folder: The fixture folder, such as `.bundle(.module)`; nil for the nearest one.
///   - mode: Whether to write; by default as in `NETWORK_TESTING_RECORD`, and never without it.
///   - redaction: The rules for secrets, which are removed from the file and not compared.
///   - sourceLocation: The location of issues.
///   - filePath: The calling file.
/// - Throws: As the function for a `URLRequest`, and any error of creating the request.
public func expectRequest<Kind: EndpointKind, Response>(
  of endpoint: Endpoint<Kind, Response>, host: URLHost? = nil, matches name: String,
  in folder: FixtureFolder? = nil, mode: RecordMode? = nil, redaction: Redaction = .standard,
  sourceLocation: SourceLocation = #_sourceLocation,
  filePath: String = #filePath
) throws where Kind.RequestData == Void {
  let request = try endpoint.makeRequest(with: (), host: host ?? AmbientNetwork.current.host)
  try expectRequest(
    request, matches: name, in: folder, mode: mode, redaction: redaction, sourceLocation: sourceLocation,
    filePath: filePath)
}

/// Compares the request of a loadable with the one in a `.http` file; a difference is an issue.
///
/// - Parameters:
///   - loadable: The loadable.
///   - data: The data of its request, such as an access token.
///   - host: The host; nil for the ambient one.
///   - name: The file's path in the nearest `Fixtures` folder above the calling file.
///   - folder: The fixture folder, such as `.bundle(.module)`; nil for the nearest one.
///   - mode: Whether to write; by default as in `NETWORK_TESTING_RECORD`, and never without it.
///   - redaction: The rules for secrets, which are removed from the file and not compared.
///   - sourceLocation: The location of issues.
///   - filePath: The calling file.
/// - Throws: As the function for a `URLRequest`, and any error of creating the request.
public func expectRequest<L: Loadable>(
  of loadable: L, with data: L.RequestData, host: URLHost? = nil, matches name: String,
  in folder: FixtureFolder? = nil, mode: RecordMode? = nil, redaction: Redaction = .standard,
  sourceLocation: SourceLocation = #_sourceLocation,
  filePath: String = #filePath
) throws {
  let request = try loadable.makeRequest(with: data, host: host ?? AmbientNetwork.current.host)
  try expectRequest(
    request, matches: name, in: folder, mode: mode, redaction: redaction, sourceLocation: sourceLocation,
    filePath: filePath)
}

/// A request in a file, for comparison with one from code.
struct RequestSnapshot {
  private let fixture: Fixture
  private let redaction: Redaction

  init(_ fixture: Fixture, redaction: Redaction) {
    self.fixture = fixture
    self.redaction = redaction
  }

  /// Returns the problem with a request, after the file was written if the mode says so, or nil.
  func problem(of request: ReceivedRequest, mode: RecordMode?, in environment: RecordingEnvironment) throws -> String? {
    let fileExists = try fixture.exists
    let plan = try RecordingPlan(
      environment.mode(stated: mode), fileExists: fileExists, in: environment)
    if plan.records, plan.replaces || !fileExists {
      try fixture.write(HTTPMessage.request(request.urlRequest), redaction: redaction)
      return nil
    }
    let source = RecordingSource(
      name: fixture.name, isMissing: !fileExists, isRecordable: mode != .never, refusal: plan.refusal)
    guard fileExists else { return Self.missing(request, source, near: nearNames) }
    return try difference(of: request, from: try fixture.message, source)
  }

  private func difference(
    of request: ReceivedRequest, from message: HTTPMessage, _ source: RecordingSource
  ) throws -> String? {
    let recorded = try message.urlRequest(host: URLHost(rawValue: "https://\(request.url?.host ?? "localhost")"))
    let entry = HAR.Entry(RecordedExchange(request: recorded, response: HTTPResponse(), started: Date()))
    var index = RecordingIndex([entry], matching: parts(of: message), redaction: redaction) { try HAR.refuseFile($0) }
    if case .unused = index.take(request.urlRequest, number: 1) { return nil }
    let normalized = ReceivedRequest(redaction.normalized(request.urlRequest))
    let findings = index.findings(of: 0, .explaining(normalized))
    var lines = ["\("\(request)".shortened(to: 300)) is not the request in \(source): \(findings.difference).", ""]
    lines += findings.lines() + [""]
    lines += source.advice(writing: "all", "If the request is wrong, fix the app. If it is right, re-record it:")
    return request.masking.masked(report: lines.joined(separator: "\n")).cutForFailure
  }

  /// Returns the parts that the file has, and no others.
  private func parts(of message: HTTPMessage) -> Set<RequestPart> {
    var parts: Set<RequestPart> = [.method, .path, .query, .body]
    if message.headers["Host"] != nil { parts.insert(.origin) }
    for field in message.headers where !["host", "content-length"].contains(field.name.lowercased()) {
      // Each request has a boundary of its own.
      if field.value.lowercased().hasPrefix("multipart/") { continue }
      parts.insert(.header(field.name))
    }
    return parts
  }

  /// The names of files that look like the one that is missing.
  private var nearNames: [String] {
    do {
      _ = try fixture.message
      return []
    } catch {
      return (error as? FixtureError)?.nearNames ?? []
    }
  }

  private static func missing(_ request: ReceivedRequest, _ source: RecordingSource, near: [String]) -> String {
    let names = near.isEmpty ? [] : ["Similar names: \(near.quotedList)", ""]
    let introduction = near.isEmpty ? "To write it," : "Correct the name, or write the file:"
    let headline = "There is no \(source) to compare \("\(request)".shortened(to: 300)) with."
    let advice = source.advice(writing: "missing", "\(introduction) run the test once:")
    return ([headline, ""] + names + advice).joined(separator: "\n")
  }
}
