/// A masking that replaces each secret by `•••`, in texts that people read: by its name, by its shape, and where it is repeated.
///
/// It decides like the redaction of recordings, so a failure text never shows a secret that a recording hides. Each call costs a
/// pass over its text: create texts after a test failed, and not for every request.
package struct Masking: SecretWalk, Sendable {
  /// The replacement for a secret.
  package static let mask = "•••"
  /// Called with the length of each text that is searched, for tests that count searches.
  @TaskLocal package static var watch: (@Sendable (Int) -> Void)?

  package var decision = SecretDecision(source: .shown)
  package private(set) var isLearning = true
  package var unpackedCount = 0
  package private(set) var known = KnownSecrets()
  package var hasRules: Bool { false }
  private var hasFound = false

  /// Creates a masking that knows no secrets.
  package init() {}

  /// Whether nothing is masked in a text that it has learned.
  private var leavesAll: Bool { known.isEmpty && !hasFound }

  /// Remembers the secrets of what a closure walks over, which are masked from then on wherever they appear.
  mutating func learn(_ walk: (inout Self) -> Void) {
    isLearning = true
    walk(&self)
  }

  /// Prepares the search for what was learned. Without that, each text that is masked costs a pass over all secrets.
  mutating func settle() {
    isLearning = false
    known.prepare()
  }
}

extension Masking {
  /// Returns a text of any kind without its secrets: a URL, a form, the start of a body.
  package func masked(_ text: String) -> String {
    // Most texts are plain, and a report has hundreds of them.
    if known.isEmpty, TextProfile(Array(text.utf8)[...]).isPlain { return text }
    var copy = self
    copy.learn { _ = $0.text(text) }
    if copy.leavesAll { return text }
    copy.settle()
    return copy.text(text)
  }

  /// Returns the URL of a message that was learned, without its secrets; it is searched again only if there are any.
  func masked(learned url: String) -> String { leavesAll ? url : masking { $0.text(url) } }

  /// Returns the value of a header field, without its secrets.
  package func masked(_ value: String, named name: String) -> String { masking { $0.value(value, named: name) } }

  /// Returns JSON without its secrets.
  package func masked(_ value: JSONValue) -> JSONValue {
    if case .string(let text) = value { return .string(masked(text)) }
    return (try? JSONValue(parsing: Data(masked(value.description).utf8))) ?? .string(Self.mask)
  }

  /// Returns a text assembled from masked parts, without the secrets that were learned elsewhere.
  ///
  /// Names are ignored: in a report, `token: expected` is a sentence. A secret that was cut is masked as well.
  package func masked(report text: String) -> String { masking { $0.report(text) } }

  /// Returns what a closure makes of a walk that knows what was learned.
  func masking<Value>(_ body: (inout Self) -> Value) -> Value {
    var copy = self
    copy.settle()
    return body(&copy)
  }
}

// The walk.
extension Masking {
  package mutating func text(_ text: String) -> String {
    Self.watch?(text.utf8.count)
    return replacing(in: text) { $0.edits(in: $1) }
  }

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
    guard name != nil || known.contains(digits) else { return nil }
    hasFound = true
    remember(digits)
    return Edit(range: digits.indices, replacement: Array("\"\(Self.mask)\"".utf8))
  }

  package func tellApart(_ secret: ArraySlice<UInt8>) {}

  package func knownSecrets(in text: ArraySlice<UInt8>, depth: Int) -> [Edit] {
    isLearning ? [] : known.matches(in: text).map { mask($0.range) }
  }

  package func edit(of part: EncodedPart, _ edits: [Edit], in text: ArraySlice<UInt8>) -> Edit? { mask(part.range) }

  package mutating func wideEdits(in body: ArraySlice<UInt8>, depth: Int) -> [Edit]? {
    // Every other byte of ASCII in UTF-16 is zero.
    let letters = body.filter { $0 != 0 }
    guard letters.count < body.count, letters[...].isText else { return nil }
    return edits(in: letters[...], depth: depth + 1).isEmpty ? [] : [mask(body.indices)]
  }

  package func ruleEdits(in text: ArraySlice<UInt8>) -> [Edit] { [] }

  /// Returns a text made of masked parts, in which names say nothing, without what is known, what has a shape, and what was cut.
  private mutating func report(_ text: String) -> String {
    replacing(in: text) { walk, text in
      var edits = walk.shapeEdits(in: text) + walk.knownSecrets(in: text, depth: 0) + walk.cutSecrets(in: text)
      for encoding in [DecodedView.Encoding.backslashes, .percent] {
        guard let view = DecodedView(text, undoing: encoding) else { continue }
        edits += walk.knownSecrets(in: view.bytes[...], depth: 1).map(view.original)
      }
      return edits
    }
  }

  /// Returns the starts of known secrets before an ellipsis, where a text was cut.
  private func cutSecrets(in text: ArraySlice<UInt8>) -> [Edit] {
    var edits = [Edit]()
    var rest = text
    while let cut = rest.firstRange(of: Array("…".utf8)[...]) {
      rest = rest[cut.upperBound...]
      for secret in known.secrets {
        let most = min(secret.count, cut.lowerBound - text.startIndex)
        let length = (6...max(6, most)).last { count in
          count <= most && text[(cut.lowerBound - count)..<cut.lowerBound].elementsEqual(secret[..<count])
        }
        if let length { edits.append(mask((cut.lowerBound - length)..<cut.lowerBound)) }
      }
    }
    return edits
  }

  private func mask(_ range: Range<Int>) -> Edit { Edit(range: range, replacement: Array(Self.mask.utf8)) }

  private mutating func remember(_ secret: ArraySlice<UInt8>) {
    if SecretDecision.canSpread(secret) { _ = known.insert(secret) }
  }
}

extension TextPlace {
  /// The place with the secrets of its excerpt masked, since many people can read errors in logs.
  package var withoutSecrets: Self {
    var copy = self
    copy.excerpt = Masking().masked(excerpt)
    return copy
  }
}
