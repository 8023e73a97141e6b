import NetworkEndpoints
import NetworkFixtures

/// What a failure text must not show: texts end up in logs of builds that many can read.
///
/// The names are those that a recording is redacted by.
enum Secrets {
  static let mask = "•••"

  /// Whether a header, query item, field or key of this name holds a secret as a rule.
  static func isSensitive(_ name: String) -> Bool {
    SensitiveNames.standard.contains(name)
  }

  /// Whether one of the keys in a JSON path is sensitive.
  static func isSensitive(path: String) -> Bool {
    path.split { ".[]'\"$".contains($0) }.contains { isSensitive(String($0)) }
  }

  /// Credentials with their scheme, such as `Bearer •••`.
  static func masked(credentials: String) -> String {
    let words = credentials.split(separator: " ", maxSplits: 1)
    return words.count == 2 ? "\(words[0]) \(mask)" : mask
  }

  /// A value by the name it stands under.
  static func masked(_ value: String, named name: String) -> String {
    guard isSensitive(name) else { return value }
    return name.lowercased().hasSuffix("authorization") ? masked(credentials: value) : mask
  }

  /// A URL without user information and without the values of sensitive query items.
  static func masked(url: String) -> String {
    var url = url
    if let authority = url.range(of: "://") {
      let end = url[authority.upperBound...].firstIndex { "/?#".contains($0) } ?? url.endIndex
      if let at = url[authority.upperBound..<end].lastIndex(of: "@") {
        url.replaceSubrange(authority.upperBound..<at, with: mask)
      }
    }
    guard let mark = url.firstIndex(of: "?") else { return url }
    return url[...mark] + masked(form: url[url.index(after: mark)...])
  }

  /// A query or a form without the values of sensitive names.
  static func masked(form text: some StringProtocol) -> String {
    text.split(separator: "&", omittingEmptySubsequences: false).map { pair in
      guard let equals = pair.firstIndex(of: "="), isSensitive(String(pair[..<equals]).percentDecoded) else {
        return String(pair)
      }
      return "\(pair[...equals])\(mask)"
    }.joined(separator: "&")
  }

  /// JSON in which the values under sensitive keys are masked.
  static func masked(json value: JSONValue) -> JSONValue {
    switch value {
    case .array(let elements): .array(elements.map(masked(json:)))
    case .object(let members):
      .object(
        Dictionary(uniqueKeysWithValues: members.map { ($0, isSensitive($0) ? .string(mask) : masked(json: $1)) }))
    default: value
    }
  }

  /// JSON without sensitive keys.
  static func removed(from value: JSONValue) -> JSONValue {
    switch value {
    case .array(let elements): .array(elements.map(removed(from:)))
    case .object(let members): .object(members.filter { !isSensitive($0.key) }.mapValues(removed(from:)))
    default: value
    }
  }
}

/// Text of any kind in which what follows a sensitive name is masked: `password=•••`, `"token": •••`.
enum MaskedText {
  static func masked(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let mark = rest.firstIndex(where: { $0 == "=" || $0 == ":" }) {
      let afterMark = rest.index(after: mark)
      result += rest[..<afterMark]
      let isSecret = Secrets.isSensitive(name(before: rest[..<mark]))
      rest = rest[afterMark...]
      guard isSecret else { continue }
      let space = rest.prefix { $0 == " " }
      let value = value(rest[space.endIndex...])
      result += value.isEmpty ? space : space + Secrets.mask
      rest = rest[value.endIndex...]
    }
    return result + rest
  }

  /// The name that stands right before a mark, in quotation marks or not.
  private static func name(before text: Substring) -> String {
    let characters = text.reversed().drop { $0 == "\"" || $0 == "'" || $0 == " " }
      .prefix { $0.isLetter || $0.isNumber || "-_%.".contains($0) }
    return String(characters.prefix(64).reversed()).percentDecoded
  }

  /// A value up to what ends it: its quotation mark, or what stands between pairs.
  private static func value(_ text: Substring) -> Substring {
    guard text.first == "\"" else { return text.prefix { !"&,;}]\r\n\r\n".contains($0) } }
    var isEscaped = false
    var end = text.index(after: text.startIndex)
    while end < text.endIndex {
      let character = text[end]
      end = text.index(after: end)
      if character == "\"", !isEscaped { break }
      isEscaped = character == "\\" && !isEscaped
    }
    return text[..<end]
  }
}
