/// A redaction in progress, which remembers the secrets it has met so that each keeps its placeholder.
///
/// ``Redaction`` creates one for each recording. Create one yourself if exchanges come one at a time:
///
/// ```swift
/// var redactor = Redactor(.standard)
/// for exchange in exchanges { redactor.learn(exchange) }
/// let safe = exchanges.map { redactor.redacted($0) }
/// ```
///
/// Only learned secrets are replaced; a secret that only a later exchange reveals is not known yet, so learn all exchanges first
/// if you can. The secrets themselves are kept only in memory.
package struct Redactor: SecretWalk, Sendable {
  package enum Phase {
    /// Finds secrets; the results are not used.
    case learning
    case replacing
  }

  let redaction: Redaction
  package var decision = SecretDecision(source: .unknown)
  var ledger: SecretLedger
  package var phase = Phase.learning
  package private(set) var known = KnownSecrets()
  package var isInsideCredential = false
  package var unpackedCount = 0
  package var isPercentDecoded = false
  private var knownCount = 0
  private var valueNames: [String: ValueName] = [:]
  private let hasStandardNames: Bool
  let expressions: [(expression: NSRegularExpression, name: String)]

  /// Creates a redactor that knows no secrets.
  package init(_ redaction: Redaction = .standard) { self.init(redaction, style: .numbered) }

  package init(_ redaction: Redaction, style: PlaceholderStyle) {
    self.redaction = redaction
    hasStandardNames = redaction.names == .standard
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

  package var isLearning: Bool { phase == .learning }

  package var origin: SecretDecision.Source {
    get { decision.source }
    set {
      decision.source = newValue
      decision.isAnswer = newValue != .sent
    }
  }

  /// Walks over a value twice: to learn its secrets, then to replace them.
  package mutating func redact<Value>(_ value: Value, _ walk: (inout Self, Value) -> Value) -> Value {
    guard redaction.isActive else { return value }
    learn(value, walk)
    return replace(in: value, walk)
  }

  package mutating func learn<Value>(_ value: Value, _ walk: (inout Self, Value) -> Value) {
    guard redaction.isActive else { return }
    phase = .learning
    _ = walk(&self, value)
  }

  package mutating func replace<Value>(in value: Value, _ walk: (inout Self, Value) -> Value) -> Value {
    guard redaction.isActive else { return value }
    phase = .replacing
    settle()
    return walk(&self, value)
  }

  /// Chooses the replacements of the secrets that were learned, and prepares the search for them.
  mutating func settle() {
    ledger.settle()
    guard knownCount < ledger.spreading.count else { return }
    known.insert(ledger.spreading[knownCount...])
    knownCount = ledger.spreading.count
  }

  package mutating func name(_ text: String) -> ValueName {
    if let known = valueNames[text] { return known }
    let new = hasStandardNames ? ValueName.standard(text) : ValueName(text, names: redaction.names)
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
    if identifies, phase == .learning { ledger.tellApart(secret) }
    // A credential may change each time, and is ignored where requests are compared.
    if ledger.style == .bare, phase == .replacing, evidence != .shape, !identifies { return Placeholder.bare }
    let slug = Placeholder.slug(name)
    let key = ledger.key(secret, slug: slug, isLocal: evidence == .place && !spreads)
    guard phase == .replacing else {
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
    if let name, phase == .learning {
      ledger.add(secret, slug: Placeholder.slug(name), .named, spreads: digits.count >= 6)
    }
    guard phase == .replacing, name != nil || ledger.isSpread(secret) else { return nil }
    return Edit(range: digits.indices, replacement: Array("\(ledger.number(for: secret))".utf8))
  }

  /// Returns whether a secret may be the name of a resource: under a doubtful name, a key that is too random to be guessed.
  private mutating func identifies(_ secret: ArraySlice<UInt8>, called name: String) -> Bool {
    self.name(name).mayIdentify && !isInsideCredential && secret.count >= 12 && KeyLikeness(secret).mayBeKey
  }
}
