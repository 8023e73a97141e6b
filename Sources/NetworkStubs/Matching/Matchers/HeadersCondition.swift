extension RequestMatcher {
  /// Asks for exactly these header fields, in any order; a request with an extra field does not match.
  ///
  /// Fields that a client adds by itself may be there or not: `Content-Length`, and over a socket the `User-Agent`, `Accept-Encoding`
  /// and `Accept-Language` of a `URLSession` or of `curl`. Name one to ask for it. A `User-Agent` that the app sets counts.
  ///
  /// - Parameter fields: The names, in any case, and the patterns of their values; `[:]` for none.
  public func headers(exactly fields: KeyValuePairs<String, TextPattern>) -> Self {
    adding(HeadersCondition(fields: fields.map { HeaderCondition(name: $0.key, value: $0.value) }))
  }

  /// Asks for exactly the header fields of a variable, in any order.
  ///
  /// - Parameter fields: The names, in any case, and the values.
  @_disfavoredOverload public func headers(exactly fields: [String: String]) -> Self {
    let sorted = fields.sorted { $0.key < $1.key }
    return adding(HeadersCondition(fields: sorted.map { HeaderCondition(name: $0.key, value: .exactly($0.value)) }))
  }
}

/// Exactly the header fields of a request, but for those that a client adds by itself.
struct HeadersCondition: Condition {
  let fields: [HeaderCondition]

  var problem: String? { fields.lazy.compactMap(\.problem).first }

  func matches(_ request: RequestReader) -> Bool {
    fields.allSatisfy { $0.matches(request) } && unexpected(in: request).isEmpty
  }

  func findings(_ request: RequestReader) -> [Finding] {
    let others = unexpected(in: request).map { field in
      let shown = ValueExpectation(.missing, .init(named: field.name))
      var finding = shown.mismatch(.header, field.name, got: field.value)
      // Nothing was said of this field, but a secret that is sent by accident is a mistake.
      finding.suspicion = Secrets.isSensitive(field.name) ? .forbidden : nil
      return finding
    }
    let findings = fields.flatMap { $0.findings(request) } + others
    return findings.isEmpty ? [.match(.header, "headers", "none")] : findings
  }

  /// Returns the fields that nobody asks for, in the order of their names.
  private func unexpected(in request: RequestReader) -> [HTTPHeaders.Field] {
    let names = Set(fields.map { $0.name.lowercased() })
    return request.headers.ofApp.filter { !names.contains($0.name.lowercased()) }
      .sorted { $0.name.lowercased() < $1.name.lowercased() }
  }

  var code: String {
    ".headers(exactly: \(SwiftLiteral.dictionary(fields.map { ($0.name, $0.value.code(named: $0.name)) })))"
  }

  func corrected(_ matcher: RequestMatcher, by correction: Correction) -> RequestMatcher {
    let names = Set(fields.map { $0.name.lowercased() })
    let ofApp = Set(correction.request.headers.ofApp.map { $0.name.lowercased() })
    let actual = correction.request.headers.filter { names.union(ofApp).contains($0.name.lowercased()) }
      .sorted { $0.name.lowercased() < $1.name.lowercased() }
    let patterns = actual.map { field in
      let value = Secrets.isSensitive(field.name) ? TextPattern.anything : correction.parts.pattern(of: field.value)
      return HeaderCondition(name: field.name, value: value)
    }
    return matcher.adding(HeadersCondition(fields: patterns))
  }

  func asked(in request: RequestReader) -> [String] { fields.flatMap { $0.asked(in: request) } }

  var isOfHead: Bool { true }
  var identity: JSONValue? { .array(["headers"] + fields.compactMap(\.identity)) }
}

extension HTTPHeaders {
  /// The fields that the app has set: those that a client adds by itself are left out, since a request may have them or not.
  ///
  /// A transport and a mocked session see only what the app sets, but for the length. Over a socket the rest of a client's fields
  /// are there; they are told by a `User-Agent` of a `URLSession` or of `curl`.
  var ofApp: [Field] {
    let agent = self["User-Agent"] ?? ""
    let isOfPlatform = ["CFNetwork/", "curl/"].contains { agent.contains($0) }
    return filter { field in
      switch field.name.lowercased() {
      case "host", "connection", "content-length": false
      case "user-agent", "accept-encoding", "accept-language": !isOfPlatform
      case "accept": !isOfPlatform || field.value != "*/*"
      default: true
      }
    }
  }
}
