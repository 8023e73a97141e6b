/// The description of a mismatch of a named value in a failure text, with secrets masked.
package struct ValueExpectation {
  /// The visible part of a value.
  package enum Visibility {
    case shown
    case masked
    /// The scheme of credentials is not a secret, and often the problem.
    case maskedCredentials

    init(named name: String) {
      guard Secrets.isSensitive(name) else {
        self = .shown
        return
      }
      self = name.lowercased().hasSuffix("authorization") ? .maskedCredentials : .masked
    }
  }

  /// The pattern of the value; nil for a name without a value.
  let pattern: TextPattern?
  let visibility: Visibility
  /// The pair of a query or a form whose value it is, if it is one.
  private let pair: PairMatching.Expected?

  init(_ pattern: TextPattern?, _ visibility: Visibility) {
    self.pattern = pattern
    self.visibility = visibility
    pair = nil
  }

  /// Creates the expectation of a pair of a query or a form.
  init(_ pair: PairMatching.Expected) {
    pattern = pair.value
    visibility = .init(named: pair.name)
    self.pair = pair
  }

  package func match(_ attribute: Finding.Attribute, _ label: String, _ value: String?) -> Finding {
    .match(attribute, label, value.map(shown) ?? "missing, as expected")
  }

  /// Returns the finding about a value that did not match; nil for a name without one.
  package func mismatch(_ attribute: Finding.Attribute, _ label: String, got value: String?) -> Finding {
    let similarity = 0.5 + (pattern?.similarity(to: value) ?? 0) / 2
    if let problem { return .mismatch(attribute, label, problem, similarity: similarity) }
    if pattern?.isMissing == true {
      let got = value.map(shown) ?? Self.nameAlone
      // A stub that forbids it is less likely meant than one that asks for another value.
      var finding = Finding.mismatch(attribute, label, "not expected, got \(got)")
      finding.suspicion = .forbidden
      return finding
    }
    guard let value, !isSameWhenMasked(value) else {
      let difference = value.map(maskedDifference)
      let got = difference?.text ?? "no value"
      var finding = Finding.mismatch(attribute, label, expected: expectation, got: "got \(got)", similarity: similarity)
      finding.suspicion = difference?.suspicion
      return finding
    }
    if let text = missingScheme(in: value) {
      var finding = Finding.mismatch(
        attribute, label, expected: expectation, got: "got \(shown(value))", note: text, similarity: similarity)
      finding.suspicion = .request
      return finding
    }
    let exact = visibility == .shown ? pattern?.exactText.map { Secrets.masked($0).swiftLiteral } : nil
    let texts = exact.flatMap { Difference.late($0, Secrets.masked(value).swiftLiteral) } ?? (expectation, shown(value))
    let note = visibility == .shown ? pair?.note(on: value) ?? pattern?.note(on: value) : nil
    var finding = Finding.mismatch(
      attribute, label, expected: texts.expected, got: "got \(texts.actual)", note: note?.text, similarity: similarity)
    finding.suspicion = note?.suspicion
    return finding
  }

  /// Returns the finding about a missing value, with a present name that looks like its own, or else all names.
  ///
  /// - Parameters:
  ///   - attribute: The compared part.
  ///   - label: The label of the finding.
  ///   - name: The name that is missing.
  ///   - near: A present name that looks like it.
  ///   - names: The present names.
  ///   - other: A present name that has the value.
  package func mismatch(
    _ attribute: Finding.Attribute, _ label: String, missing name: String, near: String?, among names: [String] = [],
    withSameValue other: String? = nil
  ) -> Finding {
    if let problem { return .mismatch(attribute, label, problem) }
    let hint =
      other.map { "; the request has \($0.quoted) with that value" }
      ?? Similarity.hint(at: near, for: name, among: names)
    var finding = Finding.mismatch(
      attribute, label, expected: pattern == nil ? "to be there without a value" : expectation,
      got: "missing\(hint)", similarity: near == nil && other == nil ? 0 : 0.5, isAbsent: other == nil)
    if near == nil, other == nil { finding.others = names }
    finding.isElsewhere = near != nil || other != nil
    finding.suspicion = near.map { .spelling(ofRequest: $0, ofStub: name) }
    return finding
  }

  /// The name of a pair without a value where none should be: "no value" would read as if the pair were missing.
  static let nameAlone = "it without a value"

  var expectation: String { shownPattern?.expectation ?? "no value" }

  /// The reason why nothing can match; nil if something can.
  private var problem: String? {
    guard let problem = pattern?.problem else { return nil }
    return visibility == .shown ? problem : "\(Secrets.mask.quoted) is not a regular expression"
  }

  private var shownPattern: TextPattern? {
    switch visibility {
    case .shown: pattern?.replacingText { Secrets.masked($0) }
    case .masked: pattern?.replacingText { _ in Secrets.mask }
    case .maskedCredentials: pattern?.replacingText(Secrets.masked(credentials:))
    }
  }

  /// Returns the note on credentials without the scheme that is expected; nil for others.
  private func missingScheme(in value: String) -> String? {
    guard visibility == .maskedCredentials, let expected = pattern?.exactText, !value.contains(" "),
      let end = expected.firstIndex(of: " ")
    else { return nil }
    let scheme = String(expected[...end])
    return expected == scheme + value
      ? "which is the right value without \(scheme.quoted) before it" : "which does not begin with \(scheme.quoted)"
  }

  private func isSameWhenMasked(_ value: String) -> Bool {
    guard let text = pattern?.exactText, text != value else { return visibility != .shown }
    return visibility == .shown ? Secrets.masked(text) == Secrets.masked(value) : shown(text) == shown(value)
  }

  /// Returns how a value differs from the expected one, of which neither is shown, and what is likely wrong.
  private func maskedDifference(_ value: String) -> (text: String, suspicion: Suspicion?) {
    if visibility == .maskedCredentials, value.isBasicWithoutColon, pattern?.exactText?.basicUser != nil {
      return ("credentials without a colon between user and password (masked)", .request)
    }
    if visibility == .maskedCredentials, let own = value.basicUser, let user = pattern?.exactText?.basicUser {
      return (own == user ? "the same user with another password (masked)" : "another user (masked)", nil)
    }
    guard let expected = pattern?.exactText else {
      return value.isEmpty ? ("an empty value", .request) : (MaskedDifference.unknown, nil)
    }
    let difference = MaskedDifference(value, from: expected)
    return (difference.text, difference.suspicion)
  }

  private func shown(_ value: String) -> String {
    switch visibility {
    case .shown: Secrets.masked(value).quoted
    case .masked: Secrets.mask.quoted
    case .maskedCredentials: Secrets.masked(credentials: value).quoted
    }
  }
}

