/// The advice about a request that looks like a mistake beside the stub that is meant for it, or shows one in that stub.
///
/// It offers no code that takes the request as it is, since that would make the mistake legal.
struct MistakeAdvice {
  private let mistakes: [Suspicion]
  /// The label of the first.
  private let label: String
  /// Whether the mistakes are all that differs, so that to correct them is enough.
  private let isWhole: Bool
  private let evidence: SpellingEvidence?

  /// Creates the advice; nil if nothing looks like a mistake.
  ///
  /// - Parameters:
  ///   - mismatches: What differs.
  ///   - evidence: Looks for what tells which of two spellings is wrong.
  init?(_ mismatches: [Finding], evidence: (_ ofRequest: String, _ ofStub: String) -> SpellingEvidence?) {
    let findings = mismatches.filter(\.isLikelyMistake)
    mistakes = findings.compactMap(\.suspicion)
    guard !mistakes.isEmpty else { return nil }
    label = findings[0].label
    isWhole = mistakes.count == mismatches.count
    // The layout is no mistake where more differs.
    if !isWhole, mistakes.allSatisfy({ $0 == .layout }) { return nil }
    if mistakes.count == 1, case .spelling(let request, let stub) = mistakes[0] {
      let isOfField = findings[0].attribute == .header && findings[0].label == stub
      self.evidence = (isOfField ? SpellingEvidence(ofField: request, stub) : nil) ?? evidence(request, stub)
    } else {
      self.evidence = nil
    }
  }

  /// The value whose slash the app may not have encoded; nil if there is no such value.
  var splitValue: String? {
    for case .slash(let value) in mistakes { return value }
    return nil
  }

  /// The beginning of the advice where only a form differs, which a stub can leave open: the order of a list, or the layout of JSON.
  var doubtOfForm: String? {
    guard isWhole, let first = mistakes.first, mistakes.allSatisfy({ $0 == first }) else { return nil }
    return switch first {
    case .order: "If the order matters, fix the app. If it does not"
    case .layout: "If the layout matters, fix the app. If it does not"
    default: nil
    }
  }

  /// Code that compares a text as JSON.
  private var codeOfJSON: String {
    guard label.hasPrefix("body $") else { return "text: .json(…)" }
    return ".body(at: \(String(label.dropFirst(5)).swiftLiteral), text: .json(…))"
  }

  /// Whether it is the order of a list that differs, for which code to paste has `.inAnyOrder`.
  var isOfOrder: Bool { mistakes.allSatisfy { $0 == .order } }

  /// Returns the advice.
  ///
  /// - Parameter place: The place of the stub.
  func line(_ place: String) -> String {
    if mistakes.contains(where: \.isOfRequest) {
      return "This looks like a mistake in the request: fix the app. If it is right, change the stub at \(place)."
    }
    if let doubtOfForm {
      let cure = isOfOrder ? "each element, as in .body(at: \"$.tags[*]\", …)" : "it as JSON, as in \(codeOfJSON)"
      return "\(doubtOfForm), compare \(cure), in the stub at \(place)."
    }
    let corrections = mistakes.compactMap(\.correction)
    switch evidence?.side {
    case .request?:
      return """
        This looks like a mistake in the request, since \(evidence?.witness ?? ""): fix the app. If it is right, change the \
        stub at \(place).
        """
    case .stub?:
      return """
        This looks like a mistake in the stub at \(place), since \(evidence?.witness ?? ""): write \(corrections.inWords) there. \
        If the stub is right, fix the app.
        """
    case nil:
      let isShort = isWhole && corrections.count == mistakes.count && corrections.count <= 2
      let change = isShort ? "write \(corrections.inWords) there" : "correct it"
      return "If the request is wrong, fix the app. If the stub at \(place) is wrong, \(change)."
    }
  }
}

