/// A request to a GraphQL service.
struct GraphQLMessage {
  /// The operation's name from the request, or else from its document, or else the hash of a persisted query.
  let operation: String?
  let variables: JSONValue

  /// Parses a request's body, or else its URL; more than one message is a batch.
  static func messages(of request: RequestReader) -> [GraphQLMessage] {
    if request.headers["Content-Type"]?.lowercased().hasPrefix("application/graphql") == true,
      request.json.problem != nil
    {
      return [Self(name: nil, document: request.text, variables: nil)]
    }
    if case .value(let body) = request.json {
      let found = (body.list ?? [body]).compactMap(Self.init)
      if !found.isEmpty { return found }
    }
    // An upload: https://github.com/jaydenseric/graphql-multipart-request-spec
    if let operations = request.multipart.parts.first(where: { $0.name == "operations" }),
      case .value(let body) = JSONBody(operations.data)
    {
      return (body.list ?? [body]).compactMap(Self.init)
    }
    let items = Dictionary(request.url.query.map { ($0.name, $0.value ?? "") }) { first, _ in first }
    func json(_ name: String) -> JSONValue? { items[name].flatMap { try? JSONValue(parsing: Data($0.utf8)) } }
    let hash = Self.hash(in: json("extensions"))
    guard items["query"] != nil || items["operationName"] != nil || hash != nil else { return [] }
    return [
      Self(name: items["operationName"], document: items["query"], hash: hash, variables: json("variables"))
    ]
  }

  /// Parses a message; nil if the JSON is something else.
  private init?(_ body: JSONValue) {
    let hash = Self.hash(in: body["extensions"])
    guard body["query"] != nil || body["operationName"] != nil || hash != nil else { return nil }
    self.init(
      name: body["operationName"]?.text, document: body["query"]?.text, hash: hash, variables: body["variables"])
  }

  /// Returns the hash of a persisted query.
  private static func hash(in extensions: JSONValue?) -> String? { extensions?["persistedQuery"]?["sha256Hash"]?.text }

  private init(name: String?, document: String?, hash: String? = nil, variables: JSONValue?) {
    operation = name ?? document.flatMap { GraphQLDocument($0).onlyName } ?? (document == nil ? hash : nil)
    // Leaving them out, or null, is the same as an empty object.
    self.variables = variables.flatMap { $0 == .null ? nil : $0 } ?? .object([:])
  }
}

/// A GraphQL document, parsed only as far as the names of its operations.
///
/// See [the specification, section 2.3](https://spec.graphql.org/October2021/#sec-Language.Operations).
struct GraphQLDocument {
  private var rest: Substring.UnicodeScalarView
  /// The number of open brackets, in which no operation is defined.
  private var level = 0
  /// The names of the operations, nil for one without.
  private(set) var operations: [String?] = []

  init(_ text: String) {
    rest = text[...].unicodeScalars
    var keyword: String?
    while let token = nextToken() {
      switch token {
      case "{" where level == 1 && keyword == nil: operations.append(nil)
      case "query", "mutation", "subscription", "fragment":
        guard level == 0, keyword == nil else { break }
        keyword = token
        if token != "fragment" { operations.append(followingName()) }
      default: break
      }
      if token == "}", level == 0 { keyword = nil }
    }
  }

  /// The name of the only operation.
  var onlyName: String? { operations.count == 1 ? operations[0] : nil }

  /// Returns the name right after a keyword.
  private mutating func followingName() -> String? {
    skipIgnored()
    let name = takeName()
    return name.isEmpty ? nil : name
  }

  /// Returns a name, or a punctuation character; nil at the end.
  private mutating func nextToken() -> String? {
    skipIgnored()
    let name = takeName()
    if !name.isEmpty { return name }
    guard let mark = rest.popFirst() else { return nil }
    switch mark {
    case "{", "(", "[": level += 1
    case "}", ")", "]": level = max(0, level - 1)
    case "\"": skipString()
    default: break
    }
    return String(mark)
  }

  private mutating func takeName() -> String {
    let name = rest.prefix { scalar in
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", "_": true
      default: false
      }
    }
    rest = rest[name.endIndex...]
    return String(name)
  }

  private mutating func skipIgnored() {
    while let first = rest.first {
      if first == "#" {
        rest = rest.drop { $0 != "\n" && $0 != "\r" }
      } else if first == "," || first == "\u{FEFF}" || first.properties.isWhitespace {
        rest.removeFirst()
      } else {
        return
      }
    }
  }

  /// Skips the rest of a string, in which brackets and keywords have no meaning.
  private mutating func skipString() {
    let quote = "\"\"".unicodeScalars
    let isBlock = rest.starts(with: quote)
    if isBlock { rest = rest.dropFirst(2) }
    while let scalar = rest.popFirst() {
      if scalar == "\\" {
        _ = rest.popFirst()
      } else if scalar == "\"" {
        guard isBlock else { return }
        guard rest.starts(with: quote) else { continue }
        rest = rest.dropFirst(2)
        return
      } else if !isBlock, scalar == "\n" {
        return
      }
    }
  }
}
