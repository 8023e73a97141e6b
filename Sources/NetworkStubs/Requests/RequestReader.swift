/// One request while it is being matched: each part is parsed once, and only if a condition needs it.
package final class RequestReader {
  package let request: ReceivedRequest
  private let mostBytes: Int

  /// Creates a reader of a body up to some bytes: a failure must be fast, however large the body is.
  package init(_ request: ReceivedRequest, mostBytes: Int = .max) {
    self.request = request
    self.mostBytes = mostBytes
  }

  package static func explaining(_ request: ReceivedRequest) -> RequestReader {
    RequestReader(request, mostBytes: 500_000)
  }

  var method: String { request.urlRequest.httpMethod ?? "GET" }

  package private(set) lazy var url = request.urlParts

  package private(set) lazy var masked = MaskedRequest(request)

  package private(set) lazy var headers = request.headers

  private(set) lazy var coding = BodyCoding(
    request.body, saying: headers["Content-Encoding"], type: headers["Content-Type"])

  /// The body, decoded if it was compressed.
  package private(set) lazy var body = if case .undone(let data) = coding { data } else { request.body }

  /// Whether a coding is said that the body does not have, or that servers do not know, so that no server reads it.
  var isWronglyCoded: Bool {
    switch coding {
    case .unused, .unknown: true
    case .none, .undone, .unsaid, .foreign, .immense: false
    }
  }

  private(set) lazy var text = body.prefix(mostBytes).text

  /// Whether the body is not UTF-8, and no field says which encoding it has.
  private(set) lazy var isInUnsaidEncoding =
    body.prefix(mostBytes).firstOffsetThatIsNotUTF8 != nil
    && headers["Content-Type"]?.lowercased().contains("charset=") != true

  package private(set) lazy var json: JSONBody =
    body.count <= mostBytes
    ? JSONBody(body) : .invalid(reason: "the body has \(body.count) bytes, too many to be compared here")

  /// The body as a form, in which a name without `=` has an empty value.
  package private(set) lazy var form = QueryPair.parse(text).map { QueryPair(name: $0.name, value: $0.value ?? "") }

  /// The fields of a large form by their names, for all stubs that ask for some.
  private lazy var fieldsByName = Dictionary(grouping: form, by: \.name)
  private var fieldSearches = 0

  /// Returns the fields of the form that have some names; of a form that is small or rarely asked for, all of them.
  func fields(named names: [String]) -> [QueryPair] {
    fieldSearches += 1
    guard form.count > 64, fieldSearches > 2 else { return form }
    return Set(names).flatMap { fieldsByName[$0] ?? [] }
  }

  private(set) lazy var multipart = MultipartBody(contentType: headers["Content-Type"], data: body.prefix(mostBytes))

  private var partTexts: [Int: String] = [:]

  /// Returns the content of a part as text.
  func text(of part: MultipartBody.Part) -> String {
    if let text = partTexts[part.content.startIndex] { return text }
    let text = part.data.text
    partTexts[part.content.startIndex] = text
    return text
  }

  /// The JSON of the body with sorted lists; nil if it is not JSON.
  private(set) lazy var jsonInAnyOrder: JSONValue? = if case .value(let value) = json { value.inAnyOrder } else { nil }

  private var decoded: [ObjectIdentifier: Result<any Sendable, any Error>] = [:]

  /// Returns the body as a value of a type.
  func decoded<Value: Decodable & Sendable>(as type: Value.Type) throws -> Value {
    let known = decoded[ObjectIdentifier(type)]
    let result = known ?? Result { try JSONDecoder().decode(type, from: body) }
    if known == nil { decoded[ObjectIdentifier(type)] = result }
    if let value = try result.get() as? Value { return value }
    return try JSONDecoder().decode(type, from: body)
  }

  private(set) lazy var graphQL = GraphQLMessage.messages(of: self)

  private(set) lazy var cookies: [QueryPair] = request.cookiePairs

  /// Whether the body can be read as a form: its type says so or is absent, since `URLSession` adds the type only later.
  // Found once, since many stubs may ask.
  package private(set) lazy var isForm: Bool = {
    guard let type = headers["Content-Type"] else { return true }
    let name = type.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces)
    return name.lowercased() == "application/x-www-form-urlencoded"
  }()

  /// Whether the body says that it is a form, or has parts.
  var isUpload: Bool { headers["Content-Type"] != nil && isForm && !form.isEmpty || !multipart.parts.isEmpty }

  /// The body in a failure's words, if it is a form where JSON is expected; nil for others.
  var formInPlaceOfJSON: String? {
    if let contradiction { return "got \(BodyExcerpt(body).text), \(contradiction)" }
    return isForm && isUpload && !body.isEmpty ? "got a form, \(BodyExcerpt(body).text)" : nil
  }

  /// That the body is a form which the request calls JSON, or the other way round, in words; nil if body and type agree.
  var contradiction: String? {
    guard let type = headers["Content-Type"] else { return nil }
    switch json {
    case .value(let value):
      guard isForm, value.object != nil || value.list != nil else { return nil }
      return "which is JSON, but its Content-Type says \(type)"
    case .invalid:
      return type.lowercased().contains("json") && hasFormOfText
        ? "which is a form, but its Content-Type says \(type)" : nil
    }
  }

  /// Whether the body is names and values as in a form, whatever its type says.
  private var hasFormOfText: Bool {
    guard body.count <= 10_000 else { return false }
    let pairs = String(decoding: body, as: UTF8.self).split(separator: "&", omittingEmptySubsequences: false)
    return pairs.allSatisfy { $0.wholeMatch(of: /[\w.\-%+\[\]]+=[^\s="{]*/) != nil }
  }

  /// Whether a body where JSON is expected is likely a mistake: it is cut off or damaged, or not what its type says.
  var isJSONWrong: Bool { hasBrokenJSON || contradiction != nil }

  /// Whether the body begins as a JSON object or list does, and cannot be read: it is cut off or damaged.
  var hasBrokenJSON: Bool {
    guard json.problem != nil, let first = body.first(where: { !" \t\r\n".utf8.contains($0) }) else { return false }
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
  }
}
