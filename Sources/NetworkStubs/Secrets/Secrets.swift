/// The rules for secrets in failure texts, since many people read the logs of builds.
///
/// Secrets are recognised by the engine that redacts recordings.
package enum Secrets {
  static let mask = Masking.mask

  /// Returns whether a header, query item, field or key of this name usually holds a secret.
  static func isSensitive(_ name: String) -> Bool { SensitiveNames.standard.contains(name) }

  static func isSensitive(path: String) -> Bool {
    path.split { ".[]'\"$".contains($0) }.contains { isSensitive(String($0)) }
  }

  /// Credentials with their scheme, such as `Bearer •••`.
  package static func masked(credentials: String) -> String {
    let words = credentials.split(separator: " ", maxSplits: 1)
    return words.count == 2 ? "\(words[0]) \(mask)" : mask
  }

  /// Returns a text of any kind with its secrets masked: a URL, a form, the start of a body.
  package static func masked(_ text: String) -> String { Masking().masked(text) }

  /// Code with the values of sensitive names masked, but not the secrets recognised by their shape.
  package static func masked(code: String) -> String { Masking().masked(report: code) }

  package static func masked(json value: JSONValue) -> JSONValue { Masking().masked(value) }
}
