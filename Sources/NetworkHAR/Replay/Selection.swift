/// What HTTP says selects a response besides the method, the URL and the body: ranges, conditions, and the fields that `Vary` names.
///
/// See RFC 9110, sections [12.5.5](https://www.rfc-editor.org/rfc/rfc9110#section-12.5.5),
/// [13](https://www.rfc-editor.org/rfc/rfc9110#section-13) and [14](https://www.rfc-editor.org/rfc/rfc9110#section-14).
package struct Selection: Hashable, Sendable {
  /// The fields of a request, by their names in lower case.
  package struct Fields: Hashable, Sendable {
    fileprivate let values: [String: String]
    /// The same with `REDACTED` for each secret; nil until fields are compared.
    private var plainValues: [String: String]?

    init(_ values: [String: String]) { self.values = values }

    subscript(name: String) -> String? { (plainValues ?? values)[name] }

    /// Whether both have a field with the same value, or neither has it; any secret equals any other.
    func agrees(with other: Self, on name: String) -> Bool { isSame(as: other, in: name) || self[name] == other[name] }

    /// Whether the values are equal, secrets and placeholders too.
    func isSame(as other: Self, in name: String) -> Bool { values[name] == other.values[name] }

    /// Conceals the secrets in fields.
    mutating func conceal(_ names: Set<String>, _ redaction: Redaction) {
      var request = URLRequest(url: URL(fileURLWithPath: "/"))
      request.allHTTPHeaderFields = values.filter { names.contains($0.key) }
      let plain = redaction.normalized(request).allHTTPHeaderFields ?? [:]
      let known = plainValues ?? values
      plainValues = plain.reduce(into: known) { $0[$1.key.lowercased()] = $1.value }
    }
  }

  private(set) var request: Fields
  let isHead: Bool
  let status: Int
  /// The fields of the request that select this response.
  let names: Set<String>
  private let tag: String?
  private let modified: String?
  /// The part that the response has.
  let range: String?

  init(_ entry: HAR.Entry) {
    let response = entry.response
    let headers = HTTPHeaders(response.headers.map { HTTPHeaders.Field(name: $0.name, value: $0.value) })
    request = Fields(entry.request.headers.filter { !$0.name.hasPrefix(":") }.map { ($0.name, $0.value) })
    isHead = entry.request.method == "HEAD"
    status = response.status
    var names = Set(headers["Vary"].map(HTTPHeaders.tokens) ?? []).subtracting(["*"]).union(Self.always)
    if headers["Preference-Applied"] != nil { names.insert("prefer") }
    if headers["Content-Language"] != nil { names.insert("accept-language") }
    if let origin = headers["Access-Control-Allow-Origin"], origin != "*" { names.insert("origin") }
    self.names = names
    tag = headers["ETag"].map(Self.strong)
    modified = headers["Last-Modified"]
    range = headers["Content-Range"]
  }

  /// The fields that select a response, whatever it says: those of CORS and WebDAV, and the user's.
  ///
  /// See [Fetch](https://fetch.spec.whatwg.org/#http-requests), [RFC 4918](https://www.rfc-editor.org/rfc/rfc4918#section-10) and
  /// [RFC 9111](https://www.rfc-editor.org/rfc/rfc9111#section-3.5).
  private static let always: Set = [
    "authorization", "access-control-request-method", "access-control-request-headers", "depth", "destination",
  ]

  /// Fields that may select a response that does not say so.
  private static let perhaps: Set = [
    "accept", "accept-charset", "accept-language", "origin", "prefer", "a-im", "range", "if-range", "if-match",
    "if-none-match", "if-modified-since", "if-unmodified-since",
  ]

  fileprivate static let conditions = ["if-match", "if-none-match", "if-unmodified-since", "if-modified-since"]

  /// The fields without one of which no request gets a status; the first one decides.
  private static let needed: [Int: [String]] = [
    206: ["range"], 416: ["range"], 226: ["a-im"], 304: ["if-none-match", "if-modified-since"], 412: conditions,
  ]

  /// Whether only some requests of the key get the response.
  var isBound: Bool { isHead || Self.isBound(status) }

  private static func isBound(_ status: Int) -> Bool { status == 428 || needed[status] != nil }

  /// Returns whether only some requests of its key get the response of an exchange.
  static func isBound(_ entry: HAR.Entry) -> Bool { entry.request.method == "HEAD" || isBound(entry.response.status) }

  /// Returns the fields to compare of exchanges of one key, without those that none of their requests has; nil if all agree.
  static func differingNames(of selections: [Self]) -> Set<String>? {
    let names = comparedNames(of: selections).filter { name in selections.contains { $0.request[name] != nil } }
    let differ =
      selections.contains(where: \.isBound)
      || Set(selections.map { selection in names.map { selection.request.values[$0] } }).count > 1
    return differ ? names : nil
  }

  static func comparedNames(of selections: [Self]) -> Set<String> {
    selections.reduce(into: perhaps) { $0.formUnion($1.names) }
  }

  mutating func conceal(_ names: Set<String>, _ redaction: Redaction) { request.conceal(names, redaction) }

  /// Returns the field that keeps the response from a request; nil if there is none.
  func differingField(for live: Fields, isHead: Bool) -> String? {
    if self.isHead, !isHead { return "method" }
    // "Send a condition" answers no request with one.
    if status == 428, let name = Self.conditions.first(where: { live[$0] != nil }) { return name }
    guard let names = Self.needed[status] else { return nil }
    let name = names.first { request[$0] != nil } ?? names.first { live[$0] != nil } ?? names[0]
    guard isRecorded(for: live, name) else { return name }
    // A part of another version cannot be joined with what the client has.
    guard status == 206, let version = live["if-range"] else { return nil }
    return version == request["if-range"] || Self.strong(version) == tag || version == modified ? nil : "if-range"
  }

  private func isRecorded(for live: Fields, _ name: String) -> Bool {
    guard let asked = live[name] else { return false }
    if asked == request[name] { return true }
    switch name {
    case "if-none-match" where status == 304:
      guard let tag else { return request[name] == nil }
      return asked.split(separator: ",").contains { Self.strong($0.trimmingCharacters(in: .whitespaces)) == tag }
    case "range": return request[name] == nil && range.map { Self.asks(asked, for: $0) } ?? false
    case "if-modified-since": return request[name] == nil && (modified == nil || asked == modified)
    default: return request[name] == nil
    }
  }

  /// Returns whether the range of a request, such as `bytes=0-99`, is that of a response, such as `bytes 0-99/200`.
  private static func asks(_ asked: String, for content: String) -> Bool {
    let range = content.prefix { $0 != "/" }.replacing(" ", with: "=", maxReplacements: 1)
    return asked == range || asked.hasSuffix("-") && range.hasPrefix(asked)
  }

  /// A tag without the mark of weak ones, which are compared alike.
  private static func strong(_ tag: String) -> String { tag.hasPrefix("W/") ? String(tag.dropFirst(2)) : tag }

  /// Returns the exchange with the copy that a 304 says is valid, for a request that has none; nil for any other.
  static func copy(validatedBy place: Int, of candidates: [Self], for live: Fields) -> Int? {
    let valid = candidates[place]
    guard valid.status == 304, !live.haveCondition else { return nil }
    let copies = candidates.indices.filter { number in
      let other = candidates[number]
      return (200..<300).contains(other.status) && !other.isBound
        && (valid.tag == nil || other.tag == nil || valid.tag == other.tag)
        && (valid.modified == nil || other.modified == nil || valid.modified == other.modified)
        && valid.differences(from: other.request, in: valid.names) == 0
    }
    return copies.last { $0 < place } ?? copies.first
  }

  /// Returns the number of selecting fields that differ.
  func differences(from live: Fields, in names: Set<String>) -> Int {
    names.count { !request.agrees(with: live, on: $0) }
  }

  /// Returns the number of fields that differ and may select a response, or have another secret.
  private func doubts(about live: Fields, in names: Set<String>, isHead: Bool) -> Int {
    // What a status needs has been compared, unless a copy stands in for it.
    let known = differingField(for: live, isHead: isHead) == nil ? Self.needed[status] ?? [] : []
    return names.intersection(Self.perhaps).subtracting(known).count { !request.agrees(with: live, on: $0) }
      + names.count { request.agrees(with: live, on: $0) && !request.isSame(as: live, in: $0) }
  }

  /// Returns the places of the exchanges of one key that differ least from a request in what selects a response.
  ///
  /// - Parameters:
  ///   - candidates: The exchanges.
  ///   - live: The fields of the request.
  ///   - isHead: Whether it is a HEAD.
  ///   - compared: The fields that the request or one of the exchanges has.
  static func closest(
    of candidates: [Self], to live: Fields, isHead: Bool, in compared: Set<String>
  ) -> [(place: Int, doubts: Int)] {
    let able = candidates.indices.filter { place in
      candidates[place].differingField(for: live, isHead: isHead) == nil
        || copy(validatedBy: place, of: candidates, for: live) != nil
    }
    let names = candidates.reduce(into: Set<String>()) { $0.formUnion($1.names) }.intersection(compared)
    let counts = able.map { candidates[$0].differences(from: live, in: names) }
    guard let least = counts.min() else { return [] }
    return zip(able, counts).filter { $1 == least }.map {
      ($0.0, candidates[$0.0].doubts(about: live, in: compared, isHead: isHead))
    }
  }
}

