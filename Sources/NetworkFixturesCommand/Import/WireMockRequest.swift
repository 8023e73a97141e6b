/// The request of a mapping as the code of a matcher.
struct WireMockRequest {
  private var members: JSONObject
  private(set) var leftOut: [String] = []

  init(_ members: JSONObject) {
    self.members = members
  }

  /// Returns the calls that create the matcher, in order.
  mutating func calls() -> [String] {
    var calls = target()
    calls += patterns("headers") { ".header(\($0), \($1))" }
    calls += patterns("queryParameters") { ".query(\($0), \($1))" }
    calls += patterns("cookies") { ".cookie(\($0), \($1))" }
    calls += patterns("formParameters") { ".form(\($0), \($1))" }
    for name in ["basicAuth", "basicAuthCredentials"] {
      if let user = members[name]?["username"]?.text, let password = members[name]?["password"]?.text {
        calls.append(".basicAuth(user: \(user.swiftLiteral), password: \(password.swiftLiteral))")
        members[name] = nil
      }
    }
    if let host = members.removeValue(forKey: "host") {
      calls += pattern(host, in: "host").map { [".host(\($0))"] } ?? []
    }
    if let scheme = members.removeValue(forKey: "scheme")?.text {
      calls.append(".scheme(\(scheme.swiftLiteral))")
    }
    if let port = members.removeValue(forKey: "port")?.int { calls.append(".port(\(port))") }
    for body in members.removeValue(forKey: "bodyPatterns")?.list ?? [] {
      if let call = self.body(body) { calls.append(call) }
    }
    leftOut += members.keys.map { "\($0) of the request" }
    return calls
  }

  private mutating func target() -> [String] {
    let method = members.removeValue(forKey: "method")?.text?.uppercased() ?? "ANY"
    let (url, query) = address()
    switch method {
    case "ANY": return [url.map { ".any(\($0))" } ?? ".any"] + query
    case "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS":
      return [".\(method.lowercased())(\(url ?? ""))"] + query
    default: return [".request(\(method.swiftLiteral), \(url ?? ".any"))"] + query
    }
  }

  private mutating func address() -> (url: String?, query: [String]) {
    if let url = members.removeValue(forKey: "url")?.text {
      let parts = url.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let items = URLComponents(string: "/?" + (parts.count > 1 ? parts[1] : ""))?.queryItems ?? []
      let pairs = items.filter { !$0.name.isEmpty }.map { ($0.name, $0.value.map(\.swiftLiteral) ?? "nil") }
      return (parts[0].verbatimPattern.swiftLiteral, [".query(exactly: \(SwiftLiteral.dictionary(pairs)))"])
    }
    if let path = members.removeValue(forKey: "urlPath")?.text { return (path.verbatimPattern.swiftLiteral, []) }
    if let path = members.removeValue(forKey: "urlPathTemplate")?.text {
      return (path.replacingOccurrences(of: "*", with: "%2A").swiftLiteral, [])
    }
    for name in ["urlPathPattern", "urlPattern"] {
      guard let pattern = members.removeValue(forKey: name)?.text else { continue }
      if name == "urlPattern", pattern.contains("?"), pattern.contains("\\?") {
        leftOut.append("the query in urlPattern \(pattern.quoted)")
        let path = pattern.components(separatedBy: "\\?")[0]
        return (".regex(\("^(?:\(path))$".swiftLiteral))", [])
      }
      return (".regex(\("^(?:\(pattern))$".swiftLiteral))", [])
    }
    return (nil, [])
  }

  private mutating func patterns(_ name: String, _ code: (String, String) -> String) -> [String] {
    guard let members = members.removeValue(forKey: name)?.object else { return [] }
    return members.sorted.compactMap { key, value in
      pattern(value, in: "\(name) \(key.quoted)").map { code(key.swiftLiteral, $0) }
    }
  }

  /// Returns the code of a text pattern; nil, and a note, if there is no such pattern.
  private mutating func pattern(_ value: JSONValue, in place: String) -> String? {
    let members = value.object ?? JSONObject()
    let ignoresCase = members["caseInsensitive"]?.bool == true
    for (name, operand) in members.sorted where name != "caseInsensitive" {
      switch (name, operand.text) {
      case ("equalTo", let text?):
        return ignoresCase
          ? ".regex(\("(?i)^\(NSRegularExpression.escapedPattern(for: text))$".swiftLiteral))"
          : text.swiftLiteral
      case ("contains", let text?): return ".containing(\(text.swiftLiteral))"
      case ("matches", let text?): return ".regex(\("^(?:\(text))$".swiftLiteral))"
      case ("absent", _) where operand.bool == true: return ".missing"
      default:
        leftOut.append("\(name) of \(place)")
        return nil
      }
    }
    return nil
  }

  private mutating func body(_ value: JSONValue) -> String? {
    if let expected = value["equalToJson"] {
      guard let json = expected.text.map({ try? JSONValue(parsing: Data($0.utf8)) }) ?? expected else {
        leftOut.append("equalToJson of the body, which is not JSON")
        return nil
      }
      if value["ignoreArrayOrder"]?.bool == true { leftOut.append("ignoreArrayOrder of the body") }
      let label = value["ignoreExtraElements"]?.bool == true ? "jsonContaining" : "json"
      return ".body(\(label): \(json.swiftLiteral))"
    }
    if let path = value["matchesJsonPath"] {
      let expression = path.text ?? path["expression"]?.text ?? ""
      guard !expression.isEmpty, !expression.contains("("), !expression.contains("..") else {
        leftOut.append("matchesJsonPath \(expression.quoted) of the body")
        return nil
      }
      let pattern =
        path.text == nil
        ? pattern(.object(path.object?.filter { $0.key != "expression" } ?? JSONObject()), in: "the body") : ".anything"
      return pattern.map { ".body(at: \(expression.swiftLiteral), text: \($0))" }
    }
    return pattern(value, in: "the body").map { ".body(text: \($0))" }
  }
}
