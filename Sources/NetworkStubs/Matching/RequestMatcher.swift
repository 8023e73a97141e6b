/// A pattern that a request must match to be answered by a stub, or to be counted.
///
/// A matcher starts with a method and a URL, and is made stricter step by step:
///
/// ```swift
/// .post("/users").bearer("12345").body(json: ["name": "Ada"])
/// ```
///
/// Its description is the code that created it.
public struct RequestMatcher: Sendable {
  package let method: HTTPMethod?
  package internal(set) var url: URLPattern
  private(set) var conditions: [any Condition] = []
  /// Whether `.webSocket(…)` made it, for the code in texts. It takes the `GET` that opens the socket.
  private(set) var isOfWebSocket = false
  /// Whether each condition is about the target.
  private(set) var dependsOnTargetOnly = true
  /// Whether a condition runs code of the test, which no lock may be held for.
  private(set) var asksTest = false

  package init(method: HTTPMethod?, url: URLPattern) {
    self.method = method
    self.url = url
  }

  /// Creates the matcher of a `.webSocket(…)` stub.
  package static func webSocket(_ url: URLPattern) -> Self {
    var matcher = Self(method: .get, url: url)
    matcher.isOfWebSocket = true
    return matcher
  }

  /// Returns this matcher with one more condition.
  package func adding(_ condition: any Condition) -> Self { adding([condition]) }

  func adding(_ more: [any Condition]) -> Self {
    var copy = self
    copy.conditions += more
    copy.dependsOnTargetOnly = dependsOnTargetOnly && more.allSatisfy(\.isOfTarget)
    copy.asksTest = asksTest || more.contains(where: \.asksTest)
    return copy
  }

  /// The reason why no request can match, with a correction; nil if one can.
  var problem: String? {
    if let method, !method.rawValue.isToken {
      return "\(method.rawValue.quoted) is not a method: write .any(\"/path\"), or .request(\"METHOD\", \"/path\")"
    }
    return url.problem ?? conditions.lazy.compactMap(\.problem).first
  }
  var takesAnyTarget: Bool { method == nil && url.isAny }
  /// Whether it takes every request.
  var isForAny: Bool { takesAnyTarget && conditions.isEmpty }

  package func matches(_ request: RequestReader) -> Bool { matchesTarget(request) && conditionsMatch(request) }

  /// Returns the verdict of the predicates on a request that all else takes; nil where none is asked.
  func verdict(_ request: RequestReader) -> Result<Bool, any Error>? {
    guard asksTest, matchesTarget(request), conditions.allSatisfy({ $0.asksTest || $0.matches(request) })
    else { return nil }
    var last: Result<Bool, any Error>?
    for condition in conditions where condition.asksTest {
      guard let verdict = condition.verdict(request) else {
        if condition.matches(request) { continue } else { return nil }
      }
      if (try? verdict.get()) != true { return verdict }
      last = verdict
    }
    return last
  }

  /// Returns whether method and URL match, and each condition that is about them.
  func mayTake(targetOf request: RequestReader) -> Bool {
    matchesTarget(request) && conditionsMatch(request, ofTargetOnly: true)
  }

  func conditionsMatch(_ request: RequestReader, ofTargetOnly: Bool = false) -> Bool {
    let isHeadOnly = request.request.isHeadOnly
    // By their indices: a copy of one counts its references, in memory that no cache holds.
    return conditions.indices.allSatisfy {
      ofTargetOnly && !conditions[$0].isOfTarget || isHeadOnly && !conditions[$0].isOfHead
        || conditions[$0].matches(request) && !(conditions[$0].readsBody && request.isWronglyCoded)
    }
  }

  /// Whether no condition needs the body.
  var isOfHead: Bool { conditions.allSatisfy(\.isOfHead) }

  /// Returns the findings about a request, part by part.
  package func findings(_ request: RequestReader) -> [Finding] {
    let findings = targetFindings(request) + conditions.findings(request)
    return findings.map { $0.withoutNames(matchedBy: findings) }
  }
}

extension RequestMatcher: CustomStringConvertible {
  /// The code that creates this matcher, with secrets masked.
  public var description: String {
    // `.not(…)` and `.anyOf(…)` can start a matcher that has no target.
    if takesAnyTarget, let first = conditions.first?.standaloneCode { return first + conditions.dropFirst().code }
    return targetCode + conditions.code
  }
}

extension RequestMatcher {
  /// A value that only equal matchers have; nil if closures may make a difference.
  var identity: JSONValue? {
    let identities = conditions.compactMap(\.identity)
    guard identities.count == conditions.count else { return nil }
    return [.string(method?.rawValue ?? ""), .string(url.kind), .string(url.source), .array(identities)]
  }
}