extension Selection.Fields {
  /// Whether the request has a condition, so that its client has a copy.
  var haveCondition: Bool { Selection.conditions.contains { self[$0] != nil } }

  /// Creates the fields of a message; the values of repeated ones are joined.
  init(_ fields: some Sequence<(String, String)>) {
    self.init(Dictionary(fields.map { ($0.lowercased(), $1) }) { $0 + ", " + $1 })
  }

  init(_ request: URLRequest) {
    self.init((request.allHTTPHeaderFields ?? [:]).map { ($0, $1) })
  }
}

extension HAR.Entry {
  /// Returns a text that is the same for exchanges to compare: of one method and URL, whatever its secrets are.
  ///
  /// - Parameter isExact: Whether they also have the same keys in the URL, and fields that select a response.
  package func pairingKey(isExact: Bool) -> String {
    let url = RequestKey(texts: [request.url])
    guard isExact else { return "\(request.method) \(url.bare.texts[0])" }
    let selection = Selection(self)
    let names = Selection.comparedNames(of: [selection]).filter { selection.request[$0] != nil }.sorted()
    let fields = RequestKey(texts: names.map { "\($0): \(selection.request[$0] ?? "")" }).bare.texts
    return (["\(request.method) \(url.unnumbered.texts[0])"] + fields).joined(separator: "\n")
  }
}
