/// A text that looks like a key, but was kept because no rule says that it is one.
///
/// The test's author decides: `.hiding(.name("ref"))` removes the value with its name, `.keeping("ref")` declares that it is not
/// a secret.
package struct Suspect: Hashable, Sendable {
  /// The name of its value.
  package let name: String
  /// Its place, such as `the response's body in entry 3`.
  package let place: String
  /// Its first characters, which reveal nothing, and its length.
  package let summary: String
  fileprivate let value: String
  /// The number of further places in which the same value has the same name.
  private(set) var others = 0

  /// The text, its place, and the code for the redaction in either case.
  package var description: String {
    """
    \(place)\(others > 0 ? ", and \(others.counted("more place"))," : "") has what looks like a key under \(name.quoted) (\(summary)). If it is a secret, add \
    .hiding(.name(\(name.quoted))) to the test's redaction, otherwise .keeping(\(name.quoted)).
    """
  }
}

extension Suspect {
  /// Returns the first of each value with its name, which knows how many others there are.
  static func grouped(_ all: [Self]) -> [Self] {
    var found: [Self] = []
    var places: [[String]: Int] = [:]
    for suspect in all {
      if let place = places[[suspect.name, suspect.value]] {
        found[place].others += 1 + suspect.others
      } else {
        places[[suspect.name, suspect.value]] = found.count
        found.append(suspect)
      }
    }
    return found
  }
}

extension Redaction {
  /// Returns the texts of a recording that look like keys: values in a field, a query or JSON for which neither the name nor a
  /// rule decides.
  ///
  /// - Parameter har: A redacted recording.
  package func suspects(in har: HAR) -> [Suspect] {
    guard isActive else { return [] }
    return Suspect.grouped(har.log.entries.enumerated().flatMap { suspects(in: $1, number: $0 + 1) })
  }

  /// Returns the texts of one redacted entry that look like keys.
  func suspects(in entry: HAR.Entry, number: Int) -> [Suspect] {
    guard isActive else { return [] }
    let request = entry.request
    let response = entry.response
    let place = " in entry \(number)"
    return suspects(in: request.headers, "a field of the request" + place)
      + suspects(in: request.queryString, "the query" + place)
      + suspects(inBody: request.postData?.text, "the request's body" + place)
      + suspects(in: response.headers, "a field of the response" + place)
      + suspects(inBody: response.content.text, "the response's body" + place)
  }

  /// Returns the texts of JSON that look like keys.
  ///
  /// - Parameters:
  ///   - json: Redacted JSON.
  ///   - place: Its place.
  package func suspects(in json: JSONValue, _ place: String) -> [Suspect] {
    var found: [Suspect] = []
    collect(json, named: nil, place, into: &found)
    return Suspect.grouped(found)
  }

  private func suspects(in pairs: [HAR.Pair], _ place: String) -> [Suspect] {
    pairs.compactMap { suspect($0.value, named: $0.name, place) }
  }

  private func suspects(inBody text: String?, _ place: String) -> [Suspect] {
    guard let text, let first = text.utf8.first(where: { $0 > 0x20 }), "{[".utf8.contains(first),
      let json = try? JSONValue(parsing: Data(text.utf8))
    else { return [] }
    return suspects(in: json, place)
  }

  private func collect(_ json: JSONValue, named name: String?, _ place: String, into found: inout [Suspect]) {
    if let list = json.list {
      for element in list { collect(element, named: name, place, into: &found) }
    } else if let members = json.object {
      for key in members.keys.sorted() { members[key].map { collect($0, named: key, place, into: &found) } }
    } else if let name, case .string(let text) = json, let suspect = suspect(text, named: name, place) {
      found.append(suspect)
    }
  }

  private func suspect(_ text: String, named name: String, _ place: String) -> Suspect? {
    guard (16...256).contains(text.utf8.count) else { return nil }
    let bytes = Array(text.utf8)[...]
    let likeness = KeyLikeness(bytes)
    // Hardly any text looks like a key, and only the names of those that do are searched for words.
    guard likeness.isKeyLike || likeness.isSuspicious else { return nil }
    let known = names.name(name)
    let isNamed =
      known.verdict != .secret && OrdinaryText.keyWords.contains { known.plain.contains($0) }
      && !bytes.contains(UInt8(ascii: "/"))
    guard isNamed ? likeness.isKeyLike : likeness.isSuspicious, !OrdinaryText.hasIdentifierPrefix(text),
      !Base64Text.holdsText(bytes), !SecretShapes.holdsBinary(bytes), !Self.isIdentifier(known.plain),
      !names.isKept(name), !OrdinaryText.isDate(bytes),
      text.wholeMatch(of: /(?:[0-9A-Fa-f]{2}:){7,}[0-9A-Fa-f]{2}/) == nil
    else { return nil }
    return Suspect(name: name, place: place, summary: "\(text.prefix(4))…, \(bytes.count) characters", value: text)
  }

  /// Returns whether a name is that of an id, a digest or a place in a list, whose values are random but not secret.
  private static func isIdentifier(_ plain: String) -> Bool {
    identifiers.contains(where: plain.hasSuffix) || StandardNames.publicMembers.contains(plain)
      || StandardNames.isHarmless(plain)
  }

  private static let identifiers = [
    "id", "ids", "etag", "ifnonematch", "ifmatch", "hash", "digest", "checksum", "integrity", "cursor", "md5", "sha1",
    "sha256", "sha512", "sha", "nonce", "fingerprint", "revision", "commit", "trace", "traceparent", "tracestate",
    "ray",
    "id2", "secwebsocketkey", "secwebsocketaccept", "nel", "reportto", "useragent", "securitypolicy", "after", "before",
    "marker", "offset", "identifier", "uuid", "guid", "uid", "url", "uri", "href", "path", "version", "name", "x5c",
    "date",
  ]
}
