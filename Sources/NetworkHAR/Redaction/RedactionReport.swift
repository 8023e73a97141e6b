/// The secrets removed from a recording, with their names and places, and the remaining texts that look like keys.
package struct RedactionReport: Sendable {
  private let texts: [Data]
  private let suspects: [Suspect]

  /// Creates the report of a recording.
  ///
  /// - Parameters:
  ///   - har: The recording, redacted.
  ///   - redaction: The redaction that was applied.
  package init(of har: HAR, _ redaction: Redaction) {
    self.init(of: [har.encoded()], redaction.suspects(in: har))
  }

  /// Creates the report of texts.
  ///
  /// - Parameters:
  ///   - texts: The texts, redacted.
  ///   - suspects: The texts in them that look like keys.
  init(of texts: [Data], _ suspects: [Suspect]) {
    self.texts = texts
    self.suspects = Suspect.grouped(suspects)
  }

  /// A line for each name, and one for each text that an author should check; empty if there are neither.
  package var text: String {
    let shown = suspects.prefix(5).map { "  Look at this: \($0.description)" }
    let rest = suspects.count > 5 ? ["  … and \(suspects.count - 5) more: network-fixtures check lists them."] : []
    return (removals + shown + rest).joined(separator: "\n")
  }

  private var removals: [String] {
    Placeholder.counts(in: texts).sorted { $0.key < $1.key }.map { slug, counts in
      "  Took out \(counts.secrets.counted("secret")) in \(counts.places.counted("place")): \(Self.rule(slug))"
    }
  }

  /// Returns the rule that removes the values with a name in placeholders.
  private static func rule(_ slug: String) -> String {
    switch slug {
    case "api-key": "an API key, or a value under the name \("api-key".quoted)"
    case "jwt": "a JSON Web Token"
    case "bearer", "basic": "credentials after \(slug.capitalizedFirst.quoted)"
    case "card-number": "a card number, or a value under the name \("card-number".quoted)"
    case "private-key": "a private key"
    case "webhook", "bot-token": "an address or token of a chat service"
    case "value": "a value from your own rules"
    case "compressed-body": "a body that could not be read"
    default: "under the name \(slug.quoted)"
    }
  }
}

extension Placeholder {
  /// Returns the names of the placeholders in texts, each with the number of its secrets and of their places.
  package static func counts(in texts: [Data]) -> [String: (secrets: Int, places: Int)] {
    var places: [String: Int] = [:]
    for text in texts {
      let bytes = Array(text)[...]
      for place in self.places(in: bytes) { places[String(decoding: bytes[place], as: UTF8.self), default: 0] += 1 }
    }
    var names: [String: (secrets: Int, places: Int)] = [:]
    for (placeholder, count) in places {
      guard let slug = parts(Array(placeholder.utf8)[...])?.slug else { continue }
      names[slug, default: (0, 0)].secrets += 1
      names[slug, default: (0, 0)].places += count
    }
    return names
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
