// URL syntax of other tools that would be plain text here.
extension URLPattern {
  /// The reason why no request can match or the pattern is misleading, with a correction, or nil.
  var problem: String? {
    switch path {
    case .any: return nil
    case .regex(let expression): return expression.problem
    case .pattern:
      // Nearly all patterns are paths that cannot be misunderstood.
      if source.utf8.first == UInt8(ascii: "/"), !source.utf8.contains(where: { ":{?<".utf8.contains($0) }),
        !source.hasPrefix("//")
      {
        return nil
      }
    case .prefix:
      if let wildcard = source.first(where: { "*{".contains($0) }) {
        return "a prefix has no wildcards, so \(String(wildcard).quoted) means itself: leave .prefix(…) out"
      }
    }
    if source.first?.isWhitespace == true {
      return "\(source.quoted) begins with a space, which no URL has: leave it out"
    }
    if source.first == "^" {
      return "\(source.quoted) is text here, not an expression: write .regex(\(source.swiftLiteral))"
    }
    let (address, query) = Self.halves(source)
    return templateProblem ?? Self.problem(ofAddress: address) ?? query.flatMap(Self.problem(ofQuery:))
  }

  /// Operators of URI templates ([RFC 6570](https://www.rfc-editor.org/rfc/rfc6570)).
  private var templateProblem: String? {
    var rest = source[...]
    while let open = rest.firstIndex(of: "{") {
      rest = rest[rest.index(after: open)...]
      guard let end = rest.firstIndex(where: { "{}/".contains($0) }), rest[end] == "}", let mark = rest.first else {
        continue
      }
      let expression = rest[..<end]
      if mark != ":", expression.contains(":") { return Self.constraintProblem(expression) }
      let name = expression.drop { !$0.isLetter }.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      switch mark {
      case "?", "&":
        return "{\(expression)} is not supported: write .query(\(String(name).swiftLiteral), .anything) after the URL"
      case "+", "#", ".", "/", ";":
        return "{\(expression)} is not supported: write {\(name)} for one segment, ** for any number"
      default:
        if expression.hasSuffix("*") || expression.contains(",") {
          return "{\(expression)} is not supported: write {\(name)} for one segment, ** for any number"
        }
      }
      rest = rest[end...]
    }
    return nil
  }

  private static func constraintProblem(_ expression: Substring) -> String {
    let name = expression.prefix { $0 != ":" }
    return "the constraint in {\(expression)} is not checked: write {\(name)}, or .regex(…) for the whole path"
  }

  /// Returns the part before the query, and the query.
  private static func halves(_ text: String) -> (String, String?) {
    guard let mark = text.firstIndex(of: "?") else { return (text, nil) }
    return (String(text[..<mark]), String(text[text.index(after: mark)...]))
  }

  private static func problem(ofAddress text: String) -> String? {
    guard let colon = text.range(of: "://"), !text[..<colon.lowerBound].contains("/") else {
      return hostProblem(text) ?? segmentProblem(text)
    }
    let scheme = text[..<colon.lowerBound], rest = text[colon.upperBound...]
    let (authority, path) = (rest.prefix { $0 != "/" }, rest.drop { $0 != "/" })
    if authority.contains("@") {
      return "a URL's user and password are not compared: leave them out, and write .basicAuth(user: …, password: …) "
        + "if the request has them in Authorization"
    }
    let host = authority.prefix { $0 != ":" }
    let shownPath = path.isEmpty ? "" : String(path).swiftLiteral
    if !scheme.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }) {
      return "a scheme has no wildcards: write .any(\(shownPath)).host(\(String(host).swiftLiteral))"
    }
    let port = authority.last == "]" || host.hasPrefix("[") ? "" : authority.drop { $0 != ":" }.dropFirst()
    if !port.isEmpty, Int(port) == nil {
      return
        "\(String(port).quoted) is not a port: for any port, write .any(\(shownPath)).host(\(String(host).swiftLiteral))"
    }
    return segmentProblem(String(path))
  }

  /// Returns the problem of a host where a path begins, as in `api.example.com/users`.
  private static func hostProblem(_ text: String) -> String? {
    let slashes = text.prefix { $0 == "/" }.count
    let text = String(text.dropFirst(slashes == 2 ? 2 : 0))
    guard let first = text.first, first != "/", let slash = text.firstIndex(of: "/") else { return nil }
    let name = text[..<slash]
    let labels = name.prefix { $0 != ":" }.split(separator: ".", omittingEmptySubsequences: false)
    let isHost =
      labels.count > 1 && labels.dropFirst().allSatisfy { !$0.isEmpty && $0.allSatisfy { $0.isLetter || $0 == "-" } }
    let hasPort = name.contains(":") && Int(name.drop { $0 != ":" }.dropFirst()) != nil
    guard isHost || hasPort else { return nil }
    return "\(String(name).quoted) is a segment of a path here: write \("https://\(text)".quoted) for a host, "
      + "\("/\(text)".quoted) for a path"
  }

  /// Returns the problem of a parameter in router syntax, as in `/users/:id`.
  private static func segmentProblem(_ path: String) -> String? {
    let segments = path.split(separator: "/")
    if let found = segments.first(where: { $0.first == "<" && $0.last == ">" }) {
      return "\(String(found).quoted) is not a parameter here: write {\(found.dropFirst().dropLast())}"
    }
    guard let found = segments.first(where: { $0.first == ":" && $0.dropFirst().first?.isLetter == true }) else {
      return nil
    }
    let name = found.dropFirst()
    return "\(String(found).quoted) is not a parameter here: write {\(name)}, or %3A\(name) if the path has a colon"
  }

  private static func problem(ofQuery text: String) -> String? {
    for pair in text.split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2, parts[1] == "*" || parts[1].hasPrefix("{") && parts[1].hasSuffix("}") else { continue }
      return "\(parts[1].quoted) is text in a query, not a wildcard: write .query(\(parts[0].swiftLiteral), .anything) "
        + "after the URL, or %2A for a star"
    }
    return nil
  }
}