extension Suspicion {
  /// The correction of the stub if the request is right, as in `"items" for "itmes"`; nil if it is more than a word.
  fileprivate var correction: String? {
    switch self {
    case .spelling(let request, let stub): "\(request.shortened(to: 60).quoted) for \(stub.shortened(to: 60).quoted)"
    case .type(let request, let stub): "\(request.shortened(to: 60)) for \(stub.shortened(to: 60))"
    case .request, .forbidden, .order, .layout, .slash, .madePerRun: nil
    }
  }
}

/// A witness for one of two spellings: another stub or request that has it, or HTTP.
struct SpellingEvidence {
  enum Side { case request, stub }

  /// The one that is wrong.
  let side: Side
  /// Who has the other spelling, as a clause.
  let witness: String

  /// Finds another stub that spells a name as the request does, or another request that spells it as the stub does.
  ///
  /// - Parameters:
  ///   - ofRequest: The spelling in the request.
  ///   - ofStub: The spelling in the stub.
  ///   - stub: The stub.
  ///   - table: All stubs.
  ///   - log: The requests before this one.
  /// - Returns: The evidence; nil if nobody else has either spelling, or both are there.
  init?(_ ofRequest: String, _ ofStub: String, of stub: StubDefinition, in table: StubTable, log: [Exchange]) {
    let other = table.entries.prefix(200).map(\.definition).first { other in
      other !== stub && other.matcher.description.hasWord(ofRequest)
    }
    let request = log.suffix(200).last { $0.request.hasName(ofStub) }
    switch (other, request) {
    case (let other?, nil):
      side = .stub
      let target = Secrets.masked(code: other.matcher.targetCode)
      let code = target.hasWord(ofRequest) ? target.shortened(to: 160) : other.matcher.shownCode
      witness = "\(code) at \(other.place.code.shown) has \(ofRequest.shortened(to: 60).quoted)"
    case (nil, let request?):
      side = .request
      witness = "\(request.title) has \(ofStub.shortened(to: 60).quoted)"
    default: return nil
    }
  }
}

extension SpellingEvidence {
  /// Finds which of two spellings of a header field HTTP has.
  ///
  /// - Parameters:
  ///   - ofRequest: The spelling in the request.
  ///   - ofStub: The spelling in the stub.
  /// - Returns: The evidence; nil if both are fields of HTTP, or neither is.
  fileprivate init?(ofField ofRequest: String, _ ofStub: String) {
    let known = [ofRequest, ofStub].filter { Self.fields.contains($0.lowercased()) }
    guard known.count == 1, ofRequest.isTypingError(of: ofStub) else { return nil }
    side = known[0] == ofStub ? .request : .stub
    witness = "HTTP has the field \(known[0].quoted)"
  }

  /// The fields of requests that clients send most, of the
  /// [registry](https://www.iana.org/assignments/http-fields/http-fields.xhtml).
  private static let fields: Set<String> = [
    "accept", "accept-charset", "accept-encoding", "accept-language", "authorization", "cache-control", "connection",
    "content-disposition", "content-encoding", "content-language", "content-length", "content-type", "cookie", "date",
    "depth", "destination", "dnt", "expect", "forwarded", "from", "host", "if-match", "if-modified-since",
    "if-none-match", "if-range", "if-unmodified-since", "last-event-id", "origin", "pragma", "prefer", "priority",
    "proxy-authorization", "range", "referer", "te", "transfer-encoding", "upgrade", "user-agent", "via",
  ]
}

extension ReceivedRequest {
  /// Whether a part of its path, of its query or a header field has a name.
  fileprivate func hasName(_ name: String) -> Bool {
    let url = urlParts
    return url.segments.contains(name) || url.query.contains { $0.name == name } || headers.contains { $0.name == name }
  }
}

extension String {
  /// Returns whether it has a word that is not a part of a longer one.
  fileprivate func hasWord(_ word: String) -> Bool {
    func isInWord(_ character: Character) -> Bool {
      character.isLetter || character.isNumber || "_-".contains(character)
    }
    guard !word.isEmpty, word.allSatisfy(isInWord) else { return false }
    return split { !isInWord($0) }.contains(Substring(word))
  }
}
