/// The secrets to remove from a recording before it is written, and their replacements.
///
/// Secrets are found by their names, by their form (bearer tokens, JSON Web Tokens, private keys, the documented keys of more
/// than 140 services) and by rules of your own. Each is then replaced wherever it appears: in URLs, fields, cookies and bodies of
/// either direction, also percent-encoded, escaped, in base64 or in hexadecimal. A string that only looks random stays, like ids,
/// digests and cursors: hide it with a rule if it is a secret.
///
/// A name alone decides in what a client sends, and in the answer to a sign-in. In other answers, `password` and its like decide
/// for a single word, and `token` or `signature` only for a value like a key; neither do so for a sentence, or below `errors`,
/// `details`, `properties` and `i18n`. What identifies is never a secret by its name: under `session_id`, `key` or `code`, the value
/// has to look like a key. The id of a key stays. In stylesheets, names say nothing.
///
/// ```swift
/// let redaction = Redaction.standard.hiding(.value("internal-host-7")).hiding(.name("x-acme-*"))
/// let safe = redaction.redacted(har)
/// ```
///
/// The same secret has the same placeholder, such as `REDACTED-access-token-1`, throughout a recording, so equal secrets stay
/// equal: a token in a response is still the one in the next request. Placeholders need no encoding anywhere. A secret number
/// stays a number, from 990000001 on. Redacting twice changes nothing.
///
/// ## Personal data
///
/// E-mail addresses, telephone numbers and the numbers of payment cards are removed on request, with `.hiding(.personalData)` of
/// `NetworkHAR`, and the number and the code of a card also under their names. Other personal data is not recognised: record with
/// invented accounts.
public struct Redaction: Hashable, Sendable {
  /// The names of secrets.
  package var names: SensitiveNames
  /// Rules in addition to the names and the known shapes.
  package var rules: [Rule]
  /// Whether anything is removed at all.
  package let isActive: Bool

  private init(names: SensitiveNames, isActive: Bool) {
    self.names = names
    self.isActive = isActive
    rules = []
  }

  /// The redaction that removes secrets by name and by shape.
  public static let standard = Self(names: .standard, isActive: true)
  /// The redaction that removes nothing, for recordings that never leave the machine.
  public static let none = Self(names: .standard, isActive: false)

  /// Returns the same redaction with one more rule.
  ///
  /// - Parameter rule: The values to remove.
  public func hiding(_ rule: Rule) -> Self {
    var copy = self
    switch rule.storage {
    case .name(let pattern): copy.names.insert(pattern)
    case .all(let rules): return rules.reduce(self) { $0.hiding($1) }
    default: copy.rules.append(rule)
    }
    return copy
  }

  /// Returns the same redaction without a name, whose values are checked only by shape.
  ///
  /// - Parameter name: The name; `*` matches any text.
  public func keeping(_ name: String) -> Self {
    var copy = self
    copy.names.remove(name)
    return copy
  }

  /// A rule for values to remove.
  public struct Rule: Hashable, Sendable {
    enum Storage: Hashable, Sendable {
      case name(String)
      case value(String)
      case pattern(String, name: String)
      case all([Rule])
    }

    let storage: Storage

    /// The values with a name of a header field, query item, form field, cookie or JSON key.
    ///
    /// - Parameter pattern: The name; `*` matches any text.
    public static func name(_ pattern: String) -> Self { Self(storage: .name(pattern)) }

    /// A text in any place and encoding, such as a key that the test reads from its environment.
    ///
    /// - Parameter text: The text, of at least four bytes.
    public static func value(_ text: String) -> Self { Self(storage: .value(text)) }

    /// Several rules as one.
    package static func all(_ rules: [Self]) -> Self { Self(storage: .all(rules)) }

    /// The matches of a regular expression, or of its first group if it has one.
    ///
    /// An invalid expression matches nothing.
    ///
    /// - Parameters:
    ///   - expression: The expression, in the syntax of `NSRegularExpression`.
    ///   - name: The name in its placeholders.
    public static func pattern(_ expression: String, name: String = "pattern") -> Self {
      Self(storage: .pattern(expression, name: name))
    }
  }

  /// Removes the secrets from a text: a log line, a URL, JSON.
  ///
  /// - Parameter text: The text.
  /// - Returns: The text with placeholders.
  public func redacted(_ text: String) -> String { redact(text) { $0.text($1) } }

  /// Returns what a walk over a value makes of it, once it has learned all secrets of the value.
  func redact<Value>(
    _ value: Value, style: PlaceholderStyle = .numbered, _ walk: (inout Redactor, Value) -> Value
  ) -> Value {
    guard isActive else { return value }
    var redactor = Redactor(self, style: style)
    redactor.learn(value, walk)
    return redactor.replace(in: value, walk)
  }
}
