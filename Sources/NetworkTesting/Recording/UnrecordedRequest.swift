public import Foundation
import NetworkEndpoints
import NetworkFixtures
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Thrown to the caller of a request that a recording does not answer; the test fails as well, even where this is swallowed.
///
/// It is a type of its own, so that no retry takes it for a time-out or a lost connection.
public struct UnrecordedRequest: Error, Sendable {
  /// The request.
  public let request: ReceivedRequest
  /// Whether the recording has such a request, all of whose answers were given already.
  public let isUsedUp: Bool
  /// What the nearest recorded requests are, and what to do.
  public let explanation: String
}

extension UnrecordedRequest: CustomStringConvertible, LocalizedError {
  /// The first line of the explanation; the rest is in the test's issue, and need not be said twice.
  public var description: String {
    "\(explanation.prefix { $0 != "\n" }) The issue recorded for this request says what is closest."
  }

  /// The same text as `description`.
  public var errorDescription: String? { description }
}

/// Why a recording does not answer a request: what was closest, what differs, and what to do.
struct UnrecordedReport {
  /// Whether all that keeps a recorded exchange from answering is that it answered already.
  let isUsedUp: Bool
  let text: String

  init(
    _ request: ReceivedRequest, index: RecordingIndex, candidates: [StubEntry], log: [Exchange],
    _ source: RecordingSource
  ) {
    let normalized = ReceivedRequest(index.redaction.normalized(request.urlRequest))
    let closest = CandidateRanking.best(of: candidates, for: .explaining(normalized))
      .map { Closest($0, index: index, log: log) }
    isUsedUp = closest.first?.isUsedUp == true
    let lines =
      [Self.headline(request, closest.first, source), ""]
      + Self.description(of: closest, count: index.entries.count, source) + source.advice
      + ["To send it by hand:", "  \(CurlCommand(request).text)"]
    text = request.masking.masked(report: lines.joined(separator: "\n")).cut(toBytes: 4000)
  }

  private static func headline(_ request: ReceivedRequest, _ best: Closest?, _ source: RecordingSource) -> String {
    let start = "No recorded exchange answers \("\(request)".shortened(to: 300)): "
    if source.isMissing { return start + "there is no \(source)." }
    return start + (best?.reason ?? "\(source) has none.")
  }

  private static func description(of closest: [Closest], count: Int, _ source: RecordingSource) -> [String] {
    guard let best = closest.first else { return [] }
    let kind = count == 1 ? "The only exchange in \(source)" : "Closest of \(count) exchanges in \(source)"
    let others = closest.dropFirst().map { "Also close: \($0.title) (\($0.difference))" }
    return ["\(kind): \(best.title)"] + best.findings.lines() + [""] + (others.isEmpty ? [] : others + [""])
  }
}

/// An entry of the recording that comes close.
private struct Closest {
  let findings: [Finding]
  let title: String

  init(_ candidate: Candidate, index: RecordingIndex, log: [Exchange]) {
    let number = (candidate.entry.definition.matcher.conditions.first as? RecordedCondition)?.number ?? 0
    title = "#\(number + 1) \(index.entries[number].title)"
    findings = candidate.findings + (Self.usage(of: number, index, log).map { [$0] } ?? [])
  }

  private static func usage(of number: Int, _ index: RecordingIndex, _ log: [Exchange]) -> Finding? {
    guard let user = index.uses[number] else { return nil }
    let request = log.first { $0.number == user }.map { ", #\(user) \($0.request)".shortened(to: 120) } ?? ""
    return .mismatch(.state, "used up", "it answers 1 request, and did\(request)")
  }

  private var mismatches: [Finding] { findings.filter { !$0.isMatch } }

  var isUsedUp: Bool { mismatches.map(\.attribute) == [.state] }

  var difference: String { mismatches.prefix(3).map { $0.label.shortened(to: 40) }.joined(separator: ", ") }

  var reason: String {
    if isUsedUp { return "it was recorded, and every exchange of it is used up." }
    if mismatches.contains(where: { $0.attribute == .path }) { return "no recorded path matches." }
    let parts = mismatches.filter { $0.attribute != .state }.differingParts
    return "one is close, but \(parts.joined(separator: " and ")) \(parts.count > 1 ? "differ" : "differs")."
  }
}

