/// A redaction in progress, which remembers the secrets it has met so that each keeps its placeholder.
///
/// ``Redaction`` creates one for each recording. Create one yourself if entries come one at a time:
///
/// ```swift
/// var redactor = Redactor(.standard)
/// for entry in entries { redactor.learn(entry) }
/// let safe = entries.map { redactor.redacted($0) }
/// ```
///
/// Only learned secrets are replaced; a secret that only a later entry reveals is not known yet, so learn all entries first if you
/// can. The secrets themselves are kept only in memory.
package struct Redactor: SecretWalk, Sendable {
  let redaction: Redaction
  package var decision = SecretDecision(source: .unknown)
  var ledger: SecretLedger
  package private(set) var isLearning = true
  package var unpackedCount = 0
  private var valueNames: [String: ValueName] = [:]
  let expressions: [(expression: NSRegularExpression, name: String)]

  /// Creates a redactor that knows no secrets.
  package init(_ redaction: Redaction = .standard) { self.init(redaction, style: .numbered) }

  package init(_ redaction: Redaction, style: PlaceholderStyle) {
    self.redaction = redaction
    ledger = SecretLedger(style: style)
    expressions = redaction.rules.compactMap { rule in
      guard case .pattern(let text, let name) = rule.storage else { return nil }
      return (try? NSRegularExpression(pattern: text)).map { ($0, name) }
    }
    for rule in redaction.rules {
      if case .value(let text) = rule.storage { ledger.add(Array(text.utf8), slug: "value", .named, spreads: true) }
    }
  }

  /// A number that grows with each secret that it learns, and with whatever else changes a placeholder.
  package var knowledge: Int { ledger.changes }

  package var known: KnownSecrets { ledger.known }

  /// Walks over a value to learn its secrets.
  mutating func learn<Value>(_ value: Value, _ walk: (inout Self, Value) -> Value) {
    guard redaction.isActive else { return }
    isLearning = true
    _ = walk(&self, value)
  }

  /// Walks over a value to replace the secrets that were learned.
  mutating func replace<Value>(in value: Value, _ walk: (inout Self, Value) -> Value) -> Value {
    guard redaction.isActive else { return value }
    isLearning = false
    ledger.settle()
    return walk(&self, value)
  }

  package mutating func name(_ text: String) -> ValueName {
    if let known = valueNames[text] { return known }
    let new = redaction.names.name(text)
    // Names invented by an attacker must not fill the memory.
    if valueNames.count < 10_000 { valueNames[text] = new }
    return new
  }

  /// Returns the replacement for a secret; while learning, it is remembered, to be searched for everywhere if it may spread.
  mutating func conceal(
    _ secret: [UInt8], called name: String, _ evidence: SecretEvidence = .named, spreads: Bool = true
  ) -> [UInt8] {
    if Placeholder.isPlaceholder(secret[...]) {
      ledger.note(secret[...])
      return secret
    }
    if NumericPlaceholder.isPlaceholder(secret[...]) {
      ledger.noteNumber(secret[...])
      return secret
    }
    let identifies = identifies(secret[...], called: name)
    if identifies, isLearning { ledger.tellApart(secret) }
    // A credential may change each time, and is ignored where requests are compared.
    if ledger.style == .bare, !isLearning, evidence != .shape, !identifies { return Placeholder.bare }
    let slug = Placeholder.slug(name)
    let key = ledger.key(secret, slug: slug, isLocal: evidence == .place && !spreads)
    if isLearning {
      ledger.add(key, slug: slug, evidence, spreads: spreads && SecretDecision.canSpread(secret[...]))
      return secret
    }
    return ledger.placeholder(for: key, slug: slug)
  }

  package mutating func conceal(
    _ range: Range<Int>, of text: ArraySlice<UInt8>, called name: String, _ evidence: SecretEvidence = .named,
    spreads: Bool = true
  ) -> Edit {
    Edit(range: range, replacement: conceal(Array(text[range]), called: name, evidence, spreads: spreads))
  }

  package mutating func tellApart(_ secret: ArraySlice<UInt8>) { ledger.tellApart(Array(secret)) }

  /// Returns the edit of a number, which stays one, since a recording must decode as before.
  package mutating func numberEdit(_ digits: ArraySlice<UInt8>, named name: String?) -> Edit? {
    guard digits.count >= 3, digits.end(of: .digit, from: digits.startIndex) == digits.endIndex else { return nil }
    if NumericPlaceholder.isPlaceholder(digits) {
      ledger.noteNumber(digits)
      return nil
    }
    let secret = Array(digits)
    if let name, isLearning {
      ledger.add(secret, slug: Placeholder.slug(name), .named, spreads: digits.count >= 6)
    }
    guard !isLearning, name != nil || ledger.known.contains(digits) else { return nil }
    return Edit(range: digits.indices, replacement: Array("\(ledger.number(for: secret))".utf8))
  }

  /// Returns whether a secret may be the name of a resource: under a doubtful name, a key that is too random to be guessed.
  private mutating func identifies(_ secret: ArraySlice<UInt8>, called name: String) -> Bool {
    self.name(name).mayIdentify && !decision.isInsideCredential && secret.count >= 12 && KeyLikeness(secret).mayBeKey
  }
}
