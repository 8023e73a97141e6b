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
  /// The names of the operations, nil for one without.
  private(set) var operations: [String?] = []

  init(_ text: String) {
    // In strings and comments, brackets and keywords have no meaning.
    let ignored = /"""(?:\\"""|[\s\S])*?"""|"(?:\\.|[^"\\\n])*"|#[^\n\r]*|\x{FEFF}/.matchingSemantics(.unicodeScalar)
    let token = /[A-Za-z0-9_]+|[^\s,]/.matchingSemantics(.unicodeScalar)
    let tokens = text.replacing(ignored, with: " ").matches(of: token).map { String($0.output) }
    // Operations are defined outside of all brackets.
    var level = 0
    var isInDefinition = false
    for (index, token) in tokens.enumerated() {
      switch token {
      case "{", "(", "[":
        level += 1
        if token == "{", level == 1, !isInDefinition { operations.append(nil) }
      case "}", ")", "]":
        level = max(0, level - 1)
        if token == "}", level == 0 { isInDefinition = false }
      case "query", "mutation", "subscription", "fragment":
        guard level == 0, !isInDefinition else { break }
        isInDefinition = true
        let next = tokens[(index + 1)...].first
        if token != "fragment" { operations.append(next.flatMap { $0.wholeMatch(of: /\w+/) == nil ? nil : $0 }) }
      default: break
      }
    }
  }

  var onlyName: String? { operations.count == 1 ? operations[0] : nil }
}