/// A recorded request as a matcher, to be held against a live one that it does not answer.
enum RecordedCandidate {
  /// The entries as stubs that failure texts can rank.
  static func all(of index: RecordingIndex, _ source: RecordingSource) -> [StubEntry] {
    index.entries.enumerated().map { number, entry in
      let url = index.redaction.unnumbered(entry.request.url)
      let matcher = RequestMatcher(
        method: index.parts.hasMethod ? HTTPMethod(rawValue: entry.request.method) : nil,
        url: pattern(url, index.parts)
      ).adding(
        RecordedCondition(
          number: number, entry: entry, parts: index.parts, redaction: index.redaction, readFile: index.readFile))
      let definition = StubDefinition(
        matcher: matcher, answers: [], place: .line(SourceLocation(fileID: "/", filePath: "/", line: 1, column: 1)))
      return StubEntry(definition, isPromise: false)
    }
  }

  private static func pattern(_ url: String, _ parts: MatchedParts) -> URLPattern {
    let origin = parts.hasOrigin ? Origin(URLParts(url)).map { "\($0)" } ?? "" : ""
    guard parts.hasPath else { return origin.isEmpty ? .any : .prefix(origin + "/") }
    let path = URLComponents(string: url)?.percentEncodedPath ?? "/"
    return URLPattern(origin + (path.isEmpty ? "/" : path).verbatimPattern)
  }
}

/// What is said of the query, the fields and the body of a recorded request; worked out only for the nearest.
struct RecordedCondition: Condition {
  let number: Int
  let entry: HAR.Entry
  let parts: MatchedParts
  let redaction: Redaction
  let readFile: @Sendable (String) throws -> Data

  var code: String { "" }

  func findings(_ request: RequestReader) -> [Finding] {
    guard let recorded = try? entry.request.urlRequest(readingFile: readFile) else { return [] }
    let reader = RequestReader(ReceivedRequest(redaction.normalized(recorded)))
    return conditions(of: reader, for: request).findings(request)
  }

  private func conditions(of recorded: RequestReader, for live: RequestReader) -> [any Condition] {
    var conditions: [any Condition] = []
    if let exceptions = parts.queryExceptions {
      let pairs = recorded.url.query.filter { !exceptions.contains($0.name) }
      let expected = pairs.map { PairMatching.Expected($0.name, $0.value.map(TextPattern.exactly)) }
      let excepted = live.url.query.filter { exceptions.contains($0.name) }
        .map { PairMatching.Expected($0.name, .anything) }
      conditions.append(QueryCondition(items: expected + excepted, isExact: true, code: ""))
    }
    for name in parts.headers {
      let value = recorded.request.urlRequest.value(forHTTPHeaderField: name)
      conditions.append(HeaderCondition(name: name, value: value.map(TextPattern.exactly) ?? .missing, code: ""))
    }
    return parts.hasBody ? conditions + [bodyCondition(of: recorded)] : conditions
  }

  private func bodyCondition(of recorded: RequestReader) -> any Condition {
    if recorded.body.isEmpty { return TextBodyCondition(pattern: .missing) }
    if case .value(let json) = recorded.json { return JSONCondition(expected: .value(json), isSubset: false) }
    if recorded.headers["Content-Type"] != nil, recorded.isForm {
      let fields = recorded.form.map { PairMatching.Expected($0.name, $0.value.map(TextPattern.exactly)) }
      return FormCondition(fields: fields, isExact: true, code: "")
    }
    if recorded.headers["Content-Type"]?.lowercased().hasPrefix("multipart/") == true {
      return PartsCondition(expected: BodyText(recorded.body, contentType: recorded.headers["Content-Type"]).text)
    }
    return BytesCondition(expected: recorded.body)
  }
}

/// A body in parts, whatever divides them.
private struct PartsCondition: Condition {
  let expected: String
  var code: String { "" }

  func findings(_ request: RequestReader) -> [Finding] {
    let actual = BodyText(request.body, contentType: request.headers["Content-Type"]).text
    if actual == expected { return [.match(.body, "body", "equal parts")] }
    let (expectedBody, actualBody) = (Data(expected.utf8), Data(actual.utf8))
    return [
      .mismatch(
        .body, "body", expected: BodyExcerpt(expectedBody).text,
        got: actual.isEmpty ? "got nothing" : "got \(BodyExcerpt(actualBody).text)")
    ]
  }
}

extension HAR.Entry {
  /// The method and URL, secrets masked.
  var title: String { "\(request.method) \(Secrets.masked(request.url))".shortened(to: 200) }
}
