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
package struct Redactor: Sendable {
  package enum Phase {
    /// Finds secrets; the results are not used.
    case learning
    case replacing
  }

  /// The source of a text, which says how much its names decide.
  package enum Origin: Int {
    /// Not known: as in an answer, but for numbers.
    case unknown
    /// Sent by a client, whose names are those of its credentials.
    case sent
    /// Handed out for use as a credential: the answer to a sign-in.
    case handedOut
    case answered
  }

  let redaction: Redaction
  package var origin = Origin.unknown
  var ledger: SecretLedger
  package var phase = Phase.learning
  private(set) var known = KnownSecrets()
  /// Whether it is inside a credential, which does not distinguish resources.
  var isInsideCredential = false
  /// Whether it is inside an encoded text, such as a cursor, where names in doubt say nothing.
  var isInsideEncoded = false
  /// The number of bytes that the compressed parts of the current body or text have become, for one limit for all of them.
  var unpackedCount = 0
  /// Whether it is at a header field.
  var isField = false
  /// Whether it is in a script, whose words are those of a program.
  var isInScript = false
  /// Whether percent-encoding was undone, so that a slash need not divide a path.
  var isPercentDecoded = false
  /// Whether it has met a secret, or the placeholder of one, in any text.
  private(set) var hasFound = false
  private var knownCount = 0
  private var valueNames: [String: ValueName] = [:]
  private let hasStandardNames: Bool
  let expressions: [(expression: NSRegularExpression, name: String)]
  /// Called with the length of each text that is searched, for tests that count searches.
  @TaskLocal package static var watch: (@Sendable (Int) -> Void)?

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

  /// Whether no secret has been found yet.
  var knowsNothing: Bool { ledger.spreading.isEmpty }

  /// Whether nothing is masked in a text that it has learned.
  var leavesAll: Bool { !redaction.isActive || knowsNothing && !hasFound }

  /// Remembers that it has met a secret that is replaced in its place only, and searched for nowhere else.
  mutating func noteFinding() { hasFound = true }

  /// Does something with another value of a property for that time.
  mutating func with<Value, Result>(
    _ property: WritableKeyPath<Self, Value>, _ value: Value, _ body: (inout Self) -> Result
  ) -> Result {
    let outer = self[keyPath: property]
    self[keyPath: property] = value
    defer { self[keyPath: property] = outer }
    return body(&self)
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

  mutating func verdict(on name: String) -> SensitiveNames.Verdict { self.name(name).verdict }

  package mutating func name(_ text: String) -> ValueName {
    if let known = valueNames[text] { return known }
    let new = hasStandardNames ? ValueName.standard(text) : ValueName(text, names: redaction.names)
    // Names invented by an attacker must not fill the memory.
    if valueNames.count < 10_000 { valueNames[text] = new }
    return new
  }

  /// Returns the replacement for a secret; while learning, it is remembered, to be searched for everywhere if it may spread.
  mutating func conceal(
    _ secret: [UInt8], called name: String, _ evidence: SecretLedger.Evidence = .named, spreads: Bool = true
  ) -> [UInt8] {
    hasFound = true
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
      ledger.add(key, slug: slug, evidence, spreads: spreads && Self.canSpread(secret[...]))
      return secret
    }
    return ledger.placeholder(for: key, slug: slug)
  }

  mutating func conceal(
    _ range: Range<Int>, of text: ArraySlice<UInt8>, called name: String, _ evidence: SecretLedger.Evidence = .named,
    spreads: Bool = true
  ) -> Edit {
    Edit(range: range, replacement: conceal(Array(text[range]), called: name, evidence, spreads: spreads))
  }

  /// Returns a placeholder in an encoding, unless it is a mask, which is never encoded.
  func encoded(_ placeholder: [UInt8], _ encode: ([UInt8]) -> [UInt8]) -> [UInt8] {
    ledger.style == .masked ? Placeholder.mask : encode(placeholder)
  }

  /// Returns whether a secret may be the name of a resource: under a doubtful name, a key that is too random to be guessed.
  private mutating func identifies(_ secret: ArraySlice<UInt8>, called name: String) -> Bool {
    self.name(name).mayIdentify && !isInsideCredential && secret.count >= 12 && KeyLikeness(secret).mayBeKey
  }

  private static func canSpread(_ secret: ArraySlice<UInt8>) -> Bool {
    secret.count >= 6 && !OrdinaryText.isOrdinary(secret) && !OrdinaryText.isCommon(secret)
  }

  /// A value without quotation marks, in code or prose: the rest of a line that begins with its name, or another word.
  enum Looseness { case line, word }

  /// Returns whether the value with a name is a secret.
  func isSecret(_ value: ArraySlice<UInt8>, named name: ValueName, _ looseness: Looseness? = nil) -> Bool {
    if isInScript {
      let isKey = looseness == nil && KeyLikeness(value).isKeyLike && !OrdinaryText.isCode(value)
      guard isKey || SecretShapes.isKey(value) else { return false }
    }
    if name.verdict == .secret { return isSecret(value, name, looseness) }
    guard name.verdict == .doubtful || isField && name.isField, !OrdinaryText.isOrdinary(value) else {
      return false
    }
    return ledger.style == .masked && name.isHidden || mayBeSecret(value, name)
  }

  /// Returns whether the form of a value says that it is a secret, where its name does not.
  private func mayBeSecret(_ value: ArraySlice<UInt8>, _ name: ValueName) -> Bool {
    // What identifies is no secret, and an encoded text is what it is.
    guard value.count <= 4_096, !name.isIdentity, !isInsideEncoded || SecretShapes.isKey(value) else { return false }
    if Placeholder.isPlaceholder(value) || SecretShapes.isKey(value) { return true }
    if OrdinaryText.isPath(value) || OrdinaryText.isNumbered(value)
      || !name.isSession && !isField && OrdinaryText.isIdentifier(value)
    {
      return false
    }
    let likeness = KeyLikeness(value)
    let isShort = isField && name.isField || name.isSession && (value.count >= 12 || origin == .handedOut)
    return likeness.isKeyLike || isShort && likeness.mayBeKey && !likeness.isNumber && !likeness.isNumberedWord
  }

  /// Returns whether a value is a secret under the name of one.
  private func isSecret(_ value: ArraySlice<UInt8>, _ name: ValueName, _ looseness: Looseness?) -> Bool {
    if OrdinaryText.isOrdinary(value) { return false }
    if name.isDeclared || ledger.style == .masked || Placeholder.isPlaceholder(value) { return true }
    if isInsideEncoded, name.isAmbiguous { return false }
    // `truncated_token=3xyz` is a note.
    if origin == .sent, looseness == nil { return !name.isAmbiguous || name.isCode || value.count >= 6 }
    if OrdinaryText.isSentence(value) || OrdinaryText.isPath(value, fromRoot: true) { return false }
    // On a line of its own, an unambiguous name decides for what no program contains.
    let isLoose = looseness == .word || looseness == .line && (name.isAmbiguous || OrdinaryText.isCode(value))
    let needsKey = isLoose || name.isPlural || name.isAmbiguous && origin != .handedOut
    guard needsKey else { return !OrdinaryText.isConstant(value) }
    let likeness = KeyLikeness(value)
    return likeness.mayBeKey && !(name.isAmbiguous && likeness.isNumberedWord)
      || AuthorizationScheme.end(in: value) != nil
  }

  /// Returns whether a value with a secret's name is searched for everywhere: an ordinary word under it must not go from all texts.
  func spreads(_ value: ArraySlice<UInt8>, named name: ValueName) -> Bool {
    if ledger.style == .masked { return name.verdict == .secret || KeyLikeness(value).isKeyLike }
    let isWord = name.isAmbiguous || origin == .answered
    // Words that are no pass phrase are found in other texts by chance.
    if !name.isDeclared, !StandardNames.isPassword(name.plain), OrdinaryText.isSentence(value) { return false }
    return name.isDeclared || !(isWord && KeyLikeness(value).isWord && OrdinaryText.isCode(value))
  }
}
