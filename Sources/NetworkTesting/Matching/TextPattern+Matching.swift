import Foundation

extension TextPattern {
  /// Whether a text will do; nil for one that is not there.
  ///
  /// Parts are compared by their bytes: to a `Character`, the line feed in CR LF would not be one.
  func matches(_ text: String?) -> Bool {
    guard let text else { return isMissing }
    return switch storage {
    case .exactly(let expected): text == expected
    case .containing(let part): text.containsBytes(of: part)
    case .prefix(let start): text.utf8.starts(with: start.utf8)
    case .suffix(let end): text.utf8.reversed().starts(with: end.utf8.reversed())
    case .regex(let expression): expression.matches(text)
    case .anything: true
    case .missing: false
    }
  }

  var isMissing: Bool {
    if case .missing = storage { true } else { false }
  }

  var isAnything: Bool {
    if case .anything = storage { true } else { false }
  }

  /// Whether the pattern holds text, which may be a secret.
  var hasText: Bool { !isMissing && !isAnything }

  /// The text, where only one will do.
  var exactText: String? {
    if case .exactly(let text) = storage { text } else { nil }
  }

  /// The same without case, for what has none; a regular expression says itself what it thinks of case.
  var lowercased: Self {
    if case .regex = storage { self } else { replacingText { $0.lowercased() } }
  }

  /// How near a text is that does not match, from 0 to 1.
  func similarity(to text: String?) -> Double {
    guard let text, let expected = exactText else { return 0 }
    return Similarity.between(expected, text)
  }
}

extension String {
  /// Whether the bytes of another text are among its own, one after the other.
  fileprivate func containsBytes(of part: String) -> Bool {
    // Foundation looks for them faster than a loop does that is not optimised, as in a debug build.
    part.isEmpty || Data(utf8).range(of: Data(part.utf8)) != nil
  }
}