/// How a value comes close to the one that is expected, in words, and what that says is wrong.
struct ValueNote {
  let text: String
  let suspicion: Suspicion?

  init(_ text: String, _ suspicion: Suspicion? = nil) {
    self.text = text
    self.suspicion = suspicion
  }
}

extension TextPattern {
  /// Returns how a text that does not match comes close; nil if it does not.
  func note(on value: String) -> ValueNote? {
    switch storage {
    case .exactly(let expected):
      if let note = value.note(from: expected) { return note }
      switch Slip(of: value, from: expected) {
      case .spaceForPlus: return ValueNote("since + in a URL is a space: send %2B for a plus", .request)
      case .encodedTwice: return ValueNote("which is \(expected.quoted) encoded twice", .request)
      default: break
      }
      let isEncoded = expected.contains("%") && expected.removingPercentEncoding == value
      return isEncoded ? ValueNote("since values are compared decoded: write it without escapes in the stub") : nil
    case .json(let expected): return expected.value.flatMap(value.difference).map { ValueNote($0) }
    default: return nil
    }
  }
}

extension String {
  /// Returns whether the text is a list with commas, of which another text is one element.
  fileprivate func isList(with element: String) -> Bool {
    !element.isEmpty && contains(",")
      && split(separator: ",").contains { $0.trimmingCharacters(in: .whitespaces) == element }
  }
}

extension PairMatching.Expected {
  /// Returns why a value has a plus for each space that is expected, or has it among others; nil for others.
  fileprivate func note(on value: String) -> ValueNote? {
    guard let expected = self.value?.exactText else { return nil }
    if value.isList(with: expected) {
      return ValueNote("which has it in a list with commas: send an item for each value", .request)
    }
    if !value.isEmpty, expected.hasPrefix(value + "&") {
      return ValueNote("which ends at the &: send %26 for it", .request)
    }
    guard Slip(of: value, from: expected) == .plusForSpace else { return nil }
    return isSpelledWithPlus
      ? ValueNote("since + in the URL of a stub is a space: write %2B for a plus")
      : ValueNote("which is \(expected.quoted) encoded twice", .request)
  }
}

extension String {
  /// The user of basic credentials ([RFC 7617](https://www.rfc-editor.org/rfc/rfc7617)); nil for others.
  fileprivate var basicUser: String? {
    basicText.flatMap { text in text.firstIndex(of: ":").map { String(text[..<$0]) } }
  }

  fileprivate var isBasicWithoutColon: Bool { basicText?.contains(":") == false }

  private var basicText: String? {
    guard lowercased().hasPrefix("basic ") else { return nil }
    return Data(base64Encoded: String(dropFirst(6))).map { String(decoding: $0, as: UTF8.self) }
  }
}
