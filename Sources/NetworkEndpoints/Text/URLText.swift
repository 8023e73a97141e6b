// Errors name the URL they are about, and end up in logs: credentials and queries are left out.
extension URL {
  /// The text without user info and query.
  var withoutSecrets: String {
    guard var components = URLComponents(url: self, resolvingAgainstBaseURL: true) else { return "a URL" }
    let hasQuery = components.percentEncodedQuery != nil
    components.user = nil
    components.password = nil
    components.percentEncodedQuery = nil
    components.fragment = nil
    return (components.string ?? "a URL").printable + (hasQuery ? "?…" : "")
  }
}

extension String {
  /// The text of a URL, valid or not, without user info and query.
  var withoutSecrets: String {
    let text = unicodeScalars
    let start = text.firstRange(of: "://".unicodeScalars)?.upperBound ?? text.startIndex
    guard let at = text[start...].lastIndex(of: "@") else { return withoutQuery }
    // A password may have a `?` in it: the text before an `@` is never shown.
    let end = text[start...].firstIndex { $0 == "?" || $0 == "#" } ?? text.endIndex
    return self[..<start] + "•••" + (at < end ? String(self[at...]).withoutQuery : "")
  }

  /// The text before `?` or `#`.
  var withoutQuery: String {
    // By scalars: in a string, a `?` with an accent after it is another character.
    guard let end = unicodeScalars.firstIndex(where: { $0 == "?" || $0 == "#" }) else { return self }
    return "\(self[..<end])\(unicodeScalars[end])…"
  }
}
