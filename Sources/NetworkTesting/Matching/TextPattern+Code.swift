extension TextPattern {
  /// How a failure text says what was expected.
  var expectation: String {
    switch storage {
    case .exactly(let text): text.quoted()
    case .containing(let part): "text containing \(part.quoted())"
    case .prefix(let start): "text starting with \(start.quoted())"
    case .suffix(let end): "text ending with \(end.quoted())"
    case .regex(let expression): "a match of \(expression.pattern.quoted())"
    case .anything: "any value"
    case .missing: "nothing"
    }
  }

  /// Why nothing can match; nil if something can.
  var problem: String? {
    if case .regex(let expression) = storage { expression.problem } else { nil }
  }

  /// The code that makes this pattern.
  var code: String {
    switch storage {
    case .exactly(let text): text.quoted(limit: nil)
    case .containing(let part): ".containing(\(part.quoted(limit: nil)))"
    case .prefix(let start): ".prefix(\(start.quoted(limit: nil)))"
    case .suffix(let end): ".suffix(\(end.quoted(limit: nil)))"
    case .regex(let expression): ".regex(\(expression.pattern.quoted(limit: nil)))"
    case .anything: ".anything"
    case .missing: ".missing"
    }
  }

  /// The code that makes this pattern where it stands under a name, a secret in it masked.
  func code(named name: String) -> String { code(.init(named: name)) }

  func code(_ visibility: ValueExpectation.Visibility) -> String {
    switch visibility {
    case .shown: code
    case .masked: replacingText { _ in Secrets.mask }.code
    case .maskedCredentials: replacingText(Secrets.masked(credentials:)).code
    }
  }

  /// The pattern with other text in it.
  func replacingText(_ change: (String) -> String) -> Self {
    switch storage {
    case .exactly(let text): .exactly(change(text))
    case .containing(let part): .containing(change(part))
    case .prefix(let start): .prefix(change(start))
    case .suffix(let end): .suffix(change(end))
    case .regex(let expression): .regex(change(expression.pattern))
    case .anything, .missing: self
    }
  }
}

extension TextPattern? {
  /// The code of a pattern, or of no value, where it stands under a name.
  func code(named name: String) -> String { self?.code(named: name) ?? "nil" }
}
