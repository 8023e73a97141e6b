/// The secrets that were found, and their replacements.
struct SecretLedger: Sendable {
  private struct Match {
    let secret: [UInt8]
    var slug: String
    var evidence: SecretEvidence
  }

  let style: PlaceholderStyle
  private var placeholders: [[UInt8]: [UInt8]] = [:]
  private var numbers: [[UInt8]: Int] = [:]
  private var pending: [Match] = []
  private var places: [[UInt8]: Int] = [:]
  private var counts: [String: Int] = [:]
  private var highestNumber = 0
  /// A number that grows with each change of what is known, so that what was replaced before has to be replaced again.
  private(set) var changes = 0
  /// The secrets to search for everywhere.
  private(set) var known = KnownSecrets()
  /// The secrets that distinguish resources.
  private var identities: Set<[UInt8]> = []

  init(style: PlaceholderStyle) { self.style = style }

  /// Remembers a secret; its placeholder is chosen later, when all existing ones are known.
  package mutating func add(_ secret: [UInt8], slug: String, _ evidence: SecretEvidence, spreads: Bool) {
    if let place = places[secret] {
      if evidence.rawValue > pending[place].evidence.rawValue {
        pending[place] = Match(secret: secret, slug: slug, evidence: evidence)
        changes += 1
      }
    } else if placeholders[secret] == nil {
      places[secret] = pending.count
      pending.append(Match(secret: secret, slug: slug, evidence: evidence))
      changes += 1
    }
    if spreads, known.insert(secret[...]) { changes += 1 }
  }

  /// Remembers that a secret distinguishes resources, so that its placeholder has a digest.
  mutating func tellApart(_ secret: [UInt8]) { if identities.insert(secret).inserted { changes += 1 } }

  /// Remembers an existing placeholder, so that no other secret gets it.
  mutating func note(_ placeholder: ArraySlice<UInt8>) {
    guard let (slug, number) = Placeholder.parts(placeholder) else { return }
    let count = min(number, 1_000_000_000)
    guard count > counts[slug] ?? 0 else { return }
    counts[slug] = count
    changes += 1
  }

  mutating func noteNumber(_ digits: ArraySlice<UInt8>) {
    guard let number = Int(String(decoding: digits, as: UTF8.self)) else { return }
    guard number - NumericPlaceholder.bare > highestNumber else { return }
    highestNumber = number - NumericPlaceholder.bare
    changes += 1
  }

  /// Chooses the placeholders of the found secrets, and prepares the search for them.
  mutating func settle() {
    for finding in pending { placeholders[finding.secret] = next(finding.slug, for: finding.secret) }
    pending = []
    places = [:]
    known.prepare()
  }

  mutating func placeholder(for secret: [UInt8], slug: String) -> [UInt8] {
    if let known = placeholders[secret] { return known }
    let new = next(slug, for: secret)
    placeholders[secret] = new
    return new
  }

  /// Returns the replacement for a secret that is searched for everywhere.
  func placeholder(for secret: [UInt8]) -> [UInt8] {
    placeholders[secret] ?? Placeholder.bare
  }

  /// Returns the key of a secret: with its name for a value that is one only beside it, as cookies of the value 1 are not the same.
  func key(_ secret: [UInt8], slug: String, isLocal: Bool) -> [UInt8] {
    isLocal && !known.contains(secret[...]) ? Array(slug.utf8) + [0] + secret : secret
  }

  package mutating func number(for digits: [UInt8]) -> Int {
    guard style == .numbered else { return NumericPlaceholder.bare }
    if let known = numbers[digits] { return known }
    highestNumber += 1
    numbers[digits] = NumericPlaceholder.bare + highestNumber
    return NumericPlaceholder.bare + highestNumber
  }

  private mutating func next(_ slug: String, for secret: [UInt8]) -> [UInt8] {
    let placeholder: [UInt8]
    switch style {
    case .bare: placeholder = Placeholder.bare
    case .numbered:
      counts[slug, default: 0] += 1
      placeholder = Placeholder.text(slug, counts[slug, default: 1])
    }
    return identities.contains(secret) ? Placeholder.text(placeholder, digest: secret) : placeholder
  }
}
