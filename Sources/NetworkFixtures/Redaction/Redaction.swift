/// What is taken out of a recording before it is written, and what stands in its place.
///
/// Secrets are found by the names they stand under, by their form (bearer tokens, JSON Web Tokens, private keys, the
/// documented keys of more than 100 services) and by rules of your own. Each is then replaced wherever it appears: in
/// URLs, fields, cookies and bodies of either direction, also percent-encoded, escaped or in base64. A string that only
/// looks random stays, as ids, digests and cursors do: hide it with a rule if it is a secret. Where a service documents
/// a checksum in its keys, a text with another one is not a key.
///
/// ```swift
/// let redaction = Redaction.standard.hiding(.value("internal-host-7")).hiding(.name("x-acme-*"))
/// let safe = redaction.redacted(har)
/// ```
///
/// The same secret has the same placeholder, such as `REDACTED-access-token-1`, throughout a recording, so that what was
/// equal stays equal: a token that a response handed out is still the one that the next request sends. Placeholders need
/// no encoding anywhere. A secret that is a number stays a number, from 990000001 on. Redacting twice changes nothing.
///
/// ## Personal data
///
/// The numbers of payment cards are taken out, by their issuer, length and checksum, unless they stand in a path or under
/// the name of an id. E-mail addresses and telephone numbers are taken out on request, with `.hiding(.personalData)`.
/// Nothing else of a person is looked for: record with accounts that are made up.
///
/// ## Matching
///
/// A redacted recording still answers: where a live request and a recorded one are compared, every credential and every
/// placeholder counts as the one word `REDACTED`, so that it does not matter which token a test runs with. Recorded
/// requests that differ only in their credentials are told apart by their order in the recording.
///
/// A service's key that names a resource, as in `/v1/keys/sk_live_…`, is told from others: its placeholder ends in a short
/// keyed digest, `REDACTED-api-key-1~5f3a09c1`, and answers for that key alone. Nothing that can be guessed has a digest.
/// Page tokens, cursors and idempotency keys are not credentials, and stay.
public struct Redaction: Hashable, Sendable {
  /// The names that secrets stand under.
  package var names: SensitiveNames

  /// Rules beside the names and the known shapes.
  package var rules: [Rule]

  /// Whether anything is taken out at all.
  package let isActive: Bool

  private init(names: SensitiveNames, isActive: Bool) {
    self.names = names
    self.isActive = isActive
    rules = []
  }

  /// Takes out what is a secret by name or by shape.
  public static let standard = Self(names: .standard, isActive: true)

  /// Takes out nothing: for recordings that never leave the machine.
  public static let none = Self(names: .standard, isActive: false)

  /// The same redaction with one rule more.
  ///
  /// - Parameter rule: What else to take out, or to leave.
  public func hiding(_ rule: Rule) -> Self {
    var copy = self
    switch rule.storage {
    case .name(let pattern): copy.names.insert(pattern)
    case .personalData:
      for name in PersonalData.names { copy.names.insert(name) }
      copy.rules += PersonalData.expressions.map { .pattern($0, name: $1) }
    default: copy.rules.append(rule)
    }
    return copy
  }

  /// The same redaction without a name: what stands under it is looked at by shape only.
  ///
  /// - Parameter name: The name, in which `*` stands for anything.
  public func keeping(_ name: String) -> Self {
    var copy = self
    copy.names.remove(name)
    return copy
  }
}

extension Redaction {
  /// Something to take out.
  public struct Rule: Hashable, Sendable {
    enum Storage: Hashable, Sendable {
      case name(String)
      case value(String)
      case pattern(String, name: String)
      case personalData
    }

    let storage: Storage

    /// What stands under a name of a header field, query item, form field, cookie or JSON key.
    ///
    /// - Parameter pattern: The name, in which `*` stands for anything.
    public static func name(_ pattern: String) -> Self { Self(storage: .name(pattern)) }

    /// A text, wherever and however it appears: a key that the test reads from its environment.
    ///
    /// - Parameter text: The text, of at least four bytes.
    public static func value(_ text: String) -> Self { Self(storage: .value(text)) }

    /// E-mail addresses and telephone numbers, by their form, and what stands under names such as `email` and `phone`.
    ///
    /// A telephone number is found in its international form, or as it is written in North America.
    public static let personalData = Self(storage: .personalData)

    /// What a regular expression finds; its first group if it has one.
    ///
    /// An invalid expression finds nothing.
    ///
    /// - Parameters:
    ///   - expression: The expression, in the syntax of `NSRegularExpression`.
    ///   - name: What its placeholders are called.
    public static func pattern(_ expression: String, name: String = "pattern") -> Self {
      Self(storage: .pattern(expression, name: name))
    }
  }
}

extension Redaction {
  /// Takes the secrets out of a text: a log line, a URL, JSON.
  ///
  /// - Parameter text: The text.
  /// - Returns: The text with placeholders.
  public func redacted(_ text: String) -> String {
    var redactor = Redactor(self)
    return redactor.redact(text) { $0.text($1) }
  }
}

extension TextPlace {
  /// The place with the secrets taken out of its excerpt: errors end up in logs that many can read.
  package var redacted: Self {
    var copy = self
    copy.excerpt = Redaction.standard.redacted(excerpt)
    return copy
  }
}
