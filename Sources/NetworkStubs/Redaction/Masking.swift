/// A masking that replaces each secret by `•••`, in texts that people read.
///
/// It decides like ``Redaction``, so a failure text never shows a secret that a recording hides. Each call costs a pass over its
/// text: create texts after a test failed, and not for every request.
package struct Masking: Sendable {
  /// The replacement for a secret.
  package static let mask = String(decoding: Placeholder.mask, as: UTF8.self)

  var redactor = Redactor(.standard, style: .masked)

  /// Creates a masking that knows no secrets.
  package init() {}

  /// Returns a text of any kind without its secrets: a URL, a form, the start of a body.
  package func masked(_ text: String) -> String {
    // Most texts are plain, and a report has hundreds of them.
    if redactor.knowsNothing, TextProfile(Array(text.utf8)[...]).isPlain { return text }
    return walk { redactor in
      redactor.learn(text) { $0.text($1) }
      return redactor.leavesAll ? text : redactor.replace(in: text) { $0.text($1) }
    }
  }

  /// Returns the URL of a message that was learned, without its secrets; it is searched again only if there are any.
  func masked(learned url: String) -> String {
    redactor.leavesAll ? url : walk { $0.replace(in: url) { $0.text($1) } }
  }

  /// Returns the value of a header field, without its secrets.
  package func masked(_ value: String, named name: String) -> String {
    walk { $0.replace(in: value) { $0.value($1, named: name) } }
  }

  /// Returns JSON without its secrets.
  package func masked(_ value: JSONValue) -> JSONValue {
    if case .string(let text) = value { return .string(masked(text)) }
    return (try? JSONValue(parsing: Data(masked(value.description).utf8))) ?? .string(Self.mask)
  }

  /// Returns a text assembled from masked parts, without the secrets that were learned elsewhere.
  ///
  /// Names are ignored: in a report, `token: expected` is a sentence. A secret that was cut is masked as well.
  package func masked(report text: String) -> String {
    walk { redactor in
      redactor.replace(in: text) { redactor, text in
        let bytes = Array(text.utf8)
        let edits = redactor.reportEdits(in: bytes[...])
        return edits.isEmpty ? text : String(decoding: edits.apply(to: bytes[...]), as: UTF8.self)
      }
    }
  }

  func walk<Value>(_ body: (inout Redactor) -> Value) -> Value {
    var copy = redactor
    return body(&copy)
  }
}

extension Redactor {
  /// Returns the edits for known secrets and those with a shape, including escaped ones as in a Swift literal.
  fileprivate mutating func reportEdits(in text: ArraySlice<UInt8>) -> [Edit] {
    var edits = knownSecrets(in: text, depth: 0)
    edits += SecretShapes.findings(in: text).map { conceal($0.range, of: text, called: $0.name, .shape) }
    for encoding in [DecodedView.Encoding.backslashes, .percent] {
      guard let view = DecodedView(text, undoing: encoding) else { continue }
      edits += knownSecrets(in: view.bytes[...], depth: 1).map(view.original)
    }
    return edits + cutSecrets(in: text)
  }

  /// Returns the starts of known secrets before an ellipsis, where a text was cut.
  private func cutSecrets(in text: ArraySlice<UInt8>) -> [Edit] {
    var edits = [Edit]()
    var rest = text
    while let cut = rest.firstRange(of: Array("…".utf8)[...]) {
      rest = rest[cut.upperBound...]
      for secret in ledger.spreading {
        let most = min(secret.count, cut.lowerBound - text.startIndex)
        let length = (6...max(6, most)).last { count in
          count <= most && text[(cut.lowerBound - count)..<cut.lowerBound].elementsEqual(secret[..<count])
        }
        guard let length else { continue }
        edits.append(Edit(range: (cut.lowerBound - length)..<cut.lowerBound, replacement: Placeholder.mask))
      }
    }
    return edits
  }
}
