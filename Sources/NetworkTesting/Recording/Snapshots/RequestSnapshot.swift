import Foundation
import NetworkEndpoints
import NetworkFixtures
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A request in a file, held against one that code makes now.
struct RequestSnapshot {
  private let fixture: Fixture
  private let redaction: Redaction

  init(_ fixture: Fixture, redaction: Redaction) {
    self.fixture = fixture
    self.redaction = redaction
  }

  /// What is to be said of a request, after the file was written if it is to be; nil if nothing is.
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
    guard fileExists else { return Self.missing(request, source) }
    return try difference(of: request, from: try fixture.message, source)
  }

  private func difference(
    of request: ReceivedRequest, from message: HTTPMessage, _ source: RecordingSource
  ) throws -> String? {
    let recorded = try message.urlRequest(host: URLHost(rawValue: "https://\(request.url?.host ?? "localhost")"))
    let entry = HAR.Entry(RecordedExchange(request: recorded, response: HTTPResponse(), started: Date()))
    var index = RecordingIndex([entry], matching: parts(of: message), redaction: redaction) { try HAR.refuseFile($0) }
    guard index.take(request.urlRequest, number: 1) == nil else { return nil }
    let normalized = ReceivedRequest(redaction.normalized(request.urlRequest))
    let findings = RecordedCandidate.all(of: index, source).first.map {
      Candidate($0, .explaining(normalized)).findings
    }
    let parts = (findings ?? []).filter { !$0.isMatch }.differingParts
    let reason = "\(parts.joined(separator: " and ")) \(parts.count > 1 ? "differ" : "differs")"
    let lines =
      ["\("\(request)".shortened(to: 300)) is not the request in \(source): \(reason).", ""]
      + (findings ?? []).lines() + [""] + source.advice(writing: "all", "If the request is right, write it anew:")
    return lines.joined(separator: "\n").cut(toBytes: 4000)
  }

  /// What the file says, and nothing else.
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

  private static func missing(_ request: ReceivedRequest, _ source: RecordingSource) -> String {
    let lines =
      ["There is no \(source) to compare \("\(request)".shortened(to: 300)) with.", ""]
      + source.advice(writing: "missing", "To write it, run the test once:")
    return lines.joined(separator: "\n")
  }
}
