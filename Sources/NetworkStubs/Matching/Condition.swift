/// A requirement of one matcher for a request.
///
/// All that belongs to a matcher stands in the file of its condition, in this order: the words that add it to a
/// ``RequestMatcher``, what it compares, the findings of a failure, its code to paste, that code corrected for a request, and
/// what the table of stubs and the search for hidden ones need. A new matcher is a new file, and no list names it.
package protocol Condition: Sendable {
  /// The reason why no request can fulfil the condition, with a correction; nil if one can.
  var problem: String? { get }

  /// Returns whether a request fulfils the condition.
  func matches(_ request: RequestReader) -> Bool

  /// Returns the verdict of the test's predicates; nil where none decides.
  func verdict(_ request: RequestReader) -> Result<Bool, any Error>?

  /// Returns the findings about a request: at least one mismatch if it does not match, otherwise none.
  func findings(_ request: RequestReader) -> [Finding]

  /// The code that adds the condition to a matcher, such as `.header("Accept", "text/html")`, with secrets masked.
  ///
  /// It is created only to be shown.
  var code: String { get }
  /// The code of a matcher with no other condition, if that is shorter.
  var standaloneCode: String? { get }

  /// Returns whether its code is short enough to be pasted, whatever the request differs in.
  func isPasteable(for request: RequestReader) -> Bool

  /// Returns a matcher with a condition of this kind that a request fulfils.
  ///
  /// - Parameters:
  ///   - matcher: The matcher to add the condition to.
  ///   - correction: The request, and what of it may be pasted.
  /// - Returns: The matcher as it is, where the request has nothing to ask for.
  func corrected(_ matcher: RequestMatcher, by correction: Correction) -> RequestMatcher

  /// Returns the labels of what it compares with a certain value, as findings have them: not of what may be anything.
  func asked(in request: RequestReader) -> [String]

  /// Whether it is about the body with its content coding undone.
  var readsBody: Bool { get }
  /// Whether method, URL and header fields alone decide. Others are not asked about a request whose body is not there yet.
  var isOfHead: Bool { get }
  /// Whether method and URL alone decide, so that the verdict about a target may be kept.
  var isOfTarget: Bool { get }
  /// Whether it runs code of the test, which no lock may be held for.
  var asksTest: Bool { get }
  /// A value that only equal conditions have; nil if closures may make a difference.
  var identity: JSONValue? { get }
}

extension Condition {
  package var problem: String? { nil }

  package func matches(_ request: RequestReader) -> Bool { findings(request).allSatisfy(\.isMatch) }

  package func verdict(_ request: RequestReader) -> Result<Bool, any Error>? { nil }

  // A condition that only compares, as one of a recording does, has no code.
  package var code: String { "" }
  package var standaloneCode: String? { nil }

  package func isPasteable(for request: RequestReader) -> Bool { true }

  package func corrected(_ matcher: RequestMatcher, by correction: Correction) -> RequestMatcher { matcher }

  package func asked(in request: RequestReader) -> [String] {
    findings(request).filter { $0.attribute != .predicate }.map(\.label)
  }

  package var readsBody: Bool { false }
  package var isOfHead: Bool { isOfTarget }
  package var isOfTarget: Bool { false }
  package var asksTest: Bool { false }
  package var identity: JSONValue? { nil }
}

extension Sequence<any Condition> {
  package func findings(_ request: RequestReader) -> [Finding] {
    var findings: [Finding] = []
    for condition in self {
      // What an earlier condition has said is not said again; a field that one condition asks for twice has two lines.
      let earlier = findings
      findings += condition.findings(request).filter { new in
        new.isMatch || !earlier.contains { $0.saysSame(as: new) }
      }
    }
    let isBodyWrong = findings.contains { $0.attribute == .body && !$0.isMatch }
    switch request.coding {
    case .unused where contains(where: \.readsBody), .unknown where contains(where: \.readsBody),
      .unsaid where isBodyWrong, .foreign where isBodyWrong, .immense where isBodyWrong:
      // What is read of the body then means nothing.
      var cause = Finding.mismatch(.body, "body coding", request.coding.problem ?? "")
      cause.isCause = true
      cause.phrase = .sentence
      cause.suspicion = request.coding.isMistake ? .request : nil
      return [cause] + findings
    default: return findings
    }
  }

  package var code: String { map(\.code).joined() }
}
