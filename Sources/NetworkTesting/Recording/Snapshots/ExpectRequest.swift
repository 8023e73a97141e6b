import NetworkEndpoints
public import NetworkFixtures
public import Testing

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// Compares a request with the one in a `.http` file; a difference is an issue.
///
/// ```swift
/// @Test func createsItem() throws {
///   try expectRequest(of: .createItem, with: Item(title: "Tea"), host: "test", matches: "requests/create-item.http")
/// }
/// ```
///
/// The method, the target and the body must be the same, JSON by what it says; the header fields must have what the file
/// has, and may have more. Secrets make no difference: they are redacted in the file. A file without a `Host` field is
/// right for any host.
///
/// The file is written where `NETWORK_TESTING_RECORD` or `mode` says so: ``RecordMode/missing`` writes one that is not there,
/// ``RecordMode/all`` writes it anew.
///
/// - Parameters:
///   - request: The request.
///   - name: The file's path in the nearest `Fixtures` folder above the calling file.
///   - mode: Whether to write; nil for what `NETWORK_TESTING_RECORD` says, and never without it.
///   - redaction: What is taken out before anything is written, and makes no difference.
///   - sourceLocation: Where a difference is recorded.
///   - filePath: The calling file.
/// - Throws: A `FixtureError`, a `RecordingFileError` or an `HTTPMessageError` for what is wrong with the file; a
///   ``RecordingError`` for what is wrong with the environment.
public func expectRequest(
  _ request: URLRequest, matches name: String, mode: RecordMode? = nil, redaction: Redaction = .standard,
  sourceLocation: SourceLocation = #_sourceLocation, filePath: String = #filePath
) throws {
  let snapshot = RequestSnapshot(Fixture(name, filePath: filePath), redaction: redaction)
  let problem = try snapshot.problem(of: ReceivedRequest(request), mode: mode, in: .current)
  if let problem { Issue.record(Comment(rawValue: problem), sourceLocation: sourceLocation) }
}

/// Compares a request that a transport received with the one in a `.http` file; a difference is an issue.
///
/// - Parameters:
///   - request: The request, such as one of ``MockTransport/requests``.
///   - name: The file's path in the nearest `Fixtures` folder above the calling file.
///   - mode: Whether to write; nil for what `NETWORK_TESTING_RECORD` says, and never without it.
///   - redaction: What is taken out before anything is written, and makes no difference.
///   - sourceLocation: Where a difference is recorded.
///   - filePath: The calling file.
/// - Throws: As the function for a `URLRequest`.
public func expectRequest(
  _ request: ReceivedRequest, matches name: String, mode: RecordMode? = nil, redaction: Redaction = .standard,
  sourceLocation: SourceLocation = #_sourceLocation, filePath: String = #filePath
) throws {
  try expectRequest(
    request.urlRequest, matches: name, mode: mode, redaction: redaction, sourceLocation: sourceLocation,
    filePath: filePath)
}
