import NetworkStubs
import TestSupport
import Testing

@Suite("What is a secret")
struct SecretDecisionTests {
  /// Names of each kind.
  private static let names = [
    ("one of a credential", "password"), ("one of a credential, with other meanings", "token"),
    ("several credentials", "secrets"), ("a doubtful one", "key"), ("a session", "sid"), ("a code", "code"),
    ("an id", "appId"), ("about a credential", "passwordHint"), ("a header field of a service", "X-Acme-Key"),
    ("anything else", "title"),
  ]

  /// Values of each form, put together at run time, so that no scanner finds a key in this file.
  private static let values = [
    ("an ordinary word", "true"), ("a date", "2026-11-29T12:00:00Z"), ("a variable", "${TOKEN}"), ("a word", "hunter"),
    ("a sentence", "Choose a longer one"), ("a number", "482913"), ("a word and a number", "foobar31306"),
    ("letters and digits", "4k7r2t9p"), ("a UUID", "0f8fad5b-d9cb-469f-a165-70867728950e"),
    ("a constant", "OPAQUE_TOKEN"), ("a path", "/2010-04-01/Accounts/AC1"), ("like a key", "k7Rw2Lq9Tn4Vb8Xs3Zd6"),
    ("a service's key", "sk_" + "live_4eC39HqLyjWDarjtT1zdp7dc"), ("after a scheme", "Bearer Zq3vT8sLw2Xc9Rb4"),
    ("a placeholder", "REDACTED-token-1"),
  ]

  /// The sources in which a value is a secret.
  private func sources(_ value: String, _ name: String, _ looseness: SecretDecision.Looseness?) -> String {
    let found = SecretDecision.Source.allCases.filter { source in
      var decision = SecretDecision(source: source)
      decision.isField = name.hasPrefix("X-") && (source == .sent || source == .shown)
      return decision.isSecret(Array(value.utf8)[...], named: .standard(name), looseness)
    }
    if found.count == SecretDecision.Source.allCases.count { return "everywhere" }
    return found.isEmpty ? "—" : found.map(\.rawValue).joined(separator: ", ")
  }

  @Test("is decided by a value's name, its form and its source, as a table says")
  func table() throws {
    var lines = [
      "A value is a secret in these sources: on the left as an item of a query, on the right as a word in prose."
    ]
    for (kind, name) in Self.names {
      lines += ["", "\(name), \(kind)"]
      for (form, value) in Self.values {
        let item = sources(value, name, nil)
        let word = sources(value, name, .word)
        let label = form.padding(toLength: 22, withPad: " ", startingAt: 0)
        lines.append("  \(label)\(item == word ? item : "\(item) | \(word)")")
      }
    }
    try expectGolden(lines.joined(separator: "\n") + "\n", "Secrets/decisions.txt")
  }

  @Test("is hidden by the nearest name that decides, and not by what it says about a form")
  func nearest() {
    let value = Array("k7Rw2Lq9Tn4Vb8Xs3Zd6".utf8)[...]
    func name(_ names: String..., source: SecretDecision.Source) -> String? {
      SecretDecision(source: source).name(thatHides: value, names.map { .standard($0) })?.text
    }
    #expect(name("value", "credentials", source: .sent) == "credentials")
    #expect(name("kid", "jwk", source: .sent) == nil)
    #expect(name("password", "errors", source: .answered) == nil)
    #expect(name("password", "errors", source: .shown) == "password")
  }
}
