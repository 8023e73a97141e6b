import Foundation
import NetworkEndpoints
import NetworkFixtures
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

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
    return URLPattern(origin + (path.isEmpty ? "/" : path).withoutMarks)
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
  var title: String { "\(request.method) \(Secrets.masked(url: request.url))".shortened(to: 200) }
}

extension String {
  /// A path in which braces and stars mean themselves.
  fileprivate var withoutMarks: String {
    replacing("*", with: "%2A").replacing("{", with: "%7B").replacing("}", with: "%7D")
  }
}
