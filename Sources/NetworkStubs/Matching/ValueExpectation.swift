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
      let got = value.map(shown) ?? "no value"
      var finding = Finding.mismatch(attribute, label, "not expected, got \(got)", similarity: similarity)
      // Code that takes it would allow what the stub forbids.
      finding.isLikelyMistake = true
      return finding
    }
    guard let value, !isSameWhenMasked(value) else {
      let difference = value.map(maskedDifference)
      let got = difference?.text ?? "no value"
      var finding = Finding.mismatch(attribute, label, expected: expectation, got: "got \(got)", similarity: similarity)
      finding.isLikelyMistake = difference?.isMistake == true
      return finding
    }
    if let text = missingScheme(in: value) {
      var finding = Finding.mismatch(
        attribute, label, expected: expectation, got: "got \(shown(value)), \(text)", similarity: similarity)
      finding.isLikelyMistake = true
      return finding
    }
    let exact = visibility == .shown ? pattern?.exactText.map { Secrets.masked($0).swiftLiteral } : nil
    let texts = exact.flatMap { Difference.late($0, Secrets.masked(value).swiftLiteral) } ?? (expectation, shown(value))
    let note = visibility == .shown ? pair?.note(on: value) ?? pattern?.note(on: value) : nil
    var finding = Finding.mismatch(
      attribute, label, expected: texts.expected, got: "got \(texts.actual)\(note.map { ", \($0.text)" } ?? "")",
      similarity: similarity)
    finding.isLikelyMistake = note?.isOfMistake == true
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
    finding.isElsewhere = near != nil || other != nil
    // A name that is misspelt.
    finding.isLikelyMistake = near != nil
    return finding
  }

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

  /// Returns how a value differs from the expected one, of which neither is shown, and whether the request is likely wrong.
  private func maskedDifference(_ value: String) -> (text: String, isMistake: Bool) {
    if visibility == .maskedCredentials, value.isBasicWithoutColon, pattern?.exactText?.basicUser != nil {
      return ("credentials without a colon between user and password (masked)", true)
    }
    if visibility == .maskedCredentials, let own = value.basicUser, let user = pattern?.exactText?.basicUser {
      return (own == user ? "the same user with another password (masked)" : "another user (masked)", false)
    }
    guard let expected = pattern?.exactText else {
      return value.isEmpty ? ("an empty value", true) : (MaskedDifference.unknown, false)
    }
    let difference = MaskedDifference(value, from: expected)
    return (difference.text, difference.isLikelyMistake)
  }

  private func shown(_ value: String) -> String {
    switch visibility {
    case .shown: Secrets.masked(value).quoted
    case .masked: Secrets.mask.quoted
    case .maskedCredentials: Secrets.masked(credentials: value).quoted
    }
  }
}

extension TextPattern {
  /// Returns how a text that does not match comes close, in words, and whether that is likely a mistake of the request.
  func note(on value: String) -> (text: String, isOfMistake: Bool)? {
    switch storage {
    case .exactly(let expected):
      if let text = value.sameness(with: expected) { return (text, value == expected) }
      switch Slip(of: value, from: expected) {
      case .spaceForPlus: return ("since + in a URL is a space: send %2B for a plus", true)
      case .encodedTwice: return ("which is \(expected.quoted) encoded twice", true)
      default: break
      }
      if let text = value.textSlip(from: expected) { return (text, true) }
      let isEncoded = expected.contains("%") && expected.removingPercentEncoding == value
      return isEncoded ? ("since values are compared decoded: write it without escapes in the stub", false) : nil
    case .json(let expected): return expected.value.flatMap(value.difference).map { ($0, false) }
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
  /// Returns why a value has a plus for each space that is expected, or has it among others, and whether that is a mistake of the
  /// request; nil for others.
  fileprivate func note(on value: String) -> (text: String, isOfMistake: Bool)? {
    guard let expected = self.value?.exactText else { return nil }
    if value.isList(with: expected) { return ("which has it in a list with commas: send an item for each value", true) }
    if !value.isEmpty, expected.hasPrefix(value + "&") { return ("which ends at the &: send %26 for it", true) }
    guard Slip(of: value, from: expected) == .plusForSpace else { return nil }
    return isSpelledWithPlus
      ? ("since + in the URL of a stub is a space: write %2B for a plus", false)
      : ("which is \(expected.quoted) encoded twice", true)
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
