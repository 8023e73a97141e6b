/// A masking that replaces each secret by `•••`, in texts that people read.
///
/// It decides like the redaction of recordings, so a failure text never shows a secret that a recording hides. Each call costs a
/// pass over its text: create texts after a test failed, and not for every request.
package struct Masking: Sendable {
  /// The replacement for a secret.
  package static let mask = "•••"
  static let bytes = Array(mask.utf8)

  private var walk = MaskWalk()

  /// Creates a masking that knows no secrets.
  package init() {}

  /// Remembers the secrets of what a closure walks over, which are masked from then on wherever they appear.
  mutating func learn(_ body: (inout MaskWalk) -> Void) { walk.learn(body) }

  /// Prepares the search for what was learned. Without that, each text that is masked costs a pass over all secrets.
  mutating func settle() { walk.settle() }

  /// Returns a text of any kind without its secrets: a URL, a form, the start of a body.
  package func masked(_ text: String) -> String {
    // Most texts are plain, and a report has hundreds of them.
    if walk.knowsNothing, TextProfile(Array(text.utf8)[...]).isPlain { return text }
    var copy = walk
    copy.learn { _ = $0.text(text) }
    if copy.leavesAll { return text }
    copy.settle()
    return copy.text(text)
  }

  /// Returns the URL of a message that was learned, without its secrets; it is searched again only if there are any.
  func masked(learned url: String) -> String { walk.leavesAll ? url : masking { $0.text(url) } }

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
  func masking<Value>(_ body: (inout MaskWalk) -> Value) -> Value {
    var copy = walk
    copy.settle()
    return body(&copy)
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
