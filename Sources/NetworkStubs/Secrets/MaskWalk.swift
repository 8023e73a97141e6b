/// The walk over texts that are shown, in which each secret becomes `•••`: by its name, by its shape, and where it is repeated.
package struct MaskWalk: SecretWalk, Sendable {
  /// Called with the length of each text that is searched, for tests that count searches.
  @TaskLocal package static var watch: (@Sendable (Int) -> Void)?

  package var decision = SecretDecision(source: .shown)
  package private(set) var isLearning = true
  package var isInsideCredential = false
  package var isPercentDecoded = false
  package var unpackedCount = 0
  package private(set) var known = KnownSecrets()
  package var hasRules: Bool { false }
  /// The secrets to mask wherever they are, in the order they were found.
  private var secrets: [[UInt8]] = []
  private var isSecret: Set<[UInt8]> = []
  private var knownCount = 0
  private var hasFound = false

  /// Whether nothing is masked in a text that it has learned.
  var leavesAll: Bool { secrets.isEmpty && !hasFound }

  /// Whether no secret is searched for everywhere.
  var knowsNothing: Bool { secrets.isEmpty }

  /// Remembers the secrets of what a closure walks over.
  mutating func learn(_ walk: (inout Self) -> Void) {
    isLearning = true
    walk(&self)
  }

  /// Prepares the search for what was learned.
  mutating func settle() {
    isLearning = false
    guard knownCount < secrets.count else { return }
    known.insert(secrets[knownCount...])
    knownCount = secrets.count
  }

  /// Returns a text of any kind without its secrets.
  mutating func text(_ text: String) -> String {
    Self.watch?(text.utf8.count)
    return replacing(in: text) { $0.edits(in: $1) }
  }

  /// Returns the value of a header field or the like without its secrets.
  mutating func value(_ value: String, named name: String) -> String {
    replacing(in: value) { $0.edits(of: $1, named: name) }
  }

  /// Returns a body without its secrets. One that cannot be searched is masked as a whole.
  mutating func body(_ body: Data, type: String, coding: String) -> Data {
    let bytes = Array(body)[...]
    unpackedCount = 0
    if bytes.isClosed(type: type, coding: coding) { return Data(Masking.bytes) }
    let edits = edits(inBody: bytes, type: type, depth: 0)
    return edits.isEmpty ? body : Data(edits.apply(to: bytes))
  }

  /// Returns a text made of masked parts, in which names say nothing, without what is known, what has a shape, and what was cut.
  mutating func report(_ text: String) -> String {
    replacing(in: text) { walk, text in
      var edits = walk.shapeEdits(in: text) + walk.knownSecrets(in: text, depth: 0) + walk.cutSecrets(in: text)
      for encoding in [DecodedView.Encoding.backslashes, .percent] {
        guard let view = DecodedView(text, undoing: encoding) else { continue }
        edits += walk.knownSecrets(in: view.bytes[...], depth: 1).map(view.original)
      }
      return edits
    }
  }

  private mutating func replacing(in text: String, _ find: (inout Self, ArraySlice<UInt8>) -> [Edit]) -> String {
    let bytes = Array(text.utf8)[...]
    unpackedCount = 0
    let edits = find(&self, bytes)
    return edits.isEmpty ? text : String(decoding: edits.apply(to: bytes), as: UTF8.self)
  }

  /// Returns the starts of known secrets before an ellipsis, where a text was cut.
  private func cutSecrets(in text: ArraySlice<UInt8>) -> [Edit] {
    var edits = [Edit]()
    var rest = text
    while let cut = rest.firstRange(of: Array("…".utf8)[...]) {
      rest = rest[cut.upperBound...]
      for secret in secrets {
        let most = min(secret.count, cut.lowerBound - text.startIndex)
        let length = (6...max(6, most)).last { count in
          count <= most && text[(cut.lowerBound - count)..<cut.lowerBound].elementsEqual(secret[..<count])
        }
        if let length { edits.append(mask((cut.lowerBound - length)..<cut.lowerBound)) }
      }
    }
    return edits
  }

  private func mask(_ range: Range<Int>) -> Edit { Edit(range: range, replacement: Masking.bytes) }

  private mutating func remember(_ secret: ArraySlice<UInt8>) {
    guard SecretDecision.canSpread(secret), isSecret.insert(Array(secret)).inserted else { return }
    secrets.append(Array(secret))
  }
}

extension MaskWalk {
  package func name(_ text: String) -> ValueName { .standard(text) }

  package mutating func conceal(
    _ range: Range<Int>, of text: ArraySlice<UInt8>, called name: String, _ evidence: SecretEvidence, spreads: Bool
  ) -> Edit {
    hasFound = true
    if Placeholder.isPlaceholder(text[range]) { return Edit(range: range, replacement: Array(text[range])) }
    if spreads { remember(text[range]) }
    return mask(range)
  }

  package mutating func numberEdit(_ digits: ArraySlice<UInt8>, named name: String?) -> Edit? {
    guard name != nil || isSecret.contains(Array(digits)) else { return nil }
    hasFound = true
    remember(digits)
    return Edit(range: digits.indices, replacement: Array("\"\(Masking.mask)\"".utf8))
  }

  package func tellApart(_ secret: ArraySlice<UInt8>) {}

  package func knownSecrets(in text: ArraySlice<UInt8>, depth: Int) -> [Edit] {
    isLearning ? [] : known.matches(in: text).map { mask($0.range) }
  }

  package mutating func encodedEdits(in text: ArraySlice<UInt8>, depth: Int) -> [Edit] {
    with(\.decision.isInsideEncoded, true) { walk in
      Base64Text.edits(in: text) { run in
        if let (digits, plain) = HexText.text(of: run) {
          return walk.edits(in: plain[...], depth: depth + 1).isEmpty ? nil : walk.mask(digits.indices)
        }
        guard let plain = Base64Text.content(of: run),
          !walk.edits(inBody: plain[...], type: "", depth: depth + 1).isEmpty
        else { return nil }
        let padding = text[run.endIndex...].prefix(2).prefix { $0 == UInt8(ascii: "=") }
        return walk.mask(run.startIndex..<padding.endIndex)
      }
    }
  }

  package mutating func wideEdits(in body: ArraySlice<UInt8>, depth: Int) -> [Edit]? {
    // Every other byte of ASCII in UTF-16 is zero.
    let letters = body.filter { $0 != 0 }
    guard letters.count < body.count, letters[...].isText else { return nil }
    return edits(in: letters[...], depth: depth + 1).isEmpty ? [] : [mask(body.indices)]
  }

  package func ruleEdits(in text: ArraySlice<UInt8>) -> [Edit] { [] }
}
